"""Certificates of an optimum: the checker accepts them, and nothing else than what is true."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from benchmarks.rosters import roster
from exactcover.common import slices
from exactcover.proofs import checker, optimum_checker
from tests.fuzz.brute_force import Case, solutions
from tests.instances import langford, pigeons, queens
from tests.paths import SHARED
from tests.strategies import bags, multiples, statements

SENSES = ["minimize", "maximize"]
#: Numbers of changes.
MANY = [300, pytest.param(2_000, marks=pytest.mark.slow)]
THAN = dict(zip(SENSES, ["less", "more"], strict=True))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("certificates")


def checked(folder, formula, certificate):
    """What the checker says that is proven, or why not, without the number of lines."""
    (folder / "p.opb").write_text(formula)
    (folder / "p.cert").write_text(certificate)
    try:
        said = optimum_checker.proven(str(folder / "p.opb"), str(folder / "p.cert"))
    except (checker.Refused, checker.BadInput) as why:
        return f"{type(why).__name__}: {why}"
    return said.partition(" (")[0]


def without_seal(certificate):
    return certificate[: certificate.rindex("c sha256")]


def claim(optimum, costs):
    """What is to be proven of solutions of these costs."""
    if not costs:
        return "no solution"
    best = min(costs) if optimum == "minimize" else max(costs)
    return f"no solution costs {THAN[optimum]} than {Fraction(best)}"


def claim_of_formula(text):
    """The same by brute force, read from a file in the OPB format by nothing but this."""
    factor = re.search(r"(?m)^\* costs times (\S+)$", text)
    constant = re.search(r"(?m)^\* constant (\S+)$", text)
    factor, constant = (int(found[1]) if found else n for found, n in ((factor, 1), (constant, 0)))
    used = {int(number) for number in re.findall(r"x(\d+) ?", re.sub(r"(?m)^\*.*", "", text))}
    lines = [line.rstrip(" ;") for line in text.splitlines() if line and line[0] != "*"]

    def value(terms, true):
        words = terms.split()
        return sum(
            int(a) for a, x in zip(words[::2], words[1::2], strict=True) if int(x[1:]) in true
        )

    best = []
    for flags in product((False, True), repeat=len(used)):
        true = {x for x, flag in zip(sorted(used), flags, strict=True) if flag}
        cost = 0
        for line in lines:
            if line.startswith("min:"):
                cost += value(line[4:], true)
                continue
            terms, sign, least = re.fullmatch(r"(.*?) ?(>=|=) (\S+)", line).groups()
            total = value(terms, true)
            if total < int(least) or (sign == "=" and total > int(least)):
                break
        else:
            best.append(Fraction(cost + constant, factor))
    return claim("minimize" if factor > 0 else "maximize", best)


COSTS = {
    "whole": lambda draw: draw.randint(0, 9),
    "negative": lambda draw: draw.randint(-9, 9),
    "fractions": lambda draw: Fraction(draw.randint(-20, 40), draw.choice([1, 2, 3, 7])),
    "huge": lambda draw: 10**40 * draw.randint(-3, 9) + draw.randint(0, 9),
    "none": lambda draw: 0,
}


def random_case(seed, most_options=9):
    """A problem with colours, multiplicities, costs, penalties, given and forbidden options."""
    draw = random.Random(seed)
    primary = tuple(f"p{k}" for k in range(draw.randint(1, 6)))
    secondary = tuple(f"s{k}" for k in range(draw.randint(0, 3)))
    options = []
    for _ in range(draw.randint(3, most_options)):
        members = dict.fromkeys(draw.sample(primary, draw.randint(1, min(3, len(primary)))))
        colours = {s: draw.choice([None, "r", "g"]) for s in secondary if draw.random() < 0.4}
        options.append(tuple((members | colours).items()))
    repeat, bounds = draw.random() < 0.3, {}
    for item in primary:
        if draw.random() < 0.25:
            low = draw.randint(0, 2)
            bounds[item] = (low, max(1, low + draw.randint(0, 1)))
    cost = COSTS[draw.choice(list(COSTS))]
    free = [item for item in primary if item not in bounds]
    penalties = {item: cost(draw) for item in free if draw.random() < 0.15}
    numbers = draw.sample(range(len(options)), 2)
    return Case(
        primary, secondary, tuple(options), bounds=bounds, repeat=repeat and bool(bounds),
        costs={k: cost(draw) for k in range(len(options))}, penalties=penalties,
        given=tuple(numbers[:1]) if draw.random() < 0.1 else (),
        forbidden=tuple(numbers[1:]) if draw.random() < 0.1 else (),
    )  # fmt: skip


def problem_of(case):
    problem = xc.Problem(
        case.primary, [dict(option) for option in case.options], secondary=case.secondary,
        multiplicity=case.bounds, repeat=case.repeat, costs=case.costs, penalties=case.penalties,
    )  # fmt: skip
    return problem.given(*case.given).without(*case.forbidden)


def costs_of(case):
    """The costs of all solutions, by brute force."""
    missing = {
        bag: sum(
            price * (case.stated_bound(item)[0] - case.covers(bag, item))
            for item, price in case.penalties.items()
        )
        for bag in solutions(case)
    }
    return [sum(case.costs[option] for option in bag) + more for bag, more in missing.items()]


def changes(draw, formula, certificate):
    """The two texts with one number, sign, word or line of one of them changed."""
    texts = [formula, certificate]
    which = draw.random() < 0.8 and certificate.strip() != ""
    lines = texts[which].splitlines()
    places = [k for k, line in enumerate(lines) if line and not re.match(r"\* (x|#)", line)]
    place = draw.choice(places)
    numbers = [*re.finditer(r"[-+]?\d+", lines[place])]
    how = draw.choice(["number", "number", "sign", "word", "drop", "twice", "swap"])
    if how in ("number", "sign") and numbers:
        found = draw.choice(numbers)
        old = int(found[0])
        new = -old if how == "sign" else old + draw.choice([-10, -2, -1, 1, 2, 10])
        sign = "+" if found[0][0] == "+" and new >= 0 else ""
        lines[place] = f"{lines[place][: found.start()]}{sign}{new}{lines[place][found.end() :]}"
    elif how == "word":
        words = lines[place].split()
        words.pop(draw.randrange(len(words)))
        lines[place] = " ".join(words)
    elif how == "twice":
        lines.insert(place, lines[place])
    elif how == "swap":
        other = draw.choice(places)
        lines[place], lines[other] = lines[other], lines[place]
    else:
        del lines[place]
    texts[which] = "\n".join(lines) + "\n"
    return texts


class TestCertificates:
    @pytest.mark.parametrize("optimum", SENSES)
    @pytest.mark.parametrize("seeds", range(4))
    def test_of_random_problems_the_checker_says_what_brute_force_finds(
        self, folder, seeds, optimum
    ):
        for seed in range(50 * seeds, 50 * seeds + 50):
            case = random_case(seed)
            proof = xc.prove(problem_of(case), optimum=optimum)
            truth = claim(optimum, costs_of(case))
            assert checked(folder, proof.formula, proof.proof) == truth
            assert checked(folder, proof.formula, without_seal(proof.proof)) == truth
            if proof.solutions:
                cost = Fraction(proof.solutions[0].cost)
                assert truth.endswith(f" {cost}")

    @given(statements() | multiples(), st.randoms(use_true_random=False))
    def test_of_statements_too(self, folder, statement, draw):
        costs = [COSTS["fractions"](draw) for _ in statement.options]
        proof = xc.prove(statement.problem(costs=dict(enumerate(costs))), optimum="minimize")
        sums = [sum(costs[option] for option in bag) for bag in bags(statement)]
        assert checked(folder, proof.formula, proof.proof) == claim("minimize", sums)

    @pytest.mark.parametrize("most", MANY)
    def test_what_is_changed_is_refused_or_proves_what_is_true(self, folder, most):
        """A change is accepted if it matters to nothing: a clique without a price, a price that is
        high enough still. Whether the claim is true is known by brute force, over the problem as it
        was changed. With the checksum every change is refused.
        """
        draw, n, accepted, seed = random.Random(1), 0, 0, 1_000
        while n < most:
            seed += 1
            case, optimum = random_case(seed, most_options=6), draw.choice(SENSES)
            proof = xc.prove(problem_of(case), optimum=optimum)
            body, truth = without_seal(proof.proof), claim(optimum, costs_of(case))
            for _ in range(20 if proof.n_lines > 1 else 1):
                formula, certificate = changes(draw, proof.formula, body)
                if (formula, certificate) == (proof.formula, body):
                    continue
                n += 1
                said = checked(folder, formula, certificate)
                if said.startswith("no solution"):
                    accepted += 1
                    same = formula == proof.formula
                    assert said == (truth if same else claim_of_formula(formula))
                assert "differs" in checked(folder, formula, certificate + proof.proof[len(body) :])
        assert accepted < n / 3

    @pytest.mark.parametrize("most", MANY)
    def test_no_certificate_proves_that_a_solution_is_the_best_if_another_is_better(
        self, folder, most
    ):
        """Neither the one of the best solution, nor that changed in several places."""
        draw, n, seed = random.Random(2), 0, 3_000
        while n < most:
            seed += 1
            problem = problem_of(random_case(seed, most_options=7))
            best, worse = (xc.prove(problem, optimum=optimum) for optimum in SENSES)
            if not best.solutions or best.solutions[0].cost == worse.solutions[0].cost:
                continue
            wrong = worse.proof.splitlines()[0]
            certificate = without_seal(best.proof).replace(best.proof.splitlines()[0], wrong)
            for _ in range(20):
                n += 1
                said = checked(folder, best.formula, certificate)
                assert not said.startswith("no solution")
                _, certificate = changes(draw, best.formula, certificate)
                if not certificate.startswith(wrong):
                    certificate = f"{wrong}\n{certificate}"

    def test_a_certificate_of_another_problem_is_refused(self, folder):
        costs = range(36)
        one, other = (
            xc.prove(queens(6, costs=[each * 7 % k for each in costs]), optimum="minimize")
            for k in (31, 29)
        )
        assert checked(folder, one.formula, one.proof).startswith("no solution costs less than ")
        for text in (other.proof, without_seal(other.proof)):
            assert checked(folder, one.formula, text).startswith("Refused: ")

    def test_impossible_problems_have_certificates(self, folder):
        for problem in (pigeons(7), langford(5), langford(6)):
            for optimum in SENSES:
                proof = xc.prove(problem, optimum=optimum)
                assert (proof.solutions, str(proof)[:20]) == ((), "no solution, proven ")
                assert checked(folder, proof.formula, proof.proof) == "no solution"
        assert "no solution for them to compare" in checked(folder, proof.formula, "prices 1 1 1\n")

    def test_rosters_need_cliques_which_are_checked(self, folder):
        instance = roster(6, 7, 1)
        proof = xc.prove(instance.problem(), optimum="minimize")
        assert instance.problem().minimize().cost == proof.solutions[0].cost
        body = without_seal(proof.proof)
        assert "clique " in body
        assert checked(folder, proof.formula, body).startswith("no solution costs less than ")
        one = re.search(r"(?m)^clique (\d+) (\d+)", body)
        for wrong in (f"{one[1]} {one[1]}", " ".join(str(each) for each in range(1, 60))):
            changed = body.replace(one[0], f"clique {wrong}\n{one[0]}")
            assert "does not exclude all others" in checked(folder, proof.formula, changed)

    @pytest.mark.parametrize(
        ("name", "cost"),
        [
            ("nw41", 11307), ("nw43", 8904), ("nw09", 67760), ("nw08", 35894),
            *(pytest.param(*each, marks=pytest.mark.slow)
              for each in (("aa03", 49649), ("aa04", 26374), ("nw04", 16862))),
        ],
    )  # fmt: skip
    def test_airline_schedules(self, folder, name, cost):
        path = SHARED / "airline" / f"{name}.dlx.gz"
        if not path.exists():
            pytest.skip("needs the shared puzzles")
        proof = xc.prove(xc.read(path), optimum="minimize")
        said = checked(folder, proof.formula, proof.proof)
        assert said == f"no solution costs less than {cost}"

    @pytest.mark.parametrize(
        ("formula", "certificate"),
        [
            ("+1 x1 >= 1 ;\n", "solution 1\n"), ("* #variable= 1\n+1 x2 >= 1 ;\n", ""),
            ("* #variable= 10000001\n", ""), ("* #variable= x\n", ""), ("* #variable=\n", ""),
            ("* #variable= 2\n+1 x1 >= 1\n", ""), ("* #variable= 2\n+1 >= 1 ;\n", ""),
            ("* #variable= 2\n+1 x1 +1 x1 >= 1 ;\n", ""), ("* #variable= 2\n+1 x1 <= 1 ;\n", ""),
            ("* #variable= 2\n+1 1 >= 1 ;\n", ""), ("* #variable= 2\n+1.5 x1 >= 1 ;\n", ""),
            ("* #variable= 2\n* costs times 0\nmin: +1 x1 ;\n", ""),
            ("* #variable= 2\n* costs times\nmin: +1 x1 ;\n", ""),
            ("* #variable= 2\nmin: +1 x1 ;\nmin: +1 x2 ;\n", ""),
            (f"* #variable= 2\n+{'9' * 5_000} x1 >= 1 ;\n", ""), ("* #variable= 2\nx\n", ""),
            *[
                ("* #variable= 2\nmin: +1 x1 +1 x2 ;\n+1 x1 +1 x2 = 1 ;\n", f"solution 1\n{line}\n")
                for line in (
                    "branch", "branch 3", "branch 0", "branch 1 2", "prices", "prices 0 1 1",
                    "prices 1 3 1", "prices 1 1", "prices 1 1 -1", "ray 1", "ray x 1", "solution 1",
                    "prices 1 1 1\nclique 1 2", "prices 1 1 1\nprices 1 1 1", "conclude",
                    "branch 1\nclique 1 2", f"prices 1 1 {'9' * 5_000}",
                )
            ],
        ],
    )  # fmt: skip
    def test_files_that_are_not_a_problem_or_not_a_certificate_are_told(
        self, folder, formula, certificate
    ):
        said = checked(folder, formula, certificate)
        assert re.match(r"BadInput: .*p\.(opb|cert)(, line \d+)?: .*expected", said)

    @pytest.mark.parametrize(
        ("certificate", "why"),
        [
            ("", "some nodes are open"), ("solution 1\n", "does not satisfy"),
            ("solution\n", "does not satisfy"), ("solution 1 2\n", "some nodes are open"),
            ("solution 1 2\nprices 1\n", "prove nothing"),
            ("solution 1 2\nprices 1 1 1 2 1 3 1\n", "prove nothing"),
            ("solution 1 2\nray 1 1\n", "prove nothing"), ("prices 1 1 1\n", "no solution for"),
            ("solution 1 2\nbranch 1\n", "some nodes are open"),
        ],
    )  # fmt: skip
    def test_what_proves_nothing_is_refused(self, folder, certificate, why):
        """Two of three variables must be true; half a unit for each pair proves one and a half."""
        pairs = "+1 x1 +1 x2 >= 1 ;\n+1 x1 +1 x3 >= 1 ;\n+1 x2 +1 x3 >= 1 ;\n"
        formula = f"* #variable= 3\nmin: +1 x1 +1 x2 +1 x3 ;\n{pairs}"
        proof = "solution 1 2\nprices 2 1 1 2 1 3 1\n"
        assert checked(folder, formula, proof) == "no solution costs less than 2"
        said = checked(folder, formula, certificate)
        assert said.startswith("Refused: ")
        assert why in said


HARD = queens(12, costs=[(each * 7919) % 997 for each in range(144)])


class TestQuestion:
    def test_budgets_end_it(self):
        for budget in ({"nodes": 0}, {"nodes": 1}, {"seconds": 0.0}):
            with pytest.raises(xc.SearchStopped) as stopped:
                xc.prove(HARD, optimum="minimize", **budget)
            assert stopped.value.stopped in budget
        assert xc.prove(queens(4), optimum="minimize", nodes=10**6).solutions

    def test_the_certificate_counts_as_nodes_too(self):
        searched = HARD.minimize().nodes
        with pytest.raises(xc.SearchStopped):
            xc.prove(HARD, optimum="minimize", nodes=searched)

    def test_progress_is_told_and_ctrl_c_ends_the_search_and_the_certificate(self, monkeypatch):
        monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)
        seen, searched = [], HARD.minimize().nodes
        xc.prove(HARD, optimum="minimize", progress=seen.append)
        assert any(now.nodes > searched for now in seen)

        for least in (0, searched + 1):

            def press(now, least=least):
                if now.nodes >= least:
                    raise KeyboardInterrupt

            with pytest.raises(KeyboardInterrupt):
                xc.prove(HARD, optimum="minimize", progress=press)

    def test_what_does_not_go_together_is_told(self):
        for asked in ({"most": 2, "optimum": "minimize"}, {"nodes": 3}):
            with pytest.raises(xc.MethodConflict, match="does not go with"):
                xc.prove(queens(4), **asked)
        with pytest.raises(TypeError, match="expected 'minimize' or 'maximize'"):
            xc.prove(queens(4), optimum="least")
        ruled = queens(4).where(complete=lambda found: True)
        with pytest.raises(xc.RuledQuestion):
            xc.prove(ruled, optimum="minimize")


class TestCommand:
    PROBLEM = "early late night\nearly late |12\nlate night |15/2\nearly |7\nnight |4.5\n"

    @pytest.mark.parametrize(("optimum", "cost"), [("minimize", "14.5"), ("maximize", "16.5")])
    def test_two_files_are_written_and_checked_by_another_program(
        self, tmp_path, command, optimum, cost
    ):
        (tmp_path / "p.dlx").write_text(self.PROBLEM)
        code, out, _ = command(f"exactcover prove p.dlx --optimum {optimum} -o p.cert.gz")
        assert (code, f"no solution costs {THAN[optimum]} than {cost}, proven" in out) == (0, True)
        program = [sys.executable, optimum_checker.__file__, "p.opb.gz", "p.cert.gz"]
        done = subprocess.run(program, capture_output=True, check=False, cwd=tmp_path)
        assert done.stdout.startswith(
            f"proven: no solution costs {THAN[optimum]} than {Fraction(cost)} ".encode()
        )
        assert done.returncode == 0
        code, out, _ = command(f"exactcover prove p.dlx --optimum {optimum} --json")
        assert (code, f'"cost": "{cost}"' in out) == (0, True)

    def test_what_cannot_be_asked_or_ends_early_writes_nothing(self, tmp_path, command):
        (tmp_path / "p.dlx").write_text(self.PROBLEM)
        for more, code in (
            ("--optimum minimize --most 2", 2), ("--nodes 3", 2), ("--optimum least", 2),
            ("--optimum minimize -o p.drat", 2), ("--optimum minimize --nodes 0", 3),
        ):  # fmt: skip
            assert command(f"exactcover prove p.dlx {more}")[0] == code
        assert {each.name for each in tmp_path.iterdir()} == {"p.dlx"}
        (tmp_path / "p.dlx").write_text("a b\na |1\n")
        assert command("exactcover prove p.dlx --optimum minimize")[0] == 1
