import type { CallFailed } from "../../api/failure.ts";

const WAIT_MS = 1_000;

/** How long to wait before a call is made again: what the service asks for, else twice as long as the last time. */
export function waitMs(retryAfterSeconds: number | undefined, tries: number): number {
  return retryAfterSeconds === undefined ? WAIT_MS * 2 ** (tries - 1) : retryAfterSeconds * 1_000;
}

/** What is wrong with a row of a file, with each field. */
export function refusalOf({ message, details }: CallFailed): { readonly kind: "refused"; readonly message: string } {
  const issues = details.map(({ field, issue }) => `${field} ${issue}`);
  return { kind: "refused", message: [message, ...issues].join("; ") };
}
