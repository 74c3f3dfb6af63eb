/**
 * Writes the times of a page, which come in UTC, in the zone of who looks, and names the zone. The language is that of
 * the page, as it is written where the browser is: in German, an Austrian one writes "Jänner". What it was stays as the
 * title.
 */
{
  const language = document.documentElement.lang;
  const here = navigator.languages.find((tag) => tag.split("-", 1)[0] === language);
  const locale = here ?? (language === "en" ? "en-GB" : language);
  const moment = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.title = time.textContent;
    time.textContent = moment.format(new Date(time.dateTime));
  }
}
