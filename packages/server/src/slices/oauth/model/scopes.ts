/** What an application may ask for, and what the person who is asked reads. */
export const SCOPES = {
  user: "See your profile: gamertag, picture, e-mail address, bio, links and Lightning address",
  wallet: "See your balance and what you may still spend",
  openid: "Recognise you",
  profile: "See your gamertag and picture",
  email: "See your e-mail address",
  offline_access: "Keep access while you are away",
} as const;

export type OauthScope = keyof typeof SCOPES;

/** What a request without a scope asks for (docs/contract.md). */
export const DEFAULT_SCOPE = "user wallet";

/** Scopes that say nothing to people: no list of them is shown. */
const UNSAID: ReadonlySet<OauthScope> = new Set(["openid", "offline_access"]);

/**
 * `scope` as RFC 6749 writes it, section 3.3: separated by one space. Clients of this interface also write commas, and
 * an empty one is none.
 */
export function scopeText(text: string | undefined): string {
  const scopes = (text ?? "").split(/[ ,]+/).filter((scope) => scope !== "");
  return scopes.length === 0 ? DEFAULT_SCOPE : scopes.join(" ");
}

export function isScope(text: string): text is OauthScope {
  return Object.hasOwn(SCOPES, text);
}

/**
 * Each of these sets of scopes lets an application read the profile: what `user` says is what the others say together,
 * and more.
 */
export const PROFILE_SCOPES: readonly (readonly OauthScope[])[] = [["user"], ["profile", "email"]];

/**
 * In plain words, for the person who is asked. What opens the whole profile is said as such, however it was asked for.
 */
export function saidOf(scopes: readonly OauthScope[]): readonly string[] {
  const isOfProfile = (scope: OauthScope) => PROFILE_SCOPES.some((set) => set.includes(scope));
  const opens = PROFILE_SCOPES.some((set) => set.every((scope) => scopes.includes(scope)));
  const rest = scopes.filter((scope) => !UNSAID.has(scope) && !(opens && isOfProfile(scope)));
  return [...(opens ? [SCOPES.user] : []), ...rest.map((scope) => SCOPES[scope])];
}
