/** What an application may ask for. */
export const SCOPES = ["user", "wallet", "openid", "profile", "email", "offline_access"] as const;

export type OauthScope = (typeof SCOPES)[number];

/** What a request without a scope asks for (docs/contract.md). */
export const DEFAULT_SCOPE = "user wallet";

/**
 * `scope` as RFC 6749 writes it, section 3.3: separated by one space. Clients of this interface also write commas, and
 * an empty one is none.
 */
export function scopeText(text: string | undefined): string {
  const scopes = (text ?? "").split(/[ ,]+/).filter((scope) => scope !== "");
  return scopes.length === 0 ? DEFAULT_SCOPE : scopes.join(" ");
}

export function isScope(text: string): text is OauthScope {
  return SCOPES.some((scope) => scope === text);
}

/**
 * Each of these sets of scopes lets an application read the profile: what `user` says is what the others say together,
 * and more.
 */
export const PROFILE_SCOPES: readonly (readonly OauthScope[])[] = [["user"], ["profile", "email"]];

/** The same for balance and limits: clients of this interface ask for `user` alone and read them. */
export const WALLET_SCOPES: readonly (readonly OauthScope[])[] = [["wallet"], ["user"]];

/** Texts in plain words, for the person who is asked: what the scopes open, however it was asked for. */
export function saidOf(scopes: readonly OauthScope[]) {
  const opens = (sets: typeof PROFILE_SCOPES) => sets.some((set) => set.every((scope) => scopes.includes(scope)));
  const isWhole = opens(PROFILE_SCOPES);
  const said = [
    isWhole && "scope_user",
    !isWhole && scopes.includes("profile") && "scope_profile",
    !isWhole && scopes.includes("email") && "scope_email",
    opens(WALLET_SCOPES) && "scope_wallet",
  ] as const;
  return said.filter((text) => text !== false);
}
