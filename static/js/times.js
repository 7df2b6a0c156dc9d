// Times come in UTC. Here they are written as one says them ("3 minutes ago", "yesterday"), in the
// zone of whoever reads; the title has the exact time.

const exactly = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
});
const onDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const fromNow = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const MINUTE = 60_000;
const DAYS_IN_WORDS = 7;

// Midnight in the reader's zone: "yesterday" is the day before, not the last 24 hours.
const dayOf = (moment) => new Date(moment).setHours(0, 0, 0, 0);

function inWords(moment, now) {
  const minutes = Math.trunc((moment - now) / MINUTE);
  const days = Math.round((dayOf(moment) - dayOf(now)) / (24 * 60 * MINUTE)); // some have 23 or 25 hours
  if (!minutes) return "just now";
  if (Math.abs(minutes) < 60) return fromNow.format(minutes, "minute");
  if (!days) return fromNow.format(Math.trunc(minutes / 60), "hour");
  return Math.abs(days) < DAYS_IN_WORDS ? fromNow.format(days, "day") : onDay.format(moment);
}

function formatTimes(times) {
  const now = Date.now();
  for (const time of times) {
    const moment = new Date(time.dateTime);
    const words = "exact" in time.dataset ? exactly.format(moment) : inWords(moment, now);
    if (time.textContent === words) continue;
    time.title = exactly.format(moment);
    time.textContent = words;
  }
}

formatTimes(document.querySelectorAll("time"));
document.addEventListener("htmx:load", (event) => formatTimes(event.detail.elt.querySelectorAll("time")));
// What is read out when it changes keeps its words, or it would be read out every minute.
setInterval(() => formatTimes(document.querySelectorAll("time:not([role=status] *)")), MINUTE);
