// What every page needs of JavaScript; all of it is comfort, every form works without.

// A dangerous step asks once more.
document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

// Without a connection a form would lead away, to an error page of the browser: it stays and says so.
document.addEventListener("submit", (event) => {
  if (navigator.onLine || event.defaultPrevented || event.target.method === "dialog") return;
  event.preventDefault();
  const place = event.submitter ?? event.target;
  document.getElementById("offline")?.remove();
  place.insertAdjacentHTML("afterend", '<p class="notice error" id="offline" role="alert" tabindex="-1"></p>');
  const message = document.getElementById("offline");
  message.textContent = "You are offline: nothing was sent. Try again when you are back.";
  message.focus();
});
addEventListener("online", () => document.getElementById("offline")?.remove());

// Times come in UTC and are shown in the zone of whoever reads; the title keeps them as they came.
const inWords = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
});

function showLocally(part) {
  for (const time of part.querySelectorAll("time[datetime]:not([title])")) {
    time.title = time.textContent;
    time.textContent = inWords.format(new Date(time.dateTime));
  }
}

showLocally(document);
document.addEventListener("htmx:load", (event) => showLocally(event.detail.elt));
