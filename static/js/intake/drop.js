// Files are dropped anywhere on a page that takes some; a folder stands for the files in it.

const form = document.querySelector("form[data-drop]");
const input = form.querySelector("input[type=file]");
let depth = 0; // how many elements the pointer has entered and not left

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

function mark(isOver) {
  depth = isOver ? depth : 0;
  form.classList.toggle("over", isOver);
}

addEventListener("dragenter", (event) => {
  if (!hasFiles(event)) return;
  depth += 1;
  mark(true);
});
addEventListener("dragleave", (event) => {
  if (!hasFiles(event)) return;
  depth -= 1;
  if (depth <= 0) mark(false);
});
addEventListener("dragover", (event) => {
  if (hasFiles(event)) event.preventDefault();
});
addEventListener("drop", async (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(false);
  const dropped = new DataTransfer();
  const files = [...event.dataTransfer.items].map(filesIn);
  for (const file of (await Promise.all(files)).flat()) dropped.items.add(file);
  input.files = dropped.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// What is chosen or dropped is sent at once, where there is nothing else to say about it.
input.addEventListener("change", () => {
  if (form.dataset.drop === "send" && input.files.length) form.requestSubmit();
});

function filesIn(item) {
  const entry = item.webkitGetAsEntry();
  return entry ? filesOf(entry) : [item.getAsFile()].filter(Boolean);
}

async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((done, fail) => entry.file(done, fail))];
  const reader = entry.createReader();
  const found = [];
  for (;;) { // a reader hands out a hundred at a time
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return found;
    found.push(...(await Promise.all(some.map(filesOf))).flat());
  }
}
