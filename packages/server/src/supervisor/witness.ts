import { statSync } from "node:fs";
import { join } from "node:path";
import type { PostingNo } from "#ledger";
import { isLocalHost } from "#platform/http/is-local.ts";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
import type { Witness } from "#restore";

/**
 * The ledger's last number and hash, in `book.json` of the data folder. It is elsewhere than the database where the
 * database is on another machine, or its files are on another disk.
 */
export function fileWitness(dataDir: string, databaseUrl: string | undefined): Witness {
  const path = join(dataDir, "book.json");
  return {
    isElsewhere:
      databaseUrl === undefined
        ? statSync(dataDir).dev !== statSync(join(dataDir, "postgres")).dev
        : !isLocalHost(hostOf(databaseUrl)),
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

/** Empty for a socket of this machine. */
function hostOf(databaseUrl: string): string {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).host : "";
}
