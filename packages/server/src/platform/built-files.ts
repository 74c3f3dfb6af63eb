import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A file for browsers. `br`, `gzip`: the same, compressed. */
export type BuiltFile = Readonly<Record<"body" | "br" | "gzip", Uint8Array>> & { readonly type: string };

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

const compress = promisify(gzip);

/** The files of these names beside `manifest`, by name. Each lies there as Brotli makes it, `.br`, too. */
export async function readBuiltFiles(manifest: URL, names: readonly string[]): Promise<ReadonlyMap<string, BuiltFile>> {
  const read = async (name: string): Promise<[string, BuiltFile]> => {
    const [body, br] = await Promise.all([name, `${name}.br`].map((path) => readFile(new URL(path, manifest))));
    if (body === undefined || br === undefined) throw new Error(`${name} was not read`);
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    return [name, { type, body, br, gzip: await compress(body, { level: 9 }) }];
  };
  return new Map(await Promise.all(names.map(read)));
}
