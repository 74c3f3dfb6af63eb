const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** From smallest to largest: seconds in one, and its name. */
const UNITS = [
  [1, "second"],
  [MINUTE_S, "minute"],
  [HOUR_S, "hour"],
  [DAY_S, "day"],
  [30 * DAY_S, "month"],
  [365 * DAY_S, "year"],
] as const;

/**
 * "3 minutes ago", "in 2 days", "now", to the nearest unit; never "tomorrow" or "next month", which say a day of the
 * calendar.
 */
export function relativeText(at: Date, now: Date, locale: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const roundedTo = (size: number) => Math.round(Math.abs(seconds) / size);
  // 59.6 minutes are an hour: what is rounded must be less than one of the next unit.
  const isBelow = (size: number, next = Number.POSITIVE_INFINITY) => roundedTo(size) * size < next;
  const [size, unit] = UNITS.find(([size], i) => isBelow(size, UNITS[i + 1]?.[0])) ?? UNITS[0];
  const numeric = seconds === 0 ? "auto" : "always";
  return new Intl.RelativeTimeFormat(locale, { numeric }).format(Math.sign(seconds) * roundedTo(size), unit);
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
