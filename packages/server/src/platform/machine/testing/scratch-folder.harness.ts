import { accessSync, constants, realpathSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** A file system in memory, which Linux has, and how much of it must be free. */
const MEMORY = "/dev/shm";
const MEMORY_MIN_BYTES = 2n ** 30n;

/**
 * Where tests keep the files of databases: in memory where there is room. A database is 730 files. On ext4 each new
 * file searches past all those that were removed in the last minutes, which was 40 % of the processor time of the
 * tests.
 */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY, { bigint: true });
    accessSync(MEMORY, constants.W_OK);
    if (bavail * bsize >= MEMORY_MIN_BYTES) return MEMORY;
  } catch {
    // It does not exist here.
  }
  return realpathSync(tmpdir());
}
