/** When to look again at what began at `since`: after a tenth of its age, within the bounds. */
export function nextLook(since: Date, now: Date, pause: { readonly minMs: number; readonly maxMs: number }): Date {
  const ageMs = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 10, pause.minMs), pause.maxMs));
}
