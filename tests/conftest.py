"""Hypothesis profiles: ``fast`` (the default) and ``thorough`` (HYPOTHESIS_PROFILE=thorough)."""

import gc
import importlib.util
import logging
import os
import re
import signal
import threading

import pytest
from hypothesis import HealthCheck, settings

from exactcover.compile import compiles

from .paths import ROOT

# Compiling kernels and garbage collection make single examples slow for no fault of theirs.
_common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("fast", max_examples=25 if compiles() else 8, **_common)
settings.register_profile("thorough", max_examples=2_000, **_common)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))
THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"

#: What is printed and drawn, as it was.
GOLDEN = ROOT / "tests" / "golden"
#: What cannot even be imported without numba and llvmlite.
collect_ignore = ["compile"] if importlib.util.find_spec("numba") is None else []


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/")


def pytest_configure():
    """Tests press Ctrl-C, which whatever a script started in the background is told to ignore."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    """All tests stay: no collection of garbage looks at them. There are few, as in commands."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


def pytest_runtest_setup():
    """OR-Tools leaves SIGINT to the system, which would end all tests after one that called it; a
    command keeps the log of the package to itself."""
    for package in ("exactcover", "puzzles"):
        logging.getLogger(package).propagate = True
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT) or signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """What is marked ``thorough`` runs with HYPOTHESIS_PROFILE=thorough only, what is marked
    ``compiled`` with numba only, and what is marked ``needs`` with these libraries only."""
    for item in items:
        libraries = {name for each in item.iter_markers("needs") for name in each.args}
        reasons = [f"could not import '{library}'" for library in sorted(libraries)
                   if importlib.util.find_spec(library) is None]  # fmt: skip
        if item.get_closest_marker("compiled") and not compiles():
            reasons.append("takes numba, or minutes")
        if item.get_closest_marker("thorough") and not THOROUGH:
            reasons.append("takes long: HYPOTHESIS_PROFILE=thorough")
        for reason in reasons:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """With ``FAIL_ON_SKIPS`` a run fails whose skips are not all allowed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    # (Those of one of several processes, by pytest-xdist, are told by the first.)
    worker = hasattr(session.config, "workerinput")
    if not os.environ.get("FAIL_ON_SKIPS") or reporter is None or worker:
        return
    from .allowed_skips import allowed

    for report in reporter.stats.get("skipped", ()):
        file, line, reason = report.longrepr
        if not allowed(reason):
            reporter.write_line(f"\n{file}:{line}: {reason}: such a skip is not allowed", red=True)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def tiny_tasks():
    """Divided searches are divided into tasks of a few nodes."""
    from .small_tasks import tasks_of_few_nodes

    with tasks_of_few_nodes():
        yield


@pytest.fixture
def golden(request):
    """Compares a text with what a file of tests/golden/ has; ``--update-golden`` writes it."""

    def compare(name, text):
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def answered(golden):
    """Evaluates each line after ``>>>`` of a golden file; answers and errors are those there."""

    def compare(name, names):
        said = []
        for line in re.findall("^>>> (.*)$", (GOLDEN / name).read_text(encoding="utf-8"), re.M):
            try:
                answer = str(eval(line, names))
            except Exception as error:
                answer = f"{type(error).__name__}: {error}"
            said.append(f">>> {line}\n{answer}\n")
        golden(name, "\n".join(said))

    return compare


@pytest.fixture
def command(capsys, tmp_path, monkeypatch):
    """Runs a command in an empty folder, as a line or as words: its exit code, its output and its
    messages."""
    from exactcover import cli

    from .commands import PROGRAMS

    monkeypatch.chdir(tmp_path)

    def run(line, *words):
        program, *words = [*line.split(), *map(str, words)]
        return cli.run(program, PROGRAMS[program].main, words), *capsys.readouterr()

    return run
