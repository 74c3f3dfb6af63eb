import { join } from "node:path";
import type { PostingNo } from "#ledger";
import { newestBooks } from "#platform/journal/newest-book.ts";
import { journalFolder } from "#platform/journal/place.ts";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
import type { Seen, Witness } from "#restore";

/**
 * What was seen of the ledger, outside of the database: its last number and hash in `book.json` of the data folder, and
 * in the last line of each file of the journal, which may lie on another disk.
 */
export function fileWitness(
  { dataDir, journalDir }: { readonly dataDir: string; readonly journalDir: string | undefined },
  installation: string,
): Witness {
  const path = join(dataDir, "book.json");
  return {
    async read() {
      const written = readBook(path);
      const lines = await newestBooks(journalFolder({ dataDir, journalDir }), installation);
      const told = lines.map(({ epoch, number, hash }) => ({ epoch, no: number as PostingNo, hash }));
      return [...(written === undefined ? [] : [written]), ...told];
    },
    write: ({ no, hash, epoch }) => {
      const book = { no: String(no), hash: Buffer.from(hash).toString("hex"), epoch: epoch && String(epoch) };
      writePrivateFile(path, `${JSON.stringify(book)}\n`);
    },
  };
}

function readBook(path: string): Seen | undefined {
  const text = readFileIfAny(path);
  if (text === undefined) return undefined;
  const { no, hash, epoch } = JSON.parse(text) as { no: string; hash: string; epoch?: string };
  return {
    no: BigInt(no) as PostingNo,
    hash: Buffer.from(hash, "hex"),
    epoch: epoch === undefined ? undefined : BigInt(epoch),
  };
}
