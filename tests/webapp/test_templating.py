"""What templates may use, and what each says that it needs."""

import re

import pytest
from jinja2 import meta, nodes

from tests.test_architecture import TEMPLATES, named

HEAD = re.compile(r"\{#.*?#\}", re.DOTALL)


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_template_gets_no_name_that_its_head_does_not_tell(app, template):
    """A page shows nothing for a name that it doesn't get, so a wrong one would not be seen."""
    source = template.read_text()
    head = HEAD.match(source)
    told = set(re.findall(r"\w+", head[0])) if head else set()
    of_all = set(app.jinja_env.globals) | {
        name for each in app.template_context_processors[None] for name in each()
    }
    tree = app.jinja_env.parse(source)
    own = {each.name for each in tree.find_all(nodes.Name) if each.ctx == "store"}
    assert meta.find_undeclared_variables(tree) - own - told - of_all == set()
