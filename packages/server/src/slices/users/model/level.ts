import type { LimitChanges, Limits } from "#ledger";

/** How well a user is known. The identity counts without a verified address, too. */
export const LEVELS = ["unverified", "email_verified", "identity_verified"] as const;
export type Level = (typeof LEVELS)[number];

/** What the wallets of users of each level may spend and hold. */
export type LevelLimits = Readonly<Record<Level, Limits>>;

/** The limits of an account, as `users.user.limits_by_hand` names them. */
export const LIMIT_NAMES = { daily: "daily", weekly: "weekly", monthly: "monthly", maxBalance: "max_balance" } as const;
export type LimitName = keyof Limits;

/**
 * What an operator changes for one user: limits by hand (`undefined`: none), and limits that follow the level again.
 */
export type UserLimitChanges = { readonly set: LimitChanges; readonly byLevel: readonly LimitName[] };
