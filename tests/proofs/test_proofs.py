"""Proofs: an independent checker accepts them and rejects wrong ones."""

from __future__ import annotations

import errno
import gzip
import os
import random
import subprocess
import sys

import pytest
from hypothesis import given

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.proofs import checker
from exactcover.proofs.prove import prove
from tests.instances import langford, pigeons, queens
from tests.strategies import bags, multiples, statements


def checked(folder, formula, proof):
    """What the checker says of a formula and a proof: the number of solutions, or why not."""
    (folder / "f.cnf").write_text(formula)
    (folder / "p.drat").write_text(proof)
    try:
        return checker.check(str(folder / "f.cnf"), str(folder / "p.drat"))[0]
    except checker.Refused as why:
        return str(why)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("proofs")


def without_seal(proof):
    return proof[: proof.rindex("c sha256")]


def triples(n, number, seed):
    draw = random.Random(seed)
    return xc.Problem(range(n), [draw.sample(range(n), 3) for _ in range(number)])


#: Impossible or unique ones.
HARD = {
    "pigeons 5": pigeons(5), "langford 5": langford(5), "queens 3": queens(3),
    "queens with one given": queens(8).given((0, 0), (1, 4)),
    **{f"triples {seed}": triples(45, 80, seed) for seed in range(4)},
    **{f"unique {seed}": triples(24, 60, 100 + seed) for seed in range(3)},
}  # fmt: skip


class TestProofs:
    @given(statements() | multiples())
    def test_what_is_proven_is_what_brute_force_finds(self, folder, statement):
        proof = prove(statement.problem())
        truth = bags(statement)
        assert sorted(each._numbers for each in proof.solutions) == sorted(truth)
        for text in (proof.proof, without_seal(proof.proof)):
            assert checked(folder, proof.formula, text) == len(truth)

    @pytest.mark.parametrize("name", HARD)
    def test_proofs_are_accepted_and_refused_with_one_line_changed(self, folder, name):
        problem = HARD[name]
        proof = prove(problem)
        n = len(proof.solutions)
        assert n == problem.count()
        assert checked(folder, proof.formula, proof.proof) == n
        assert checked(folder, proof.formula, without_seal(proof.proof)) == n
        lines = proof.proof.splitlines()
        for place in random.Random(name).sample(range(len(lines) - 1), min(5, len(lines) - 1)):
            words = lines[place].split()
            words[-2:-1] = [str(-int(words[-2]))] if len(words) > 1 else ["1"]
            changed = "\n".join([*lines[:place], " ".join(words), *lines[place + 1 :]]) + "\n"
            assert isinstance(checked(folder, proof.formula, changed), str)

    def test_a_proof_without_its_steps_is_refused_without_a_checksum_too(self, folder):
        proof = prove(pigeons(5))
        assert "does not follow" in checked(folder, proof.formula, "0\n")
        half = [line for line in without_seal(proof.proof).splitlines() if len(line.split()) < 4]
        assert "does not follow" in checked(folder, proof.formula, "\n".join(half) + "\n")
        all_but_the_last = without_seal(proof.proof).removesuffix("0\n")
        assert "not the empty one" in checked(folder, proof.formula, all_but_the_last)

    @pytest.mark.parametrize(
        ("formula", "proof"),
        [
            ("p cnf 1 1\n1 0\n", "x 0\n"), ("p cnf 1 1\n1 0\n", "2 0\n"), ("1 0\n", "0\n"),
            ("p cnf 1 2\n1 0\n", "0\n"), ("p cnf 1 1\np cnf 1 1\n1 0\n", "0\n"),
            ("p cnf 1 2\n1 0\n-1 0\n", "0\n1 0\n"), ("p cnf 1 1\n1 0 1\n", "0\n"),
            ("p cnf 1 1\n1 0\nc solution 1\n", "0\n"), ("p cnf 1000000000 1\n1 0\n", "0\n"),
            (f"p cnf {'9' * 5_000} 1\n1 0\n", "0\n"), ("p cnf 1 1\n1 0\n", f"{'9' * 5_000} 0\n"),
            ("p cnf 1 2\nc p show 2 0\n1 0\nc solution\n-1 0\n", "0\n"),
            ("p cnf 1 2\nc p show -1 0\n1 0\nc solution\n-1 0\n", "0\n"),
        ],
    )  # fmt: skip
    def test_files_that_are_no_formula_or_no_proof_are_told(self, folder, formula, proof):
        with pytest.raises(checker.BadInput):
            checked(folder, formula, proof)

    @pytest.mark.parametrize("repeat", [False, True])
    def test_what_is_given_and_forbidden_is_in_no_solution(self, folder, repeat):
        options = {"x": ["a"], "y": ["b"], "z": ["a"]}
        problem = xc.Problem(["a", "b"], options, repeat=repeat, multiplicity={"a": (1, 2)})
        for asked in (problem.given("x").without("x"), problem.without("x").given("x")):
            assert asked.count() == 0
            proof = prove(asked)
            assert proof.solutions == ()
            assert checked(folder, proof.formula, proof.proof) == 0

    def test_long_clauses_and_many_deletions_are_quick(self, folder):
        n = 60_000
        long = " ".join(map(str, range(1, n + 1)))
        assert "follow" in checked(folder, f"p cnf {n} 1\n{long} 0\n", "0\n")
        pairs = "".join(f"-1 {k} 0\n" for k in range(2, n + 1))
        deleted = "".join(f"d -1 {k} 0\n" for k in range(2, n))
        rest = f"-1 -{n} 0\n1 {n} 0\n1 -{n} 0\n"
        formula = f"p cnf {n} {n + 2}\n{pairs}{rest}"
        assert checked(folder, formula, f"{deleted}-1 0\n0\n") == 0

    def test_a_solution_that_is_none_or_left_out_or_twice_is_refused(self, folder):
        proof = prove(queens(6))
        body, lines = without_seal(proof.proof), proof.formula.splitlines()
        at = next(k for k, line in enumerate(lines) if line.startswith("c solution"))
        head = next(k for k, line in enumerate(lines) if line.startswith("p cnf"))
        *words, clauses = lines[head].split()

        def said(block, more):
            """With this in place of the first solution and its clause."""
            header = " ".join([*words, str(int(clauses) + more)])
            changed = [*lines[:head], header, *lines[head + 1 : at], *block, *lines[at + 2 :]]
            return checked(folder, "\n".join(changed) + "\n", body)

        first = lines[at : at + 2]
        assert "does not follow" in said([], -1)
        assert "twice" in said(first * 2, 1)
        true = lines[at].split()[2:]
        wrong = [str(int(true[0]) + 1), *true[1:]]
        assert "does not satisfy" in said([f"c solution {' '.join(wrong)}", first[1]], 0)

    def test_a_deleted_clause_is_not_used(self, folder):
        formula = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
        assert checked(folder, formula, "1 0\n0\n") == 0
        assert "follow" in checked(folder, formula, "d 1 2 0\n1 0\n0\n")
        assert "no such" in checked(folder, formula, "d 1 2 0\nd 2 1 0\n")

    def test_more_solutions_than_are_listed_end_it(self):
        with pytest.raises(xc.SearchStopped, match="there are more solutions"):
            prove(queens(8), most=91)
        with pytest.raises(xc.SearchStopped):
            prove(pigeons(12), seconds=0.2)
        assert len(prove(queens(8), most=92).solutions) == 92

    def test_of_too_many_clauses_nothing_is_advised_that_it_has_not(self, monkeypatch):
        monkeypatch.setattr("exactcover.files.cnf._MOST_CLAUSES", 1_000)
        with pytest.raises(xc.UnwritableProblem):
            prove(xc.Problem("p", ["p"] * 60))


def run_checker(*arguments, **more):
    program = [sys.executable, checker.__file__, *map(str, arguments)]
    return subprocess.run(program, capture_output=True, check=False, **more)


class TestCommand:
    def test_two_files_are_written_and_checked_by_another_program(self, tmp_path, command):
        """Whatever the case of their endings; a pipe is read once."""
        xc.write(langford(3), tmp_path / "l.dlx")
        code, out, _ = command("exactcover prove l.dlx -o L.DRAT.GZ")
        assert (code, out.startswith("exactly 2 solutions, proven in ")) == (0, True)
        proof = (tmp_path / "L.DRAT.GZ").read_bytes()
        (tmp_path / "l.drat.gz").write_bytes(proof)
        for name, stdin in (("l.drat.gz", None), ("/dev/stdin", gzip.decompress(proof))):
            done = run_checker(tmp_path / "L.cnf.gz", tmp_path / name, input=stdin)
            assert done.stdout.startswith(b"proven: exactly 2 solutions")
            assert done.returncode == 0
        (tmp_path / "l.drat.gz").write_bytes(b"0\n")
        assert run_checker(tmp_path / "L.cnf.gz", tmp_path / "l.drat.gz").returncode == 2

    @pytest.mark.parametrize(
        ("name", "data", "said"),
        [
            ("p.drat", b"a\x9b\xff\x00", "p.drat: expected text in UTF-8"),
            ("p.drat.gz", b"0\n", "p.drat.gz: damaged"),
            ("p.drat.gz", gzip.compress(b"0\n", mtime=0)[:-6], "p.drat.gz: damaged"),
            ("p.drat.gz", gzip.compress(b"", mtime=0)[:10] + b"\xff" * 20, "p.drat.gz: damaged"),
            ("p.drat", None, "p.drat: No such file or directory"),
        ],
    )
    def test_what_cannot_be_read_is_named_in_a_sentence(self, tmp_path, capsys, name, data, said):
        (tmp_path / "f.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
        if data is not None:
            (tmp_path / name).write_bytes(data)
        assert checker.main([str(tmp_path / "f.cnf"), str(tmp_path / name)]) == 2
        assert f"{tmp_path / said}" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "raised", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()]
    )
    def test_a_failure_at_the_second_file_leaves_both_as_they_were(
        self, tmp_path, monkeypatch, raised
    ):
        xc.write(pigeons(3), tmp_path / "p.dlx")
        before = {"p.cnf": "a formula", "p.drat": "its proof"}
        for name, text in before.items():
            (tmp_path / name).write_text(text)
        left = [None, raised]

        def fsync(stream):
            error = left.pop(0)
            if error is not None:
                raise error

        monkeypatch.setattr(os, "fsync", fsync)
        with pytest.raises(type(raised)):
            cli.main(["prove", str(tmp_path / "p.dlx"), "-o", str(tmp_path / "p.drat")])
        assert left == []
        assert {each.name for each in tmp_path.iterdir()} == {"p.dlx", *before}
        assert {name: (tmp_path / name).read_text() for name in before} == before

    def test_impossible_ones_end_with_1_and_too_many_solutions_with_3(self, tmp_path, command):
        xc.write(langford(5), tmp_path / "l.dlx")
        code, out, _ = command("exactcover prove l.dlx -o l.drat")
        assert (code, out.startswith("no solution, proven in ")) == (1, True)
        xc.write(queens(6), tmp_path / "q.dlx")
        code, _, err = command("exactcover prove q.dlx -o q.drat --most 3")
        assert (code, "more solutions than --most 3" in err) == (3, True)
        assert not (tmp_path / "q.drat").exists()
