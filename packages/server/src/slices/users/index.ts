/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - level: How well a user is known: unverified, e-mail verified, identity verified. It decides the limits of the
 *   wallet.
 * - limit by hand: A limit that an operator has set for one user; the level does not change it.
 * - handle, gamertag: The name as a project and as a user has it.
 */

export { acceptTerms } from "./accept-terms.ts";
export { changeGamertag } from "./change-gamertag.ts";
export { changeProfile } from "./change-profile.ts";
export { type CreateUserDeps, createUser } from "./create-user.ts";
export { findProfile, findWalletState } from "./find-profile.ts";
export { findTermsDue, type TermsDue } from "./find-terms-due.ts";
export { invariants } from "./invariants.ts";
export { markEmailVerified, markIdentityVerified } from "./mark-verified.ts";
export type { LimitName } from "./model/level.ts";
export { BIO_LENGTH_MAX } from "./model/profile.ts";
export { EmailTaken, type User, UserNotFound } from "./model/user.ts";
export { imageOf, profileOf } from "./present-profile.ts";
export { walletOf } from "./present-wallet.ts";
export { proposeGamertag } from "./propose-gamertag.ts";
export { proposeLanguage, setLanguage } from "./set-language.ts";
export { setLevels } from "./set-levels.ts";
export { setUserLimits } from "./set-user-limits.ts";
export {
  findUser,
  findUserByAny,
  findUserByEmail,
  findUserByGamertag,
  listAcceptedTerms,
  listOpenUsers,
  listUsers,
  listUsersById,
} from "./store.ts";
