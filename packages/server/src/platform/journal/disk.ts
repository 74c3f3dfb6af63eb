import { constants, type Stats } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where the lines of one process go. */
export type JournalFile = {
  /** Appends the text, all of it. */
  write(text: string): Promise<void>;
  /**
   * Resolves when what was written is on disk.
   * @throws when it is not, or when the file is no longer found under its name: then nobody would read it.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
  /** Closes it and takes it away: nothing in it was promised. */
  discard(): Promise<void>;
};

/** Makes a new file. The seam where tests put a disk that fails. */
export type Disk = { create(folder: string, name: string): Promise<JournalFile> };

export const machineDisk: Disk = {
  async create(folder, name) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    const handle = await open(path, FLAGS, 0o600);
    try {
      await syncFolder(folder);
      return fileOf(handle, path, await handle.stat());
    } catch (error) {
      await handle.close();
      throw error;
    }
  },
};

/** Never a file that is there, and never behind a link. */
const FLAGS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

function fileOf(handle: FileHandle, path: string, { ino, dev }: Stats): JournalFile {
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      for (let written = 0; written < bytes.length; )
        written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
    },
    async sync() {
      const [named] = await Promise.all([stat(path).catch(() => undefined), handle.datasync()]);
      if (named === undefined) throw new Error("its file was deleted");
      if (named.ino !== ino || named.dev !== dev) throw new Error("another file stands in the place of its own");
    },
    close: () => handle.close(),
    async discard() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

/** The name of a new file is on disk only when its folder is. Windows opens no folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
