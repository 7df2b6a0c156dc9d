import pytest

from annotation.sources import ListSource, relation_of, source_label
from ontology.sources import load_sources


def test_every_source_that_means_something_has_a_label_of_its_own():
    labels = [source_label(source) for source in ListSource]
    assert len({*labels}) == len(labels)
    assert not {*labels} & {*ListSource}


def test_a_source_that_nobody_labelled_keeps_its_name():
    assert source_label("gazetteer") == "gazetteer"


def test_a_nested_list_is_named_by_each_of_its_sources():
    assert source_label("contained, P31") == "contained name: instance of"


@pytest.mark.parametrize("source", ListSource)
def test_a_source_of_wikireplace_is_like_itself(source):
    assert relation_of(source) == source


def test_each_package_is_like_classes_of_things_or_classes_of_classes():
    relations = {name: relation_of(name) for name in load_sources()}
    assert relations["cities"] is ListSource.INSTANCE_OF
    assert relations["wordnet"] is ListSource.SUBCLASS_OF
    assert {*relations.values()} == {ListSource.INSTANCE_OF, ListSource.SUBCLASS_OF}
