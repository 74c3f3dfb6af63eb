import type { Brand } from "#kernel/brand.ts";

/** A path of ours that a browser may be sent to after its login. */
export type LoginTarget = Brand<string, "LoginTarget">;

/** As long as a field of a form. */
export const LOGIN_TARGET_CHARACTERS_MAX = 2_000;

export const ACCOUNT = "/account" as LoginTarget;

/** Where terms are accepted. */
export const TERMS = "/terms";

/** Where a browser that is logged in accepts terms, and comes to `next`. */
export function termsPath(next: string): string {
  return `${TERMS}?next=${encodeURIComponent(loginTarget(next) ?? ACCOUNT)}`;
}

/** Whether the target leads to an application, which is another site. */
export function leadsOnward(next: LoginTarget): boolean {
  return next.startsWith("/login/");
}

/**
 * The account's pages, what asks for a login (an id of base64url), pages of developers, the claim page, and the pages
 * of wallet and dashboard with what chooses the things that they show.
 */
const TARGETS = [
  /^\/account(?:\/[A-Za-z0-9_-]+)*$/,
  /^\/account\/send\?to=[A-Za-z0-9._~%-]{1,1900}$/,
  /^\/login\/[A-Za-z0-9_-]{22,43}$/,
  /^\/dev(?:\/[A-Za-z0-9_-]+)+$/,
  /^\/claim$/,
  /^\/(?:wallet|dashboard)(?!\/api\b)(?:\/[A-Za-z0-9_-]+)*\/?(?:\?[A-Za-z0-9._~%=&+-]{1,1900})?$/,
];

/**
 * The target that `text` is. No text leads to another site: a target is a list of plain names, each after one slash.
 * What a page is filled in with stands behind it, percent-encoded; with the rest it fits a field of a form.
 */
export function loginTarget(text: string): LoginTarget | undefined {
  if (text.length > LOGIN_TARGET_CHARACTERS_MAX) return undefined;
  return TARGETS.some((target) => target.test(text)) ? (text as LoginTarget) : undefined;
}

/**
 * Where to send a browser so that it logs in and comes to `next`. `since`: a login that began before is not enough.
 * `way`: by which the person wants to log in, instead of the usual one. What is no target leads to the account.
 */
export function loginPath(
  next: string,
  { since, way }: { readonly since?: Date | undefined; readonly way?: string | undefined } = {},
): string {
  const path = `/login?next=${encodeURIComponent(loginTarget(next) ?? ACCOUNT)}`;
  return [path, since && `since=${since.getTime()}`, way && `with=${way}`].filter((part) => part).join("&");
}

/** The moment in the query of such a path, in milliseconds since 1970. */
export function sinceOf(text: string): Date | undefined {
  return /^\d{1,15}$/.test(text) ? new Date(Number(text)) : undefined;
}
