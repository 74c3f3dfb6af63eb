const DAY_MS = 86_400_000;

/** When a key ends, as it is chosen: in days, never, or `on` a time. */
export type EndForm = {
  readonly end: string;
  readonly endsOn: string;
  /** What "in days" was when it was chosen: the same form asks for the same time again. Empty: never. */
  readonly endsAt: string;
};

export const END_CHOICES = [
  ["never", "Never"],
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["on", "On a day that I choose"],
] as const;

export function chosenEnd(end: string, now: Date): Pick<EndForm, "end" | "endsAt"> {
  const days = Number(end);
  return { end, endsAt: Number.isNaN(days) ? "" : new Date(now.getTime() + days * DAY_MS).toISOString() };
}

/** Undefined: never, or no time is chosen. The time of a day is that of whoever chooses. */
export function endOf({ end, endsOn, endsAt }: EndForm): Date | undefined {
  const at = new Date(end === "on" ? endsOn : endsAt);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

export function wrongEnd(form: EndForm, now: Date): Readonly<Record<string, string>> {
  if (form.end !== "on") return {};
  const at = endOf(form);
  return at === undefined || at <= now ? { endsOn: "Choose a time that is to come." } : {};
}
