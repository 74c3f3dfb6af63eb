const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** From largest to smallest: seconds in one, and its name. */
const UNITS = [
  [365 * DAY_S, "year"],
  [30 * DAY_S, "month"],
  [DAY_S, "day"],
  [HOUR_S, "hour"],
  [MINUTE_S, "minute"],
  [1, "second"],
] as const;

/** "3 minutes ago", "in 2 days", "now"; never "tomorrow" or "next month", which say a day of the calendar. */
export function relativeText(at: Date, now: Date, locale: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const [size, unit] = UNITS.find(([size]) => Math.abs(seconds) >= size) ?? [1, "second"];
  const numeric = seconds === 0 ? "auto" : "always";
  return new Intl.RelativeTimeFormat(locale, { numeric }).format(Math.trunc(seconds / size), unit);
}

/** To the second, in the zone of whoever looks, with the zone. */
export function exactText(at: Date, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/** The zone of whoever looks, such as "Europe/Berlin". */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
