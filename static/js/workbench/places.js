// Places in the document: from points of the page to its original text and back, by words.
//
// A place is an index into the text as the page's lines have it, each span as its original. The
// server counts code points, from `data-start` of a line and the borders of its spans: so what the
// browser does to line ends shifts nothing.

import { spanOf } from "./spans.js";

let box = null; // the text that was read
let lines = []; // { box, start, end, units }
let pieces = []; // { node, span, words, start, end, offset }: text, spans, and the words before them
let text = "";

// Reads the page where it shows another text than before.
function readText() {
  const current = document.querySelector(".document");
  if (current === box) return;
  [box, lines, pieces, text] = [current, [], [], ""];
  for (const line of box.querySelectorAll("p")) {
    const start = text.length;
    let offset = Number(line.dataset.start);
    for (const node of line.childNodes) offset = addPiece(node, offset);
    lines.push({ box: line, start, end: text.length, units: {} });
  }
}

const countPoints = (words) => [...words].length;

function addPiece(node, offset) {
  const span = node.matches?.(".span") ? spanOf(node) : null;
  const words = span ? span.original : (node.dataset?.original ?? node.data);
  pieces.push({ node, span, words, offset, start: text.length, end: text.length + words.length });
  text += words;
  return span ? Number(span.select.dataset.end) : offset + countPoints(words);
}

const showsOriginal = (piece) => piece.node.textContent === piece.words;
const pieceAfter = (at) => pieces.find((piece) => piece.start <= at && at < piece.end);
const pieceBefore = (at) => pieces.find((piece) => piece.start < at && at <= piece.end);
const lineAt = (at) => lines.find((line) => line.start <= at && at < line.end) ?? lines.at(-1);

// As the server counts.
export function offsetOf(at, isEnd) {
  const piece = isEnd ? pieceBefore(at) : pieceAfter(at);
  if (piece.span && at === piece.end) return Number(piece.span.select.dataset.end);
  return piece.offset + countPoints(piece.words.slice(0, at - piece.start));
}

// The other way round; null where that is no place of the page.
export function placeAt(start, end) {
  readText();
  const [from, to] = [indexOf(start, false), indexOf(end, true)];
  return from < to ? { from, to } : null;
}

function indexOf(offset, isEnd) {
  const holds = ({ offset: first, words }) =>
    first + (isEnd ? 1 : 0) <= offset && offset < first + countPoints(words) + (isEnd ? 1 : 0);
  const piece = pieces.find((each) => !each.span && holds(each));
  if (!piece) return NaN;
  return piece.start + [...piece.words].slice(0, offset - piece.offset).join("").length;
}

export const wordsOf = ({ from, to }) => text.slice(from, to);
export const directionAt = (at) => getComputedStyle(lineAt(at).box).direction;

export function bordersOf(span) {
  readText();
  const { start, end } = pieces.find((piece) => piece.span === span);
  return { from: start, to: end };
}

// The span that has exactly these borders.
export const spanAt = ({ from, to }) =>
  pieces.find((piece) => piece.span && piece.start === from && piece.end === to)?.span;

export const overlap = (one, other) => one.from < other.to && other.from < one.to;

const isHidden = (place) =>
  pieces.some((piece) => piece.span && overlap(place, { from: piece.start, to: piece.end }));

// Within words that are not the document's own there are no places: only the borders.
function placeOf(node, offset, isEnd) {
  const point = new Range();
  point.setStart(node, offset);
  const piece = pieces.find((each) => each.node.contains(node));
  if (!piece) {
    const next = pieces.find((each) => point.comparePoint(each.node, 0) >= 0);
    return { at: next ? next.start : text.length };
  }
  if (!showsOriginal(piece)) return { at: isEnd ? piece.end : piece.start, isBorder: true };
  point.setStart(piece.node, 0);
  return { at: piece.start + point.toString().length };
}

// What is selected on the page, by whole words, or to the character; null where that is nothing.
export function placeOfRange(range, isExact) {
  readText();
  const from = placeOf(range.startContainer, range.startOffset, false);
  const to = placeOf(range.endContainer, range.endOffset, true);
  return (isExact ? null : byWords(from, to)) ?? byCharacters(from.at, to.at);
}

function byWords(from, to) {
  const [first, last] = [unitAt("word", from.at), unitAt("word", to.at - 1)];
  const start = first?.isWordLike ? first.from : (wordAfter(from.at)?.from ?? text.length);
  const end = last?.isWordLike ? last.to : (wordBefore(to.at)?.to ?? 0);
  const place = { from: from.isBorder ? from.at : start, to: to.isBorder ? to.at : end };
  return place.from < place.to ? place : null;
}

// Without blanks around, and no character torn: letters with their accents, emoji, flags.
function byCharacters(start, end) {
  const selected = text.slice(start, end);
  if (!selected.trim()) return null;
  const from = start + selected.length - selected.trimStart().length;
  const to = end - selected.length + selected.trimEnd().length;
  return { from: unitAt("grapheme", from).from, to: unitAt("grapheme", to - 1).to };
}

// The word, or what is between words, or the character that has this place in it.
function unitAt(granularity, at) {
  const line = lineAt(at);
  if (!line || at < line.start || at >= line.end) return null;
  line.units[granularity] ??= new Intl.Segmenter(box.closest("[lang]")?.lang || "en", {
    granularity,
  }).segment(text.slice(line.start, line.end));
  const { segment, index, isWordLike } = line.units[granularity].containing(at - line.start);
  return { from: line.start + index, to: line.start + index + segment.length, isWordLike };
}

function wordAfter(at) {
  let unit = unitAt("word", at);
  while (unit && !(unit.isWordLike && unit.from >= at)) unit = unitAt("word", unit.to);
  return unit;
}

function wordBefore(at) {
  let unit = unitAt("word", at - 1);
  while (unit && !(unit.isWordLike && unit.to <= at)) unit = unitAt("word", unit.from - 1);
  return unit;
}

// The next word, or the one before, that no span hides.
export function freeWord(at, step) {
  readText();
  const search = step > 0 ? wordAfter : wordBefore;
  let word = search(at);
  while (word && isHidden(word)) word = search(step > 0 ? word.to : word.from);
  return word;
}

// The first such word of the lines below or above.
export function freeWordOfLine(at, step) {
  const others = lines.slice().sort((one, other) => step * (one.start - other.start));
  for (const line of others.slice(others.indexOf(lineAt(at)) + 1)) {
    const word = freeWord(line.start, 1);
    if (word && word.from < line.end) return word;
  }
  return null;
}

// Where an end of a place goes: by words or characters, over what the page shows otherwise at once.
export function moved(place, end, step, granularity) {
  const by = granularity === "word" ? byWord : byCharacter;
  const at = by(place[end], end, step);
  if (at === undefined) return place;
  const piece = pieceAfter(at);
  const isWithin = piece && piece.start < at && !showsOriginal(piece);
  const border = step > 0 ? piece?.end : piece?.start;
  const next = { ...place, [end]: isWithin ? border : at };
  return next.from < next.to ? next : place;
}

// No end stands at a blank.
function byCharacter(from, end, step) {
  let at = from;
  do at = step > 0 ? unitAt("grapheme", at)?.to : unitAt("grapheme", at - 1)?.from;
  while (at !== undefined && !text.slice(...(end === "to" ? [at - 1, at] : [at, at + 1])).trim());
  return at;
}

function byWord(at, end, step) {
  if (end === "to" && step < 0) return wordBefore(at - 1)?.to;
  if (end === "from" && step > 0) return wordAfter(at + 1)?.from;
  const unit = unitAt("word", step > 0 ? at : at - 1);
  const word = unit?.isWordLike ? unit : step > 0 ? wordAfter(at) : wordBefore(at);
  return step > 0 ? word?.to : word?.from;
}

// How often the same words stand elsewhere and nothing hides them. As on the server, what stands in small
// letters is meant with a capital, too, and a name only with its own.
export function countOthers(place) {
  const words = wordsOf(place);
  const capital = words[0].toUpperCase() + words.slice(1);
  const next = (at) => {
    const found = [words, capital].map((each) => text.indexOf(each, at));
    return Math.min(...found.filter((each) => each >= 0));
  };
  let count = 0;
  for (let from = next(0); from < text.length; from = next(from + words.length)) {
    const other = { from, to: from + words.length };
    if (!overlap(place, other) && isOfWords(other) && !isHidden(other)) count += 1;
  }
  return count;
}

function isOfWords({ from, to }) {
  const [first, last] = [unitAt("word", from), unitAt("word", to - 1)];
  return (!first.isWordLike || first.from === from) && (!last.isWordLike || last.to === to);
}

// What of the page shows a place.
export function rangeOf({ from, to }) {
  const range = new Range();
  const [first, last] = [pieceAfter(from), pieceBefore(to)];
  if (showsOriginal(first)) range.setStart(textOf(first), from - first.start);
  else range.setStartBefore(first.node);
  if (showsOriginal(last)) range.setEnd(textOf(last), to - last.start);
  else range.setEndAfter(last.node);
  return range;
}

const textOf = (piece) => piece.node.firstChild ?? piece.node;
