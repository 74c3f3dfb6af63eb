import { join } from "node:path";
import { findNewestPostings } from "#ledger";
import { connect } from "#platform/database/pool.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type Recovered, recover, removeServer } from "#platform/postgres/recover.ts";
import { endLeftOver } from "#platform/postgres/server.ts";
import { type Backup, tarOf, walFolder } from "./backup-folder.ts";
import type { Book, Proof } from "./manifest.ts";

/** So many of the newest postings are compared with their hashes; the audit of the day compares all. */
const EXAMINED = 10_000;

/** What a restored database says about itself. */
export type Found = Pick<Proof, "book" | "newestAt" | "examined"> & { readonly gapAt: string | undefined };

export type Trial = {
  /** Where the backup and its archive are. */
  readonly folder: string;
  readonly backup: Backup;
  /** A new folder for the server. */
  readonly place: string;
  readonly until?: Date | undefined;
  readonly durable: boolean;
  readonly say: (what: string) => void;
};

/** Restores a backup into a folder, reads its book and stops the server. The folder stays. */
export async function restoreInto({ folder, backup, place, until, durable, say }: Trial): Promise<Found> {
  await endLeftOver(place);
  removeServer(place);
  const { server, gapAt } = await recovered({ folder, backup, place, until, durable, say });
  try {
    say("reading the book");
    return { ...(await readBook(server.url)), gapAt };
  } finally {
    await server.stop();
  }
}

async function recovered({ folder, backup, place, until, durable, say }: Trial): Promise<Recovered> {
  const { files, first, last, line, path } = backup;
  const archive = { folder: walFolder(folder), line };
  try {
    return await recover({ folder: place, tar: tarOf(path), files, first, last, archive, until, durable, say });
  } catch (error) {
    if (until !== undefined && /recovery ended before configured recovery target/.test((error as Error).message))
      throw new OperatorError(
        `the archive has nothing after ${until.toISOString()}: it ends before`,
        "Leave out `--until`: everything that the archive has is restored.",
        { cause: error },
      );
    if (/did not start/.test((error as Error).message))
      throw new OperatorError(
        `the backup cannot be restored: ${(error as Error).message}`,
        "Take an older backup: `npm run leyden -- backup list` shows them.",
        { cause: error },
      );
    throw error;
  }
}

/** @throws {OperatorError} when the newest postings do not match their hashes. */
export async function readBook(url: string): Promise<Omit<Found, "gapAt">> {
  const db = connect({ url, max: 1, name: "leyden restore" });
  try {
    const { no, hash, at, examined, breaches } = await findNewestPostings(db, EXAMINED);
    if (breaches.length > 0)
      throw new OperatorError(
        `the book of the copy is broken: ${breaches.join("; ")}`,
        "Run `npm run leyden -- audit` on the running service, and keep the older backups.",
      );
    return { book: { no, hash: Buffer.from(hash).toString("hex") }, newestAt: at, examined };
  } finally {
    await db.close();
  }
}

/**
 * Proves a backup by restoring it beside the running database, to the end of its archive.
 * @throws {OperatorError} when it cannot be restored, or lacks what the book had when it was made.
 */
export async function prove(trial: Omit<Trial, "place" | "durable">, dataDir: string, now: () => Date): Promise<Proof> {
  const place = join(dataDir, "postgres-proof");
  const begunAt = now();
  try {
    const { gapAt, ...found } = await restoreInto({ ...trial, place, durable: false });
    if (gapAt !== undefined) throw unproved(`the archive has a gap at ${gapAt}`);
    if (found.book.no < trial.backup.book.no) throw unproved(lack(found.book, trial.backup.book));
    return { ...found, at: now(), tookMs: now().getTime() - begunAt.getTime() };
  } finally {
    await endLeftOver(place);
    removeServer(place);
  }
}

function lack(found: Book, wanted: Book): string {
  return `it ends with posting ${found.no}, and the book had ${wanted.no} when it was made`;
}

function unproved(what: string): OperatorError {
  return new OperatorError(
    `the backup was made and does not prove itself: ${what}`,
    "Run `npm run leyden -- backup` again; the older backups are kept.",
  );
}
