import { join } from "node:path";
import type { PostingNo } from "#ledger";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
import type { Witness } from "#restore";

/** The ledger's last number and hash, in `book.json` of the data folder. */
export function fileWitness(dataDir: string): Witness {
  const path = join(dataDir, "book.json");
  return {
    read() {
      const text = readFileIfAny(path);
      if (text === undefined) return undefined;
      const { no, hash } = JSON.parse(text) as { readonly no: string; readonly hash: string };
      return { no: BigInt(no) as PostingNo, hash: Buffer.from(hash, "hex") };
    },
    write: ({ no, hash }) =>
      writePrivateFile(path, `${JSON.stringify({ no: String(no), hash: Buffer.from(hash).toString("hex") })}\n`),
  };
}
