"""The server of the page: what it gives, to whom, and what ends with it."""

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
from exactcover_puzzles.page.desk import Desk
from exactcover_puzzles.page.server import PageServer
from exactcover_puzzles.page.workers import Worker, Workers, is_last
from exactcover_puzzles.registry import kind
from tests.paths import ROOT

HALEY = {"kind": "haley", "words": []}
#: Hours of search.
LONG = {"ask": "answer", "kind": "queens", "words": ["20"], "seconds": 3000}


@pytest.fixture(scope="module")
def server():
    with PageServer({"kind": "haley", "words": []}) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield made
        made.shutdown()


@contextmanager
def connection(server):
    made = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    try:
        yield made
    finally:
        made.close()


def get(server, path, **headers):
    with connection(server) as made:
        made.request("GET", path, headers=headers)
        answer = made.getresponse()
        return answer.status, answer.headers, answer.read()


def post(server, question, path=None, body=None, **headers):
    usual = {
        "Origin": f"http://127.0.0.1:{server.server_port}",
        "Content-Type": "application/json",
    }
    sent = {name: value for name, value in (usual | headers).items() if value is not None}
    with connection(server) as made:
        data = json.dumps(question) if body is None else body
        made.request("POST", path or f"/{server.token}/ask", data, sent)
        answer = made.getresponse()
        return answer.status, [json.loads(line) for line in answer.read().split(b"\n") if line]


def at_work(server):
    return len(server.workers._at_work)


def first_line(answer):
    """The first line that is not empty, as those are that only show that the server lives."""
    while not (line := answer.readline().strip()):
        pass
    return line


def soon(true):
    """Whether something is true within a few seconds."""
    until = time.monotonic() + 8
    while not true() and time.monotonic() < until:
        time.sleep(0.02)
    return true()


class TestFiles:
    def test_the_page_and_what_it_names_are_given(self, server):
        status, headers, page = get(server, f"/{server.token}/")
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        for name in ("main.js", "page.css", "icon.svg", "start.json"):
            assert get(server, f"/{server.token}/{name}")[0] == 200, name
        assert b"main.js" in page

    @pytest.mark.parametrize(
        "name", ["server.py", "../server.py", "..%2fserver.py", "/etc/passwd", "static/main.js"]
    )
    def test_no_other_file_of_the_machine_is(self, server, name):
        assert get(server, f"/{server.token}/{name}")[0] == 404

    def test_nothing_may_be_loaded_from_elsewhere(self, server):
        _, headers, _ = get(server, f"/{server.token}/")
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


class TestWhoMayAsk:
    def test_who_knows_the_word(self, server):
        status, (*_, last) = post(server, {"ask": "answer", **HALEY})
        assert (status, last["free"]) == (200, "55")

    @pytest.mark.parametrize(
        "path", ["/", "/ask", "//ask", "/wrong/ask", "/wrong/", "/wrong/main.js"]
    )
    def test_nobody_without_it(self, server, path):
        assert get(server, path)[0] == 403
        assert post(server, {"ask": "kinds"}, path)[0] in (403, 404)

    @pytest.mark.parametrize(
        "origin", [None, "null", "http://evil.example", "https://127.0.0.1:1", "http://127.0.0.1"]
    )
    def test_no_page_of_another_origin(self, server, origin):
        assert post(server, {"ask": "kinds"}, Origin=origin)[0] == 403

    def test_no_name_that_was_made_to_mean_this_machine(self, server):
        # DNS rebinding: the browser believes that evil.example is 127.0.0.1.
        host = f"evil.example:{server.server_port}"
        assert get(server, f"/{server.token}/", Host=host)[0] == 403
        assert post(server, {"ask": "kinds"}, Host=host)[0] == 403

    def test_no_form_of_another_page(self, server):
        headers = {"Content-Type": "text/plain"}
        assert post(server, {"ask": "kinds"}, **headers)[0] == 403
        headers = {"Sec-Fetch-Site": "cross-site"}
        assert post(server, {"ask": "kinds"}, **headers)[0] == 403

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

    def test_the_file_ends_with_the_server(self):
        with PageServer({}) as server:
            file = Path(url2pathname(urlsplit(server.entrance()).path))
        assert not file.exists()

    def test_it_listens_on_the_loopback_address_alone(self, server):
        assert server.server_address[0] == "127.0.0.1"


class TestBounds:
    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"null", b"\xff", b"[" * 100_000,
                                      '{"ask": "kinds"}'.encode("utf-16")])  # fmt: skip
    def test_what_is_no_question_is_refused(self, server, body):
        assert post(server, None, body=body)[0] == 400

    @pytest.mark.parametrize("length", ["", "-1", "x", "99999999999", "9" * 5000, "²"])
    def test_so_are_those_of_no_size_and_those_too_large(self, server, length):
        with connection(server) as made:
            made.putrequest("POST", f"/{server.token}/ask")
            for name, value in (
                ("Origin", f"http://127.0.0.1:{server.server_port}"),
                ("Content-Type", "application/json"), ("Content-Length", length),
            ):  # fmt: skip
                made.putheader(name, value.encode("utf-8"))
            made.endheaders()
            assert made.getresponse().status == 413

    def test_connections_that_say_nothing_are_few_and_end_soon(self, monkeypatch):
        monkeypatch.setattr(pages, "_PATIENCE", 0.5)
        with PageServer({}) as server, ExitStack() as stack:
            thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
            thread.start()
            stack.callback(server.shutdown)
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

    @pytest.mark.parametrize("gigabytes", [0.5, 1, 2, 4, 8, 16, 64, 1024])
    def test_the_processes_of_a_page_fit_the_machine(self, gigabytes):
        memory = int(gigabytes * 2**30)
        most, each = processes.shares(memory)
        assert 1 <= most <= 6
        assert most * each <= max(memory, processes._LEAST_MEMORY)

    @pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="needs /proc")
    def test_a_process_may_ask_for_its_share_alone(self):
        worker = Worker(2 * 2**30)
        *_, last = worker.ask(b'{"ask": "kinds"}')
        limits = Path(f"/proc/{worker._process.pid}/limits").read_text()
        worker.close()
        assert "kinds" in json.loads(last)
        assert re.search(r"Max address space +2147483648 ", limits)

    def test_a_few_searches_at_a_time(self, monkeypatch):
        monkeypatch.setattr(processes, "_MOST", 1)
        workers = Workers()
        first = workers.take()
        with pytest.raises(processes.Busy):
            workers.take()
        workers.give_back(first, complete=True)
        assert workers.take() is first
        workers.close()

    def test_a_process_whose_answer_was_not_read_to_its_end_answers_no_other_question(self):
        workers = Workers()
        first = workers.take()
        next(first.ask(json.dumps(LONG).encode()))
        workers.give_back(first, complete=False)
        second = workers.take()
        assert second is not first
        *_, last = second.ask(b'{"ask": "kinds"}')
        assert "kinds" in json.loads(last)
        workers.close()

    @pytest.mark.slow
    def test_a_puzzle_that_is_too_large_is_refused_and_the_server_goes_on(self, server):
        text = (
            "grid: square\nuse: any\npieces: octominoes\nboard:\n"
            + "\n".join(["#" * 60] * 48)
            + "\n"
        )
        status, (*_, last) = post(server, {"ask": "answer", "kind": "polyform", "text": text})
        assert (status, "error" in last) == (200, True)
        assert post(server, {"ask": "kinds"})[0] == 200


class TestEnds:
    def test_a_search_ends_when_its_page_goes_away(self, server):
        with connection(server) as made:
            headers = {
                "Origin": f"http://127.0.0.1:{server.server_port}",
                "Content-Type": "application/json",
            }
            made.request("POST", f"/{server.token}/ask", json.dumps(LONG), headers)
            answer = made.getresponse()
            assert json.loads(first_line(answer))["verdict"] == "possible"
            assert at_work(server) == 1
            answer.close()
        assert soon(lambda: at_work(server) == 0)
        assert post(server, {"ask": "kinds"})[0] == 200

    def test_a_worker_that_dies_ends_its_answer(self):
        worker = Worker()
        lines = worker.ask(json.dumps(LONG).encode())
        while not next(lines):
            pass
        worker._process.kill()
        assert not any(map(is_last, lines))
        assert soon(lambda: not worker.alive)
        worker.close()

    def test_the_page_is_told_of_a_process_that_died(self, server):
        with connection(server) as made:
            headers = {
                "Origin": f"http://127.0.0.1:{server.server_port}",
                "Content-Type": "application/json",
            }
            made.request("POST", f"/{server.token}/ask", json.dumps(LONG), headers)
            answer = made.getresponse()
            first_line(answer)
            server.workers._at_work[0]._process.kill()
            *_, last = [line for line in answer if line.strip()]
        assert json.loads(last)["error"].startswith("the process that answers has ended")

    def test_and_of_a_server_that_was_stopped(self):
        with PageServer({}) as server:
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            with connection(server) as made:
                headers = {
                    "Origin": f"http://127.0.0.1:{server.server_port}",
                    "Content-Type": "application/json",
                }
                made.request("POST", f"/{server.token}/ask", json.dumps(LONG), headers)
                answer = made.getresponse()
                first_line(answer)
                server.shutdown()
                server.server_close()
                *_, last = [line for line in answer if line.strip()]
        assert json.loads(last)["error"] == "the server has been stopped"

    @pytest.mark.skipif(os.name != "posix", reason="needs SIGINT")
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_the_command_ends_with_its_searches(self, number):
        command = [sys.executable, "-m", "exactcover_puzzles", "play", "--no-browser"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        url = process.stdout.readline().strip()
        port, token = url.rsplit(":", 1)[1].strip("/").split("/")
        made = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
        headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
        made.request("POST", f"/{token}/ask", json.dumps(LONG), headers)
        first_line(made.getresponse())
        children = _children(process.pid)
        assert children
        process.send_signal(number)
        code = process.wait(timeout=10)
        made.close()
        process.stdout.close()
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


def test_a_question_that_is_refused_is_answered_once(server):
    for path, status in (("/wrong/ask", b"403"), (f"/{server.token}/else", b"404")):
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as line:
            line.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n"
                         "Content-Length: 0\r\n\r\n".encode())  # fmt: skip
            answer = b"".join(iter(lambda line=line: line.recv(9_999), b""))
        assert answer.count(b"HTTP/1") == 1
        assert status in answer.splitlines()[0]


class TestPython:
    def test_a_puzzle_is_played_from_python(self):
        (queens,) = puzzles.read("queens", "6")
        playing = queens.play()
        port, token = playing.url.rsplit(":", 1)[1].strip("/").split("/")
        made = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
        made.request("GET", f"/{token}/start.json")
        assert json.loads(made.getresponse().read()) == {"kind": "queens", "words": ["6"]}
        made.close()
        assert playing.url in playing._repr_html_()
        playing.close()
        with pytest.raises(ConnectionError):
            http.client.HTTPConnection("127.0.0.1", int(port), timeout=2).request("GET", "/")

    def test_what_no_text_states_has_no_page(self):
        (queens,) = puzzles.read("queens", "6")
        queens.stated = {}
        with pytest.raises(ValueError, match="no text states this puzzle"):
            queens.play()

    @pytest.mark.parametrize(
        "words",
        [["queens", "12"], ["queens", "6", "--torus"], ["queens", "6", "--given", "r1c2"],
         ["domino", "4x4"], ["domino", "aztec2"], ["latin", "4"], ["latin", "holes-6"],
         ["words", "3x3"], ["haley"], ["sudoku", "lines"], ["sudoku", "killer-6"],
         ["picture", str(ROOT / "data" / "pictures" / "11x3-of-6.txt")]],
    )  # fmt: skip
    def test_a_page_has_the_puzzle_that_was_read_and_no_other(self, words):
        for puzzle in puzzles.read(*words):
            assert Desk().laid(puzzle.stated).puzzle.problem == puzzle.problem

    def test_each_puzzle_of_a_text_is_played_as_itself(self):
        lines = ["1234341221434321", "1.....2......3.."]
        read = puzzles.read("sudoku", text="# Two.\n" + "\n".join(lines) + "\n")
        assert [each.stated["text"] for each in read] == lines

    def test_a_file_is_read_once_whatever_it_is(self, tmp_path, monkeypatch):
        text = kind("polyform").example
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        (piped,) = puzzles.read("polyform", "-")
        assert piped.stated == {"kind": "polyform", "text": text}
        large = tmp_path / "large.gz"
        large.write_bytes(gzip.compress(("# more\n" * 300_000 + text).encode()))
        with pytest.raises(xc.FileFault, match="unpacked"):
            puzzles.read("polyform", large, "--unpacked", "1MB")
        (packed,) = puzzles.read("polyform", large, "--unpacked", "9MB")
        large.unlink()
        assert packed.stated["text"].endswith(text)

    def test_a_puzzle_that_its_text_does_not_state_alone_has_no_page(self):
        (repeated,) = puzzles.read("words", "3x3", "--repeat")
        with pytest.raises(ValueError, match="no text states this puzzle"):
            repeated.play()

    def test_a_file_is_played_with_its_text(self, tmp_path):
        text = "grid: square\npieces: 2*L tetromino\nboard:\n####\n####\n"
        (tmp_path / "mine.txt").write_text(text)
        (board,) = puzzles.read("polyform", tmp_path / "mine.txt")
        assert board.stated == {"kind": "polyform", "text": text}
        (haley,) = puzzles.read("polyform", "haley")
        assert haley.stated["text"].startswith("# Haley's board")
