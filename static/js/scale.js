// What to expect of a step from privacy to utility, said while it is being chosen.

function say(scale) {
  const input = scale.querySelector("input[type=range]");
  const { sentence } = scale.querySelectorAll("[data-sentence]")[input.valueAsNumber].dataset;
  scale.querySelector("output").textContent = sentence;
  input.setAttribute("aria-valuetext", sentence.split(":")[0]);
}

function sayAll(part) {
  for (const scale of part.querySelectorAll("[data-scale]")) say(scale);
}

document.addEventListener("input", (event) => {
  const scale = event.target.closest("[data-scale]");
  if (scale) say(scale);
});
document.addEventListener("htmx:load", (event) => sayAll(event.detail.elt));
addEventListener("pageshow", () => sayAll(document)); // browsers restore what was chosen
