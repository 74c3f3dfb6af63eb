import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { findProfile, findWalletState } from "#users";
import { InvalidToken } from "./model/access-token.ts";
import type { ClientId } from "./model/app.ts";
import type { OauthScope } from "./model/scopes.ts";
import { sha256 } from "./model/sha256.ts";
import { findTokens } from "./store/batched.ts";

type Deps = { readonly batch: Batch };

/** A user who let an application read something. */
export type TokenHolder = {
  readonly userId: UserId;
  readonly clientId: ClientId;
  readonly scopes: readonly string[];
};

/**
 * Whose token this is. One query, in one call with those of other requests: a token that was revoked is refused
 * immediately, in every process.
 *
 * @throws {InvalidToken} when it is unknown, expired or revoked.
 */
export async function holderOf({ batch }: Deps, token: string): Promise<TokenHolder> {
  const known = await batch(findTokens, sha256(token));
  if (known === undefined) throw new InvalidToken();
  return known;
}

/**
 * A token must have all scopes of one of the `sets`.
 * @throws {AppError} `token_scope_missing` when the user did not allow what is asked for.
 */
export function requireScopes(known: TokenHolder, sets: readonly (readonly OauthScope[])[]): void {
  if (!sets.some((scopes) => scopes.every((scope) => known.scopes.includes(scope))))
    throw new AppError(
      "token_scope_missing",
      `the access token lacks the scope ${sets.map((scopes) => scopes.join(" and ")).join(", or ")}; it has ${known.scopes.join(" ")}`,
    );
}

/** @throws {InvalidToken} when the user was blocked, or closed the account. */
export async function readProfile(deps: Deps, { userId }: TokenHolder) {
  const profile = await findProfile(deps, userId);
  if (profile === undefined) throw new InvalidToken();
  return profile;
}

/** @throws {InvalidToken} when the user was blocked, or closed the account. */
export async function readWallet(deps: Deps, { userId }: TokenHolder) {
  const wallet = await findWalletState(deps, userId);
  if (wallet === undefined) throw new InvalidToken();
  return wallet;
}
