import type { UserId, WalletId } from "#kernel/ids.ts";
import type { StandingRow } from "#ledger";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { foldGamertag } from "./model/gamertag.ts";
import type { Level } from "./model/level.ts";
import type { Profile } from "./model/profile.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type NewUser = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly emailIsVerified: boolean;
  readonly gamertag: string;
};

export type Created =
  | { readonly kind: "created"; readonly createdAt: Date }
  | { readonly kind: "email_taken" | "gamertag_taken" };

type CreatedRow = { readonly outcome: Created["kind"]; readonly created_at: Date };

/** User, wallet with name and limits, and account in one call. */
export const createMany: BatchedFunction<NewUser, Created> = {
  name: "users.create_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    wallet: ["uuid", ({ walletId }) => walletId],
    email: ["text", ({ email }) => email],
    gamertag: ["text", ({ gamertag }) => gamertag],
    name: ["text", ({ gamertag }) => foldGamertag(gamertag)],
    email_verified: ["boolean", ({ emailIsVerified }) => emailIsVerified],
  },
  decode: (row) => {
    const { outcome, created_at } = row as CreatedRow;
    return outcome === "created" ? { kind: outcome, createdAt: created_at } : { kind: outcome };
  },
};

type ProfileRow = {
  readonly id: UserId | null;
  readonly wallet_id: WalletId;
  readonly email: string;
  readonly email_verified_at: Date | null;
  readonly level: Level;
  readonly gamertag: string;
  readonly public_bio: string;
  readonly image: string;
  readonly twitter: string;
  readonly website: string;
};

export const profileMany: BatchedFunction<UserId, Profile | undefined> = {
  name: "users.profile_many",
  columns: { id: ["uuid", (id) => id] },
  decode: (row) => {
    const { id, wallet_id, email, email_verified_at, level, gamertag, ...texts } = row as ProfileRow;
    if (id === null) return undefined;
    const { public_bio: publicBio, image, twitter, website } = texts;
    const emailIsVerified = email_verified_at !== null;
    return { id, walletId: wallet_id, email, emailIsVerified, level, gamertag, publicBio, image, twitter, website };
  },
};

/** Balance, limits and what was spent of them. */
export const walletMany: BatchedFunction<UserId, StandingRow | undefined> = {
  name: "users.wallet_many",
  columns: { id: ["uuid", (id) => id] },
  decode: (row) => (row["balance"] === null ? undefined : (row as StandingRow)),
};
