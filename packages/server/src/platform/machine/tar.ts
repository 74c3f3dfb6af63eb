/**
 * Files in one stream, as every `tar` reads them (POSIX.1-1988, "ustar"): names of up to 100 bytes, files of less than
 * 8 GiB. Without links, owners and times.
 */

const BLOCK = 512;
const SIZE_MAX = 8 ** 11;

export type TarEntry =
  | { readonly kind: "folder"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly bytes: number };

/** The block before an entry's content. @throws {Error} when the format has no room for it. */
export function tarHeader(entry: TarEntry): Buffer {
  const bytes = entry.kind === "file" ? entry.bytes : 0;
  const name = entry.kind === "folder" ? `${entry.name}/` : entry.name;
  if (Buffer.byteLength(name) > 100 || bytes >= SIZE_MAX) throw new Error(`${name} does not fit into a tar file`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(entry.kind === "folder" ? "0000700\0" : "0000600\0", 100);
  header.write("0000000\0", 108); // owner and group: whoever unpacks it
  header.write("0000000\0", 116);
  header.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write(entry.kind === "folder" ? "5" : "0", 156);
  header.write("ustar\0" + "00", 257);
  header.write(`${checksum(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** What follows the content of a file, up to the next block. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** The sum of all bytes, with spaces in the place of the sum itself. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0);
}

/** @throws {Error} when it is no entry that `tarHeader` makes. */
function entryOf(header: Buffer): TarEntry {
  const text = (from: number, to: number) => header.toString("utf8", from, to).replace(/\0.*$/s, "").trim();
  if (Number.parseInt(text(148, 156), 8) !== checksum(header)) throw new Error("the tar file is damaged");
  const name = text(0, 100);
  const isFolder = header.toString("latin1", 156, 157) === "5";
  const parts = name.split("/");
  if (isFolder) parts.pop();
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    throw new Error(`the tar file has an entry with the name ${name}`);
  return isFolder
    ? { kind: "folder", name: parts.join("/") }
    : { kind: "file", name, bytes: Number.parseInt(text(124, 136), 8) };
}

/** Takes what a tar file holds: each entry, and then its content in parts. */
export type TarReader = {
  begin(entry: TarEntry): Promise<void> | void;
  content(part: Buffer): Promise<void> | void;
  end(): Promise<void> | void;
};

/** Reads a tar file to its end. @throws {Error} when it is damaged or ends too early. */
export async function readTar(stream: AsyncIterable<Buffer>, reader: TarReader): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let left = 0; // of the content of the file that is being read
  let padding = 0;
  let isOver = false;
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (!isOver && rest.length > 0) {
      if (left > 0) {
        const part = rest.subarray(0, left);
        await reader.content(part);
        left -= part.length;
        rest = rest.subarray(part.length);
        if (left === 0) await reader.end();
      } else if (padding > 0) {
        const skipped = Math.min(padding, rest.length);
        padding -= skipped;
        rest = rest.subarray(skipped);
      } else if (rest.length < BLOCK) break;
      else {
        const header = rest.subarray(0, BLOCK);
        rest = rest.subarray(BLOCK);
        isOver = header.every((byte) => byte === 0);
        if (isOver) break;
        const entry = entryOf(header);
        await reader.begin(entry);
        left = entry.kind === "file" ? entry.bytes : 0;
        padding = tarPadding(left).length;
        if (entry.kind === "file" && left === 0) await reader.end();
      }
    }
  }
  if (!isOver) throw new Error("the tar file has no end");
}
