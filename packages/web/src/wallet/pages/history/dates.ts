/** Days as people choose them, in the zone of whoever looks. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first moment of a day such as "2026-11-28"; undefined: it is none. */
export function beginOf(day: string | null): string | undefined {
  return momentOf(day, 0);
}

/** The first moment after it. */
export function endOf(day: string | null): string | undefined {
  return momentOf(day, 1);
}

function momentOf(day: string | null, later: number): string | undefined {
  if (day === null || !DAY.test(day)) return undefined;
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
