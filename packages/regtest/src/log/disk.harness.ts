import * as fs from "node:fs";
import { basename } from "node:path";
import type { Disk } from "./frames.ts";

/** What a log did to the disk, in order. */
export type DiskCall =
  | { readonly kind: "write"; readonly file: string; readonly text: string }
  | { readonly kind: "sync" | "close"; readonly file: string }
  | { readonly kind: "rename"; readonly file: string; readonly to: string };

/** The real disk, which writes down what is written and synced. */
export function recordingDisk(): { readonly disk: Disk; readonly calls: DiskCall[] } {
  const calls: DiskCall[] = [];
  const names = new Map<number, string>();
  const nameOf = (fd: number) => names.get(fd) ?? "?";
  const disk = {
    ...fs,
    openSync(path: string, flags: string, mode?: number) {
      const fd = fs.openSync(path, flags, mode);
      names.set(fd, basename(path));
      return fd;
    },
    writeSync(fd: number, bytes: Uint8Array, offset = 0) {
      calls.push({ kind: "write", file: nameOf(fd), text: Buffer.from(bytes).toString("latin1") });
      return fs.writeSync(fd, bytes, offset);
    },
    fdatasyncSync(fd: number) {
      calls.push({ kind: "sync", file: nameOf(fd) });
      fs.fdatasyncSync(fd);
    },
    fsyncSync(fd: number) {
      calls.push({ kind: "sync", file: nameOf(fd) });
      fs.fsyncSync(fd);
    },
    renameSync(from: string, to: string) {
      calls.push({ kind: "rename", file: basename(from), to: basename(to) });
      fs.renameSync(from, to);
      for (const [fd, name] of names) if (name === basename(from)) names.set(fd, basename(to));
    },
  } as unknown as Disk;
  return { disk, calls };
}
