import type { ProjectId, ProjectKeyId, UserId, WalletId } from "#kernel/ids.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { MEMBER_CAP, MEMBER_DAILY, type MemberId, PROJECTS_OF_USER_MAX } from "./model/member.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type OwnProject = {
  readonly id: ProjectId;
  readonly walletId: WalletId;
  readonly name: string;
  readonly foldedName: string;
  /** The handle it would like; it gets a free one. */
  readonly handle: string;
  readonly memberId: MemberId;
  readonly userId: UserId;
  readonly keyId: ProjectKeyId;
  readonly keyHash: Uint8Array;
};

export type Opened =
  | { readonly kind: "created"; readonly handle: string }
  | { readonly kind: "name_taken" | "too_many" };

/** Project, wallet, account, owner and the owner's key in one call. */
export const openMany: BatchedFunction<OwnProject, Opened> = {
  name: "members.open_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    wallet: ["uuid", ({ walletId }) => walletId],
    name: ["text", ({ name }) => name],
    folded_name: ["text", ({ foldedName }) => foldedName],
    handle: ["text", ({ handle }) => handle],
    member: ["uuid", ({ memberId }) => memberId],
    user: ["uuid", ({ userId }) => userId],
    key: ["uuid", ({ keyId }) => keyId],
    hash: ["bytea", ({ keyHash }) => keyHash],
    cap: ["bigint", () => MEMBER_CAP],
    daily: ["bigint", () => MEMBER_DAILY],
    max: ["int", () => PROJECTS_OF_USER_MAX],
  },
  decode: (row) => {
    const { outcome, handle } = row as { outcome: Opened["kind"]; handle: string };
    return outcome === "created" ? { kind: outcome, handle } : { kind: outcome };
  },
};
