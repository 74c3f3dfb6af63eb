import { join } from "node:path";
import { findNewestPostings } from "#ledger";
import { connect } from "#platform/database/pool.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { embeddedVersion } from "#platform/postgres/programs.ts";
import { type Gap, megabytes, recover, removeServer } from "#platform/postgres/recover.ts";
import { endLeftOver } from "#platform/postgres/server.ts";
import { type Backup, tarOf, walFolder } from "./backup-folder.ts";
import { proveJournal } from "./journal-copy.ts";
import type { Book, Proof } from "./manifest.ts";
import { proofLacks } from "./proof-room.ts";

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
  /** Stays free on the disk beside a trial. */
  readonly spareBytes?: number | undefined;
  /** The operator wants what is before a gap, and knows that the rest is lost. */
  readonly acceptGap: boolean;
  readonly say: (what: string) => void;
};

/** Restores a backup into a folder, reads its book and stops the server. The folder stays. */
export async function restoreInto(trial: Trial): Promise<Found> {
  const { place, say } = trial;
  requireVersion(trial.backup);
  await endLeftOver(place);
  removeServer(place);
  const { server, gapAt } = await recovered(trial);
  try {
    say("reading the book");
    return { ...(await readBook(server.url)), gapAt };
  } finally {
    await server.stop();
  }
}

/** PostgreSQL reads no files of another major version, and says so where nobody looks. */
function requireVersion({ postgres, leyden, path }: Backup): void {
  const here = embeddedVersion();
  if (here === undefined || here === postgres) return;
  throw new OperatorError(
    `the backup ${path} is of PostgreSQL ${postgres}, and this version of Leyden has PostgreSQL ${here}`,
    `Install the version of Leyden that made it (${leyden}), restore with it, and then upgrade.`,
  );
}

async function recovered({ folder, backup, place, until, durable, spareBytes, acceptGap, say }: Trial) {
  const { files, first, last, line, path } = backup;
  const archive = { folder: walFolder(folder), line };
  let gap: Gap | undefined;
  const onGap = (found: Gap) => {
    gap = found;
    if (until === undefined && !acceptGap) throw gapRefused(found); // with a time PostgreSQL says whether it is reached
  };
  const log = { first, last, archive, until, onGap };
  try {
    return await recover({ folder: place, tar: tarOf(path), files, ...log, durable, spareBytes, say });
  } catch (error) {
    if (until !== undefined && /recovery ended before configured recovery target/.test((error as Error).message))
      throw notReached(until, gap, error);
    if (/did not start/.test((error as Error).message))
      throw new OperatorError(
        `the backup cannot be restored: ${(error as Error).message}`,
        "Take an older backup: `npm run leyden -- backup list` shows them.",
        { cause: error },
      );
    throw error;
  }
}

/** What is missing, from when to when: nobody should lose it without having read it. */
export function gapRefused({ at, from, until }: Gap): OperatorError {
  const text = (time: Date | undefined) => time?.toISOString() ?? "the backup";
  return new OperatorError(
    `the archive has a gap at ${at}: what was written from ${text(from)} to ${text(until)} would be lost`,
    "Look for that file on other copies of the folder. To restore what is before it, add `--accept-gap`: so also after a second crash, before the first new backup.",
  );
}

function notReached(until: Date, gap: Gap | undefined, cause: unknown): OperatorError {
  if (gap !== undefined)
    return new OperatorError(
      `${gapRefused(gap).message}, and ${until.toISOString()} is not before it`,
      "Take an earlier `--until`, or leave it out and add `--accept-gap`.",
      { cause },
    );
  return new OperatorError(
    `the archive has nothing after ${until.toISOString()}: it ends before`,
    "Leave out `--until`: everything that the archive has is restored.",
    { cause },
  );
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
export async function prove(
  trial: Omit<Trial, "place" | "durable" | "acceptGap">,
  dataDir: string,
  now: () => Date,
): Promise<Proof> {
  const place = join(dataDir, "postgres-proof");
  const begunAt = now();
  try {
    await endLeftOver(place);
    removeServer(place); // of a trial that was killed: it may be what takes the room
    await requireProofRoom(trial, dataDir);
    const { gapAt, ...found } = await restoreInto({ ...trial, place, durable: false, acceptGap: true });
    if (gapAt !== undefined) throw unproved(`the archive has a gap at ${gapAt}`);
    if (found.book.no < trial.backup.book.no) throw unproved(lack(found.book, trial.backup.book));
    trial.say("reading the journal");
    const journal = await proveJournal(trial.backup, join(dataDir, "journal-proof"));
    return { ...found, journal, at: now(), tookMs: now().getTime() - begunAt.getTime() };
  } finally {
    await endLeftOver(place);
    removeServer(place);
  }
}

/** The database that runs beside it needs the disk too. */
async function requireProofRoom(
  { backup, folder, spareBytes = 0 }: Pick<Trial, "backup" | "folder" | "spareBytes">,
  dataDir: string,
): Promise<void> {
  const lacks = await proofLacks(backup, { folder, dataDir, spareBytes });
  if (lacks > 0)
    throw new OperatorError(
      `the backup ${backup.path} was made and is not proved: the disk of ${dataDir} lacks ${megabytes(lacks)} of room`,
      "Make room there, or lower LEYDEN_BACKUP_SPARE_GB; then run `npm run leyden -- backup --when-due`.",
    );
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
