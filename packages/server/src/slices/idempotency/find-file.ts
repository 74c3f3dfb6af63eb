import type { ProjectId } from "#kernel/ids.ts";
import type { BeginFileDeps } from "./begin-file.ts";
import { type BegunFile, FILE_KNOWN_MS, type FileKind } from "./model/begun-file.ts";
import { findBegunFile } from "./store.ts";

export type FindFile = { readonly projectId: ProjectId; readonly kind: FileKind; readonly key: string };

/** The file with this key, while what is left of it can be asked for: it is not over, nor was it begun once more. */
export async function findFile(
  { db, clock }: Pick<BeginFileDeps, "db" | "clock">,
  wanted: FindFile,
): Promise<BegunFile | undefined> {
  return await findBegunFile(db, { ...wanted, overBefore: new Date(clock.now().getTime() - FILE_KNOWN_MS) });
}
