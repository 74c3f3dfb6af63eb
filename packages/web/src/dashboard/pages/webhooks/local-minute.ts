/** A time as a field for date and time has it: a minute in the zone of the browser. */
export function localMinute(at: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time of such a field; undefined while it is not filled in. */
export function timeOfMinute(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
