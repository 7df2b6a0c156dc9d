"""spaCy is loaded without torch where the pipeline needs none, and torch can be imported later."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from masking.torchless import _Hiding


def test_one_thread_finds_no_torch_and_the_others_look_further():
    finder = _Hiding()
    assert finder.find_spec("json") is None
    with pytest.raises(ModuleNotFoundError):
        finder.find_spec("torch")
    with ThreadPoolExecutor(1) as other:
        assert other.submit(finder.find_spec, "torch").result() is None


def test_the_pipeline_that_comes_along_loads_no_torch_and_leaves_it_to_be_imported():
    code = (
        "import sys\n"
        "from masking.pipelines import Pipeline\n"
        "doc = Pipeline.open(hides_torch=True).parse('Ole Hansen left Oslo.')\n"
        "assert doc.ents and 'torch' not in sys.modules and len(sys.meta_path) == before\n"
        "import torch; torch.zeros(1)"
    )
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; before = len(sys.meta_path)\n{code}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
