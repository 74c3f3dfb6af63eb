/** How the last sending of a call stands: `asked` until an answer came that says what became of it. */
export type Standing = "never" | "asked" | "answered";

const TOO_MANY = 429;

/**
 * How a call stands after an answer. Of what was sent before, an answer that lets nothing in says nothing: not that there
 * were too many calls, and not that a login is needed first. So it stands as it stood, and its key is kept.
 */
export function standingAfter(
  before: Standing,
  { status, loginPath }: { readonly status: number; readonly loginPath: string | undefined },
): Standing {
  if (status >= 500) return "asked";
  return status === TOO_MANY || loginPath !== undefined ? before : "answered";
}
