import * as fs from "node:fs";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";

/** The calls of the file system that a log needs. */
export type Disk = Pick<
  typeof fs,
  | "closeSync"
  | "fdatasyncSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "openSync"
  | "readFileSync"
  | "renameSync"
  | "writeSync"
>;

/**
 * An append-only file of frames: marker, length, CRC-32, payload. A frame is there as a whole or not at all: whatever
 * a crash leaves of the last one is cut off when the file is opened. One frame is one commit, made durable by one
 * `fdatasync` before the next one starts, so nothing but the last frame can ever be torn.
 */
export type FrameFile = {
  /** Bytes in the file. */
  size(): number;
  /** Writes one frame and returns when it is durable. A failed write leaves the file unusable: end the process. */
  append(payload: Uint8Array): void;
  close(): void;
};

/** Frames after a broken one: not the trace of a crash. Going on would mean to act on an old state of the channels. */
export class DamagedLog extends Error {
  constructor(path: string, offset: number) {
    super(`${path} is damaged at byte ${offset}; restore it from a copy or start with a new data folder`);
    this.name = "DamagedLog";
  }
}

const MARKER = Buffer.from("LYF1");
const HEADER_BYTES = 12;

/** Opens or creates `path` and returns what was committed to it, oldest first. @throws {DamagedLog} */
export function openFrames(
  path: string,
  disk: Disk = fs,
): { readonly file: FrameFile; readonly payloads: readonly Uint8Array[] } {
  const fd = disk.openSync(path, "a+", 0o600);
  const content = disk.readFileSync(path);
  const payloads: Uint8Array[] = [];
  let offset = 0;
  for (let frame = frameAt(content, offset); frame !== undefined; frame = frameAt(content, offset)) {
    payloads.push(frame);
    offset += HEADER_BYTES + frame.length;
  }
  if (offset < content.length) {
    if (hasFrameAfter(content, offset)) throw new DamagedLog(path, offset);
    disk.ftruncateSync(fd, offset);
    disk.fdatasyncSync(fd);
  }
  if (offset === 0) syncFolder(disk, path);
  return { file: frameFile(disk, fd, offset), payloads };
}

/** Writes a file of the given frames beside `path` and puts it in its place in one step. Returns the new file. */
export function replaceFrames(path: string, payloads: Iterable<Uint8Array>, disk: Disk = fs): FrameFile {
  const next = `${path}.next`;
  const fd = disk.openSync(next, "w", 0o600);
  let size = 0;
  for (const payload of payloads) size += writeWhole(disk, fd, frame(payload));
  disk.fsyncSync(fd);
  disk.renameSync(next, path);
  syncFolder(disk, path);
  return frameFile(disk, fd, size);
}

function frameFile(disk: Disk, fd: number, startSize: number): FrameFile {
  let size = startSize;
  return {
    size: () => size,
    append(payload) {
      size += writeWhole(disk, fd, frame(payload));
      disk.fdatasyncSync(fd);
    },
    close: () => disk.closeSync(fd),
  };
}

function frame(payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  MARKER.copy(bytes);
  bytes.writeUInt32LE(payload.length, 4);
  bytes.writeUInt32LE(crc32(payload), 8);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

/** Payload of the whole and correct frame that starts at `offset`, if there is one. */
function frameAt(content: Buffer, offset: number): Uint8Array | undefined {
  const start = offset + HEADER_BYTES;
  if (start > content.length || !content.subarray(offset, offset + MARKER.length).equals(MARKER)) return undefined;
  const end = start + content.readUInt32LE(offset + 4);
  if (end > content.length) return undefined;
  const payload = content.subarray(start, end);
  return crc32(payload) === content.readUInt32LE(offset + 8) ? payload : undefined;
}

function hasFrameAfter(content: Buffer, offset: number): boolean {
  for (let at = content.indexOf(MARKER, offset + 1); at >= 0; at = content.indexOf(MARKER, at + 1))
    if (frameAt(content, at) !== undefined) return true;
  return false;
}

/** `write` may take only a part of a large buffer. */
function writeWhole(disk: Disk, fd: number, bytes: Uint8Array): number {
  let written = 0;
  while (written < bytes.length) written += disk.writeSync(fd, bytes, written);
  return written;
}

/** A new name in a folder is durable only after the folder itself was synced. Windows cannot, and need not. */
function syncFolder(disk: Disk, path: string): void {
  if (process.platform === "win32") return;
  const fd = disk.openSync(dirname(path), "r");
  disk.fsyncSync(fd);
  disk.closeSync(fd);
}
