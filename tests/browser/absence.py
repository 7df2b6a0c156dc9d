"""What is said where there is no browser; the summary of the run repeats it."""

NO_BROWSER = "NO BROWSER FOUND (chromium, google-chrome): NOTHING WAS TRIED IN ONE"
