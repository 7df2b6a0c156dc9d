// The words by which one can tell who a text is about: clicked in it, they are put into the field, one passage a
// line, and taken out again. What stands in the field is marked in the text.

const box = document.getElementById("sanitized");
const field = document.getElementById("words");
const text = box.firstChild;
const LETTER = "[\\p{L}\\p{M}\\p{N}]";
const isOfWord = new RegExp(LETTER, "u");

const spaced = (words) => words.trim().split(/\s+/u).join(" ");
const passages = () => field.value.split("\n").map(spaced).filter(Boolean);
const words = [...new Intl.Segmenter(document.documentElement.lang, { granularity: "word" }).segment(box.textContent)];

// The words that a stretch of the text touches; null where it touches none.
function touched(from, to) {
  const some = words.filter(
    ({ index, segment, isWordLike }) => isWordLike && index < to && index + segment.length > from,
  );
  if (!some.length) return null;
  const last = some.at(-1);
  return spaced(text.data.slice(some[0].index, last.index + last.segment.length));
}

function pointed(event) {
  const selection = window.getSelection();
  if (!selection.isCollapsed && selection.anchorNode === text && selection.focusNode === text) {
    const { startOffset, endOffset } = selection.getRangeAt(0);
    selection.removeAllRanges();
    return touched(startOffset, endOffset);
  }
  const point = document.caretPositionFromPoint?.(event.clientX, event.clientY);
  const range = point ? null : document.caretRangeFromPoint?.(event.clientX, event.clientY);
  const [node, at] = point ? [point.offsetNode, point.offset] : [range?.startContainer, range?.startOffset];
  return node === text ? touched(at, at + 1) ?? touched(at - 1, at) : null;
}

function toggle(passage) {
  const before = passages();
  const after = before.includes(passage) ? before.filter((each) => each !== passage) : [...before, passage];
  field.value = after.join("\n");
  mark();
}

const escaped = (word) => word.replace(/[$()*+.?[\\\]^{|}]/gu, "\\$&");

function* placesOf(passage) {
  const start = isOfWord.test(passage[0]) ? `(?<!${LETTER})` : "";
  const end = isOfWord.test(passage.at(-1)) ? `(?!${LETTER})` : "";
  const pattern = start + passage.split(" ").map(escaped).join("\\s+") + end;
  for (const { 0: found, index } of text.data.matchAll(new RegExp(pattern, "gu"))) {
    const place = new Range();
    place.setStart(text, index);
    place.setEnd(text, index + found.length);
    yield place;
  }
}

function mark() {
  const places = passages().flatMap((passage) => [...placesOf(passage)]);
  CSS.highlights?.set("telling", new Highlight(...places));
}

if (text) {
  box.addEventListener("click", (event) => {
    const passage = pointed(event);
    if (passage) toggle(passage);
  });
  field.addEventListener("input", mark);
  document.querySelector("#identify [data-scripted-only]").hidden = false;
  mark();
}
