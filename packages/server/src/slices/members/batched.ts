import type { Idempotency } from "#idempotency";
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
  readonly idempotency: Idempotency | undefined;
};

export type Opened =
  | { readonly kind: "created"; readonly handle: string }
  | { readonly kind: "replay"; readonly project: ProjectId }
  | { readonly kind: "mismatch" | "name_taken" | "too_many" };

type OpenedRow = { readonly outcome: Opened["kind"]; readonly project: ProjectId; readonly handle: string };

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
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
  },
  decode: (row) => {
    const { outcome, project, handle } = row as OpenedRow;
    switch (outcome) {
      case "created":
        return { kind: outcome, handle };
      case "replay":
        return { kind: outcome, project };
      default:
        return { kind: outcome };
    }
  },
};
