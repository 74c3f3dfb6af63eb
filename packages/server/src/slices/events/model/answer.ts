import { visibleText } from "#kernel/plain-line.ts";

/** What is kept of an answer: its first KiB. */
const ANSWER_KEPT_BYTES = 1_024;

/** The beginning of an answer as text. A NUL, which the database does not take, becomes U+FFFD. */
export function keptAnswer(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, ANSWER_KEPT_BYTES)).replaceAll("\0", "\uFFFD");
}

/**
 * Whose answers members of a project may read: those that came from the public internet, also those of the `host:port`
 * pairs that the operator has named, or none.
 */
export type AnswersShown = "public" | "all" | "none";

/** What a member sees of an answer. */
export type ShownAnswer =
  | { readonly kind: "shown"; readonly text: string }
  /** `not_public`: it came from where the operator has named a `host:port`, or nobody knows any more from where. */
  | { readonly kind: "hidden"; readonly because: "not_public" | "switched_off" };

/** Undefined: there was no answer. What a receiver says is a stranger's text. */
export function shownAnswer(
  { answer, isPublic }: { readonly answer: string | undefined; readonly isPublic: boolean },
  shown: AnswersShown,
): ShownAnswer | undefined {
  if (answer === undefined) return undefined;
  if (shown === "none") return { kind: "hidden", because: "switched_off" };
  if (shown === "public" && !isPublic) return { kind: "hidden", because: "not_public" };
  return { kind: "shown", text: visibleText(answer) };
}
