"""The wheel: built, installed in a new environment, run from another folder."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_runs_elsewhere(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    run(sys.executable, "-m", "build", "--wheel", "--outdir", dist, ROOT, cwd=tmp_path)
    (wheel,) = dist.glob("*.whl")
    python = tmp_path / "venv" / "bin" / "python"
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    run(python, "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    # A folder of the game master's that has a package's name must not be read in its place.
    (tmp_path / "templates").mkdir()
    said = run(tmp_path / "venv" / "bin" / "adjudicator", "demo", "--out", "out", cwd=tmp_path)
    assert "Austria has won the game." in said
    assert len(list((tmp_path / "out" / "reports").rglob("*.html"))) >= 37 * 7
    typed = "import adjudicator, importlib.resources as r; print(r.files(adjudicator))"
    installed = Path(run(python, "-c", typed, cwd=tmp_path).strip())
    assert (installed / "py.typed").exists()
    assert tmp_path in installed.parents
