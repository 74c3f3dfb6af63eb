/** How the last sending of a call stands: `asked` until an answer came that says what became of it. */
export type Standing = "never" | "asked" | "answered";

const TOO_MANY = 429;

/**
 * How a call stands after an answer. One that lets nothing in, because there were too many calls or a login is needed
 * first, says nothing of what was sent before: the call stands as it stood, and its key is kept.
 */
export function standingAfter(
  before: Standing,
  { status, loginPath }: { readonly status: number; readonly loginPath: string | undefined },
): Standing {
  if (status >= 500) return "asked";
  return status === TOO_MANY || loginPath !== undefined ? before : "answered";
}
