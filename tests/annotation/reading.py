"""Reading a file of some bytes, with all notes and faults."""

from annotation.formats import read_documents


class Read:
    """The documents of a file, by doc_id, with its notes and faults."""

    def __init__(self, tmp_path, content, name, **how):
        path = tmp_path / "upload"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.notes, self.faults = [], []
        documents = read_documents(
            path, name=name, on_note=self.notes.append, on_fault=self.faults.append, **how
        )
        self.documents = {document.doc_id: document for document in documents}
        self.texts = {doc_id: document.text for doc_id, document in self.documents.items()}

    @property
    def problems(self):
        return [str(fault) for fault in self.faults]


def text_of(tmp_path, content, name, **how):
    """The text of a file that is one document, without notes and faults."""
    found = Read(tmp_path, content, name, **how)
    assert (found.notes, found.faults) == ([], [])
    [text] = found.texts.values()
    return text
