import type { Clock, Loop, Random, Scheduler } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import { followSending, liftWhenOver, listPauses, pauseSending } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { Look } from "#platform/database/look.ts";
import type { Disk } from "#platform/journal/disk.ts";
import type { BookPosition } from "#platform/journal/format.ts";
import { listKnownFiles, saveDeletion, saveFiles } from "#platform/journal/known-files.ts";
import { deleteFile, listOldFiles } from "#platform/journal/rotate.ts";
import { createJournal, type JournalWriter } from "#platform/journal/write.ts";
import type { Log } from "#platform/log.ts";
import type { BookMemory } from "#restore";
import { type Doubt, doubtAfter, isOver, QUIET_MS } from "./journal-doubt.ts";

export type JournalDeps = {
  readonly db: Db;
  /** What lines say of the ledger. */
  readonly book: Pick<BookMemory, "seen">;
  readonly clock: Clock;
  readonly random: Pick<Random, "uuid">;
  readonly scheduler: Scheduler;
  readonly look: Look;
  readonly log: Log;
};

export type JournalSettings = {
  readonly folder: string;
  readonly installation: string;
  readonly role: string;
  /** When the newest backup was made that has been proved by a restore; undefined: there is none. */
  readonly provedBackupAt?: () => Promise<Date | undefined>;
  readonly disk?: Disk;
};

/** The journal of this process, and what is done around it. */
export type OpenedJournal = {
  readonly journal: Journal;
  /** It cannot be written now. */
  isBroken(): boolean;
  /** Ends the loops, and then writes the last line. */
  close(): Promise<void>;
};

const WATCH_EVERY_MS = 1_000;
const REPORT_EVERY_MS = 10_000;
const ROTATE_EVERY_MS = 3_600_000;
/** A process that has nothing to tell says at least once a day that it is there, so that its file is not an old one. */
const SILENT_MAX_MS = 24 * 3_600_000;

/**
 * Opens the journal. While it cannot be written sending is paused, in every process. The disk is tried again each
 * second. The pause ends when lines were written in time for a while (`journal-doubt.ts`), in every process that sets
 * it: one that has its doubts sets it again at each look.
 */
export async function openJournal(deps: JournalDeps, settings: JournalSettings): Promise<OpenedJournal> {
  const { clock, random, scheduler, log } = deps;
  let doubt: Doubt | undefined;
  const failed = async () => {
    doubt = doubtAfter(doubt, clock.monotonicMs());
    await pause();
  };
  const { folder, installation, disk } = settings;
  const pause = () => pauseForJournal(deps, settings, writer);
  const writer = createJournal({
    folder,
    installation,
    disk,
    clock,
    random,
    ...journalPlace(deps.book),
    onBroken: ({ why }) => {
      log.error({ why, folder }, "journal.broken");
      scheduler.spawn("service.pause_for_journal", failed);
    },
  });
  if (!(await writer.open())) await failed();
  let mayBePaused = true;
  const unfollow = followSending(deps.look, (sending) => {
    mayBePaused = sending === undefined || sending.pauses.includes("journal");
  });
  const reported: Reported = { settings, writer, known: new Set(), until: undefined };
  const loops: readonly Loop[] = [
    scheduler.loop("service.watch_journal", WATCH_EVERY_MS, async (signal) => {
      if (!(await writer.open())) return await failed();
      if (doubt === undefined || isOver(doubt, clock.monotonicMs())) {
        doubt &&= { ...doubt, isLetGo: true };
        return mayBePaused ? await endPause(deps, writer, signal) : undefined;
      }
      if (await tryOut(writer)) await pauseForDoubt(deps, settings);
      else await failed();
    }),
    scheduler.loop("service.report_journal", REPORT_EVERY_MS, () => report(deps, reported)),
    scheduler.loop("service.rotate_journal", ROTATE_EVERY_MS, () => rotate(deps, settings, writer)),
  ];
  return {
    journal: writer,
    isBroken: () => writer.broken() !== undefined,
    async close() {
      unfollow();
      await Promise.all(loops.map((loop) => loop.stop()));
      await writer.close();
      await saveFiles(deps.db, settings.role, writer.files());
    },
  };
}

/** Of an installation that nothing was restored in. */
const FIRST_EPOCH = 1n;

/** What lines say of the ledger: as this process has seen it. */
export function journalPlace(seenBook: Pick<BookMemory, "seen">) {
  return {
    epoch: () => seenBook.seen()?.epoch ?? FIRST_EPOCH,
    book(): BookPosition | undefined {
      const seen = seenBook.seen();
      return seen && { number: seen.no, hash: seen.hash };
    },
  };
}

async function pauseForJournal(deps: JournalDeps, { folder, role }: JournalSettings, writer: JournalWriter) {
  const broken = writer.broken();
  if (broken === undefined) return; // it was mended meanwhile
  const reason = `a process (${role}) cannot write to ${folder}: ${broken.why}`;
  if (await pauseSending(deps, { kind: "journal", reason })) deps.log.error({ reason }, "journal.sending_paused");
}

/** An idle disk is no test. False: the line was not written in time. */
async function tryOut(writer: JournalWriter): Promise<boolean> {
  const id = writer.files().at(-1)?.process;
  if (id !== undefined) await writer.appendIfPossible({ what: "journal.book", id });
  return writer.broken() === undefined;
}

async function pauseForDoubt(deps: JournalDeps, { folder, role }: JournalSettings): Promise<void> {
  await pauseSending(deps, { kind: "journal", reason: `a process (${role}) could not write to ${folder}` });
}

/** Another process may be the one that cannot write: it sets the pause again while we wait. */
async function endPause({ db, clock, log }: JournalDeps, writer: JournalWriter, signal: AbortSignal): Promise<void> {
  const isQuiet = async () => {
    await clock.sleep(QUIET_MS, signal);
    return !signal.aborted && writer.broken() === undefined;
  };
  if (!(await listPauses(db)).some(({ kind }) => kind === "journal")) return;
  if ((await liftWhenOver({ db }, "journal", isQuiet)) === "lifted") log.info("journal.sending_resumed");
}

type Reported = {
  readonly settings: JournalSettings;
  readonly writer: JournalWriter;
  readonly known: Set<string>;
  /** The number of the ledger that was written down last. */
  until: bigint | undefined;
};

/**
 * Tells the database of this process's files, and the file of all others: each of them is known at two places at least.
 * Writes down where the ledger ends, also when nothing leaves.
 */
async function report(deps: JournalDeps, reported: Reported): Promise<void> {
  const { db, clock } = deps;
  const { settings, writer, known } = reported;
  const own = writer.files();
  await saveFiles(db, settings.role, own);
  for (const { process } of own) known.add(process);
  for (const { process, deletedAt } of await listKnownFiles(db)) {
    if (known.has(process) || deletedAt !== undefined || writer.broken() !== undefined) continue;
    await writer.append({ what: "journal.file", id: process });
    known.add(process);
  }
  const newest = own.at(-1);
  const number = deps.book.seen()?.no;
  if (newest === undefined || number === undefined || writer.broken() !== undefined) return;
  const isSilent = clock.now().getTime() - newest.lastAt.getTime() >= SILENT_MAX_MS;
  if (reported.until === number && !isSilent) return;
  await writer.append({ what: "journal.book", id: newest.process });
  reported.until = number;
}

async function rotate({ db, clock, log }: JournalDeps, settings: JournalSettings, writer: JournalWriter) {
  const provedAt = await settings.provedBackupAt?.();
  const current = writer.files().at(-1)?.process;
  const now = clock.now();
  for (const file of await listOldFiles(settings.folder, { provedAt, now })) {
    if (file.process === current) continue;
    await writer.append({ what: "journal.delete", id: file.process });
    await saveDeletion(db, { process: file.process, now });
    await deleteFile(file);
    log.info({ process: file.process }, "journal.file_deleted");
  }
}
