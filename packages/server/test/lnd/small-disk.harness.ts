import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, symlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A file system of few megabytes. */
export type SmallDisk = {
  /** Makes a folder that lies on it. */
  holds(folder: string): void;
  /** Takes all room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  remove(): void;
};

const SIZE = "64m";
const PIECES = [1_048_576, 4_096].map((bytes) => new Uint8Array(bytes));

/** Undefined where this process may not mount one. */
export function mountSmallDisk(): SmallDisk | undefined {
  const at = mkdtempSync(join(tmpdir(), "leyden-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", at]);
  if (mounted.status !== 0) {
    rmdirSync(at);
    return undefined;
  }
  const ballast = join(at, "ballast");
  return {
    holds(folder) {
      spawnSync("mkdir", ["-p", dirname(folder), join(at, "folder")]);
      symlinkSync(join(at, "folder"), folder);
    },
    fill() {
      const file = openSync(ballast, "a");
      for (const piece of PIECES) while (hasWritten(file, piece));
      closeSync(file);
    },
    free: () => rmSync(ballast),
    remove() {
      spawnSync("umount", ["--lazy", at]);
      rmdirSync(at);
    },
  };
}

function hasWritten(file: number, piece: Uint8Array): boolean {
  try {
    return writeSync(file, piece) === piece.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}
