"""The server of the page: what it serves, to whom, and how it ends."""

from __future__ import annotations

import gzip
import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover_puzzles.page import server as pages
from exactcover_puzzles.page import workers as processes
from exactcover_puzzles.page.recent import Recent
from exactcover_puzzles.page.server import PageServer
from exactcover_puzzles.page.workers import Worker, Workers
from exactcover_puzzles.registry import kind
from tests.paths import ROOT

from .browser import running

HALEY = {"kind": "haley", "words": []}
KINDS = {"ask": "kinds"}
#: Hours of search.
LONG = {"ask": "answer", "kind": "queens", "words": ["20"], "seconds": 3000}


@pytest.fixture(scope="module")
def server():
    with running(PageServer(HALEY)) as made:
        yield made


@pytest.fixture
def workers():
    made = Workers()
    yield made
    made.close()


@contextmanager
def connected(url, question=None, path=None, **headers):
    """The answer to a question, or a file, as it comes."""
    host, home = urlsplit(url).netloc, urlsplit(url).path
    made = http.client.HTTPConnection(host, timeout=30)
    if question is None:
        made.request("GET", path or home, headers=headers)
    else:
        usual = {"Origin": f"http://{host}", "Content-Type": "application/json"}
        sent = {name: value for name, value in (usual | headers).items() if value is not None}
        data = question if type(question) is bytes else json.dumps(question)
        made.request("POST", path or f"{home}ask", data, sent)
    try:
        with made.getresponse() as answer:
            yield answer
    finally:
        made.close()


def get(server, path, **headers):
    with connected(server.url, None, path, **headers) as answer:
        return answer.status, answer.headers, answer.read()


def post(server, question, path=None, **headers):
    with connected(server.url, question, path, **headers) as answer:
        return answer.status, lines_of(answer)


def lines_of(answer):
    return [json.loads(line) for line in answer if line.strip()]


@contextmanager
def searching(url):
    """The rest of an answer that takes hours, of which the first line was read."""
    with connected(url, LONG) as answer:
        # Empty lines only show that the server lives.
        first = next(line for line in answer if line.strip())
        assert json.loads(first)["verdict"] == "possible"
        yield answer


def soon(true):
    """Whether something is true within a few seconds."""
    until = time.monotonic() + 8
    while not true() and time.monotonic() < until:
        time.sleep(0.02)
    return true()


class TestFiles:
    def test_the_page_and_what_it_names_are_given_and_nothing_from_elsewhere(self, server):
        status, headers, page = get(server, f"/{server.token}/")
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert b"main.js" in page
        for name in ("main.js", "page.css", "icon.svg"):
            assert get(server, f"/{server.token}/{name}")[0] == 200, name
        assert json.loads(get(server, f"/{server.token}/start.json")[2]) == HALEY
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"

    @pytest.mark.parametrize(
        "name", ["server.py", "../server.py", "..%2fserver.py", "/etc/passwd", "static/main.js"]
    )
    def test_no_other_file_of_the_machine_is(self, server, name):
        assert get(server, f"/{server.token}/{name}")[0] == 404


class TestWhoMayAsk:
    def test_who_knows_the_word(self, server):
        status, (*_, last) = post(server, {"ask": "answer", **HALEY})
        assert (status, last["free"]) == (200, "55")
        assert server.server_address[0] == "127.0.0.1"

    @pytest.mark.parametrize(
        "path", ["/", "/ask", "//ask", "/wrong/ask", "/wrong/", "/wrong/main.js"]
    )
    def test_nobody_without_it(self, server, path):
        assert get(server, path)[0] == 403
        assert post(server, KINDS, path)[0] in (403, 404)

    @pytest.mark.parametrize(
        "headers",
        [
            *({"Origin": origin} for origin in (
                None, "null", "http://evil.example", "https://127.0.0.1:1", "http://127.0.0.1")),
            # No form of another page.
            {"Content-Type": "text/plain"}, {"Sec-Fetch-Site": "cross-site"},
            # DNS rebinding: the browser believes that evil.example is 127.0.0.1.
            {"Host": "evil.example:{}"},
        ],
    )  # fmt: skip
    def test_no_page_of_another_origin(self, server, headers):
        if "Host" in headers:
            headers = {"Host": headers["Host"].format(server.server_port)}
            assert get(server, f"/{server.token}/", **headers)[0] == 403
        assert post(server, KINDS, **headers)[0] == 403

    def test_a_browser_is_started_with_a_file_that_leads_there_once(self, server):
        # Other users of the machine can read the arguments of processes.
        for _ in range(2):
            file = Path(url2pathname(urlsplit(server.entrance()).path))
            assert file.stat().st_mode & 0o777 == 0o600
            assert server.token not in file.read_text() + file.name
            (path,) = re.findall(r"url=http://127.0.0.1:\d+(/.*?)\"", file.read_text())
            assert path.strip("/") not in file.name
        status, headers, _ = get(server, path)
        assert (status, headers["Location"]) == (303, server.url)
        assert not file.exists()
        assert get(server, path)[0] == 403
        assert get(server, f"{path}main.js")[0] == 403
        with PageServer({}) as ended:
            file = Path(url2pathname(urlsplit(ended.entrance()).path))
        assert not file.exists()


class TestBounds:
    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"null", b"\xff", b"[" * 100_000,
                                      '{"ask": "kinds"}'.encode("utf-16")])  # fmt: skip
    def test_what_is_no_question_is_refused(self, server, body):
        assert post(server, body)[0] == 400

    @pytest.mark.parametrize("length", ["", "-1", "x", "99999999999", "9" * 5000, "²"])
    def test_so_are_those_of_no_size_and_those_too_large(self, server, length):
        assert post(server, KINDS, **{"Content-Length": length.encode()})[0] == 413

    def test_a_question_that_is_refused_is_answered_once(self, server):
        for path, status in (("/wrong/ask", b"403"), (f"/{server.token}/else", b"404")):
            with socket.create_connection(server.server_address, timeout=10) as line:
                line.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n"
                             "Content-Length: 0\r\n\r\n".encode())  # fmt: skip
                answer = b"".join(iter(lambda line=line: line.recv(9_999), b""))
            assert answer.count(b"HTTP/1") == 1
            assert status in answer.splitlines()[0]

    def test_connections_that_say_nothing_are_few_and_end_soon(self, monkeypatch):
        monkeypatch.setattr(pages, "_PATIENCE", 0.5)
        with running(PageServer({})) as server, ExitStack() as stack:
            before = threading.active_count()
            silent = [
                stack.enter_context(socket.create_connection(server.server_address))
                for _ in range(300)
            ]
            # Nor are those who say a letter from time to time.
            for each in silent[-5:]:
                each.sendall(b"GET")
            assert get(server, f"/{server.token}/")[0] == 200
            assert threading.active_count() <= before + pages._STRANGERS + 10
            assert soon(lambda: threading.active_count() <= before)
            assert not server._strangers

    def test_the_processes_of_a_page_fit_the_machine(self):
        for gigabytes in (0.5, 1, 2, 4, 8, 16, 64, 1024):
            memory = int(gigabytes * 2**30)
            most, each = processes.shares(memory)
            assert 1 <= most <= 6
            assert most * each <= max(memory, processes._LEAST_MEMORY)

    @pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="needs /proc")
    def test_a_process_may_ask_for_its_share_alone(self):
        worker = Worker(2 * 2**30)
        *_, last = worker.ask(json.dumps(KINDS).encode())
        limits = Path(f"/proc/{worker._process.pid}/limits").read_text()
        worker.close()
        assert "kinds" in json.loads(last)
        assert re.search(r"Max address space +2147483648 ", limits)

    def test_a_few_searches_at_a_time(self, workers, monkeypatch):
        monkeypatch.setattr(workers, "_most", 1)
        first = workers.take()
        with pytest.raises(processes.Busy):
            workers.take()
        workers.give_back(first, complete=True)
        assert workers.take() is first

    def test_a_process_whose_answer_was_not_read_to_its_end_answers_no_other(self, workers):
        first = workers.take()
        next(first.ask(json.dumps(LONG).encode()))
        workers.give_back(first, complete=False)
        second = workers.take()
        assert second is not first
        *_, last = second.ask(json.dumps(KINDS).encode())
        assert "kinds" in json.loads(last)

    @pytest.mark.slow
    def test_a_puzzle_that_is_too_large_is_refused_and_the_server_goes_on(self, server):
        board = "\n".join(["#" * 60] * 48)
        text = f"grid: square\nuse: any\npieces: octominoes\nboard:\n{board}\n"
        status, (*_, last) = post(server, {"ask": "answer", "kind": "polyform", "text": text})
        assert (status, "error" in last) == (200, True)
        assert post(server, KINDS)[0] == 200


class TestEnds:
    def test_a_search_ends_when_its_page_goes_away(self, server):
        with searching(server.url):
            assert len(server.workers._at_work) == 1
        assert soon(lambda: not server.workers._at_work)
        assert post(server, KINDS)[0] == 200

    def test_the_page_is_told_of_a_process_that_died_and_of_a_server_that_was_stopped(self):
        with running(PageServer({})) as server:
            with searching(server.url) as answer:
                server.workers._at_work[0]._process.kill()
                *_, died = lines_of(answer)
            with searching(server.url) as answer:
                server.shutdown()
                server.server_close()
                *_, stopped = lines_of(answer)
        assert (died["error"], stopped["error"]) == (pages._ENDED, pages._STOPPED)

    @pytest.mark.skipif(os.name != "posix", reason="needs SIGINT")
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_the_command_ends_with_its_searches(self, number):
        command = [sys.executable, "-m", "exactcover_puzzles", "play", "--no-browser"]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
            searching(process.stdout.readline().strip()),
        ):
            children = _children(process.pid)
            assert children
            process.send_signal(number)
            code = process.wait(timeout=10)
        assert code == (0 if number != signal.SIGKILL else -signal.SIGKILL)
        assert soon(lambda: not any(map(_runs, children)))


def _children(pid):
    tasks = Path(f"/proc/{pid}/task")
    if not tasks.is_dir():
        pytest.skip("needs /proc")
    found = ((task / "children").read_text().split() for task in tasks.iterdir())
    return [int(child) for children in found for child in children]


def _runs(pid):
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


class TestPython:
    """A page of a puzzle that Python has; that it opens with this puzzle is seen in a browser."""

    def test_a_page_ends_when_it_is_closed(self):
        playing = puzzles.read("queens", "6")[0].play()
        assert playing.url in playing._repr_html_()
        with connected(playing.url) as answer:
            assert answer.status == 200
        playing.close()
        with pytest.raises(ConnectionError), connected(playing.url):
            pass

    def test_what_no_text_states_has_no_page(self):
        (queens,) = puzzles.read("queens", "6")
        queens.stated = {}
        (repeated,) = puzzles.read("words", "3x3", "--repeat")  # nor its text alone
        for puzzle in (queens, repeated):
            with pytest.raises(ValueError, match="this puzzle has no text"):
                puzzle.play()

    @pytest.mark.parametrize(
        "words",
        [["queens", "12"], ["queens", "6", "--torus"], ["queens", "6", "--given", "r1c2"],
         ["domino", "4x4"], ["domino", "aztec2"], ["latin", "4"], ["latin", "holes-6"],
         ["words", "3x3"], ["haley"], ["sudoku", "lines"], ["sudoku", "killer-6"],
         ["picture", str(ROOT / "data" / "pictures" / "11x3-of-6.txt")]],
    )  # fmt: skip
    def test_a_page_has_the_puzzle_that_was_read_and_no_other(self, words):
        for puzzle in puzzles.read(*words):
            assert Recent().shown(puzzle.stated).puzzle.problem == puzzle.problem

    def test_each_puzzle_of_a_text_is_played_as_itself(self):
        lines = ["1234341221434321", "1.....2......3.."]
        read = puzzles.read("sudoku", text="# Two.\n" + "\n".join(lines) + "\n")
        assert [each.stated["text"] for each in read] == lines

    def test_a_file_is_read_once_whatever_it_is(self, tmp_path, monkeypatch):
        text = kind("polyform").example
        (tmp_path / "mine.txt").write_text(text)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        for path in (tmp_path / "mine.txt", "-"):
            (board,) = puzzles.read("polyform", path)
            assert board.stated == {"kind": "polyform", "text": text}
        large = tmp_path / "large.gz"
        large.write_bytes(gzip.compress(("# more\n" * 300_000 + text).encode()))
        with pytest.raises(xc.FileFault, match="unpacked"):
            puzzles.read("polyform", large, "--unpacked", "1MB")
        (packed,) = puzzles.read("polyform", large, "--unpacked", "9MB")
        large.unlink()
        assert packed.stated["text"].endswith(text)
