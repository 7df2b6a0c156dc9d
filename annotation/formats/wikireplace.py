"""WikiReplace: a JSON list of biographies whose masked mentions carry replacements.

Source: Olstad, Papadopoulou and Lison (2023).
"""

from annotation.formats.record_shape import document_to_json, read_array

read = read_array
to_json = document_to_json
