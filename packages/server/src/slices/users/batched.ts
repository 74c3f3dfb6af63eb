import type { UserId, WalletId } from "#kernel/ids.ts";
import type { Limits } from "#ledger";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { foldGamertag } from "./model/gamertag.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type NewUser = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly emailIsVerified: boolean;
  readonly gamertag: string;
  /** The same for all users of a process. */
  readonly limits: Limits;
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
  shared: {
    daily: ["bigint", ({ limits }) => limits.daily],
    weekly: ["bigint", ({ limits }) => limits.weekly],
    monthly: ["bigint", ({ limits }) => limits.monthly],
    max_balance: ["bigint", ({ limits }) => limits.maxBalance],
  },
  decode: (row) => {
    const { outcome, created_at } = row as CreatedRow;
    return outcome === "created" ? { kind: outcome, createdAt: created_at } : { kind: outcome };
  },
};
