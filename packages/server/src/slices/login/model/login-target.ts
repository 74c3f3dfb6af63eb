import type { Brand } from "#kernel/brand.ts";

/** A path of ours that a browser may be sent to after its login. */
export type LoginTarget = Brand<string, "LoginTarget">;

export const ACCOUNT = "/account" as LoginTarget;

/** The account's pages, what asks for a login (an id of base64url), pages of developers, and the claim page. */
const TARGETS = [
  /^\/account(?:\/[A-Za-z0-9_-]+)*$/,
  /^\/login\/[A-Za-z0-9_-]{22,43}$/,
  /^\/dev(?:\/[A-Za-z0-9_-]+)+$/,
  /^\/claim$/,
];

/** The target that `text` is. No text leads to another site: a target is a list of plain names, each after one slash. */
export function loginTarget(text: string): LoginTarget | undefined {
  return TARGETS.some((target) => target.test(text)) ? (text as LoginTarget) : undefined;
}

/**
 * Where to send a browser so that it logs in and comes to `next`. `fresh`: also when it is logged in, unless that is not older than
 * `FRESH_MS`. What is no target leads to the account.
 */
export function loginPath(next: string, { fresh = false }: { readonly fresh?: boolean } = {}): string {
  return `/login?next=${encodeURIComponent(loginTarget(next) ?? ACCOUNT)}${fresh ? "&fresh=1" : ""}`;
}
