// What every page needs of JavaScript; all of it is comfort, every form works without.

// A dangerous step asks once more.
document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

// A double click sends a form once. Where the answer leaves the page as it is (a file), it can be sent again.
const DOUBLE_CLICK_MS = 1000;
const sentAt = new WeakMap();
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method === "dialog" || !navigator.onLine) return;
  if (event.timeStamp - (sentAt.get(event.target) ?? -Infinity) < DOUBLE_CLICK_MS) event.preventDefault();
  else sentAt.set(event.target, event.timeStamp);
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
