"""The questions of ``.ci/pyodide`` are answered correctly here, too."""

from __future__ import annotations

from tests.pyodide import questions


def test_all_questions_have_their_answers(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(questions.estimate, "_AFTER", 2.0)  # set back at the end
    questions.main()
    assert capsys.readouterr().out.endswith("all well\n")
