import type { ProjectId, WalletId } from "#kernel/ids.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { foldName, PROJECT_LANGUAGE_DEFAULT, type Project } from "./model/project.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type NewProject = {
  readonly id: ProjectId;
  readonly walletId: WalletId;
  readonly name: string;
  /** The handle it would like; it gets a free one. */
  readonly handle: string;
};

type CreatedRow = {
  readonly outcome: "created" | "name_taken";
  readonly handle: string;
  readonly wallet: WalletId;
  readonly created_at: Date;
};

/** Project, wallet and account in one call; undefined when the name is taken. */
export const createMany: BatchedFunction<NewProject, Project | undefined> = {
  name: "projects.create_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    wallet: ["uuid", ({ walletId }) => walletId],
    name: ["text", ({ name }) => name],
    folded_name: ["text", ({ name }) => foldName(name)],
    handle: ["text", ({ handle }) => handle],
  },
  decode: (row, { id, name }) => {
    const { outcome, handle, wallet, created_at } = row as CreatedRow;
    const language = PROJECT_LANGUAGE_DEFAULT;
    return outcome === "created" ? { id, name, handle, walletId: wallet, language, createdAt: created_at } : undefined;
  },
};
