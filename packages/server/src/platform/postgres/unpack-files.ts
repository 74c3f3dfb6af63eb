import { createHash, type Hash } from "node:crypto";
import { createReadStream, mkdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { readTar } from "../machine/tar.ts";
import { OperatorError } from "../operator-error.ts";
import type { CopiedFile } from "./base-backup.ts";

/**
 * Unpacks what `copyFiles` has written into a new folder and compares each file with its sum. The files are on disk
 * when it resolves.
 * @throws {OperatorError} when it is not what was copied.
 */
export async function unpackFiles({
  tar,
  files,
  folder,
  isWanted,
}: {
  readonly tar: string;
  readonly files: readonly CopiedFile[];
  readonly folder: string;
  readonly isWanted: (name: string) => boolean;
}): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  const left = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  let current: { readonly name: string; readonly file: FileHandle; readonly sum: Hash } | undefined;
  const reader = {
    async begin({ kind, name }: { kind: "folder" | "file"; name: string }) {
      if (kind === "folder" || !isWanted(name)) throw new Error(`${name} does not belong there`);
      current = { name, file: await open(join(folder, name), "wx", 0o600), sum: createHash("sha256") };
    },
    async content(part: Buffer) {
      current?.sum.update(part);
      await current?.file.writeFile(part);
    },
    async end() {
      if (current === undefined) return;
      const { name, file, sum } = current;
      await file.sync();
      await file.close();
      current = undefined;
      if (left.get(name) !== sum.digest("hex")) throw new Error(`${name} is not what was copied`);
      left.delete(name);
    },
  };
  try {
    await pipeline(createReadStream(tar), createGunzip(), (stream) => readTar(stream, reader));
    if (left.size > 0) throw new Error(`${left.size} files are missing in it`);
  } catch (error) {
    await current?.file.close().catch(() => undefined);
    if (["ENOSPC", "EDQUOT", "EIO", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new OperatorError(
      `the copy ${tar} is damaged: ${(error as Error).message}`,
      "Take an older backup: `npm run leyden -- backup list` shows them.",
      { cause: error },
    );
  }
}
