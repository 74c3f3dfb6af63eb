import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A file for browsers. `gzip`: the same, compressed. */
export type BuiltFile = { readonly type: string; readonly body: Uint8Array; readonly gzip: Uint8Array };

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

const compress = promisify(gzip);

/** The files of these names beside `manifest`, by name. */
export async function readBuiltFiles(manifest: URL, names: readonly string[]): Promise<ReadonlyMap<string, BuiltFile>> {
  const read = async (name: string): Promise<[string, BuiltFile]> => {
    const body = await readFile(new URL(name, manifest));
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    return [name, { type, body, gzip: await compress(body, { level: 9 }) }];
  };
  return new Map(await Promise.all(names.map(read)));
}
