import type { WalletId } from "#kernel/ids.ts";
import type { JournalWhat } from "#kernel/journal.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import { listKnownFiles } from "#platform/journal/known-files.ts";
import { type JournalReport, readJournal } from "#platform/journal/read.ts";
import {
  findRestore,
  type ImportDeps,
  type Imported,
  learnSpending,
  listOpenings,
  markWaiting,
  noteImport,
} from "#restore";
import { findWallet } from "#wallets";
import { importApps, importEndedSecrets, importRotatedSecrets } from "./import-apps.ts";
import { importBookings } from "./import-bookings.ts";
import { importCeilings } from "./import-ceilings.ts";
import { importCharges } from "./import-charges.ts";
import { importCredited } from "./import-credited.ts";
import { importIssued } from "./import-issued.ts";
import { importLimits } from "./import-limits.ts";
import { importPayments } from "./import-payments.ts";
import { promisedOf } from "./import-promised.ts";
import { importOnchain, importPurchases } from "./import-purchases.ts";
import { importRevoked } from "./import-revoked.ts";
import {
  importAddresses,
  importBlocks,
  importClosed,
  importEnds,
  importFactors,
  importKeys,
  importReceiptMails,
  importRules,
  importUnsubscribed,
} from "./import-rights.ts";
import { knownSpending } from "./known-spending.ts";
import type { Lacking, LineKind } from "./line-kind.ts";

/**
 * Each kind of line, in the order of the work: rights first, payments after what they were made for, and after the
 * payments what was revoked, which they may hold, and accounts that were closed, which they have emptied.
 */
export const KINDS: readonly LineKind[] = [
  importKeys,
  importEnds,
  importRules,
  importApps,
  importEndedSecrets,
  importRotatedSecrets,
  importFactors,
  importBlocks,
  importAddresses,
  importLimits,
  importCeilings,
  importUnsubscribed,
  importReceiptMails,
  importIssued,
  importCharges,
  importPurchases,
  importOnchain,
  importPayments,
  importCredited,
  importRevoked,
  importBookings,
  importClosed,
];

/** Lines that are compared with the database at once. */
const PAGE = 500;

export type ReadLacking = { readonly report: JournalReport; readonly lacking: Lacking };

export type JournalPlace = {
  /** Those of all machines. */
  readonly folders: readonly string[];
  readonly installation: string;
};

/**
 * Reads the journal of all processes, and keeps the lines that tell what the copy lacks. In memory are those alone. A
 * line whose place in its file is not proved counts as well: it is a question to the node like any other, and nothing
 * is done on its word alone.
 */
export async function readLacking({ db }: Pick<ImportDeps, "db">, place: JournalPlace): Promise<ReadLacking> {
  const pages = KINDS.map((kind) => ({ kind, page: [] as JournalLine[], lines: [] as JournalLine[] }));
  const byWhat = new Map<JournalWhat, (typeof pages)[number]>();
  for (const one of pages) for (const what of one.kind.whats) byWhat.set(what, one);
  const compare = async (one: (typeof pages)[number]) => {
    one.lines.push(...(await one.kind.lacking(db, one.page.splice(0))));
  };
  const report = await readJournal({ ...place, known: await listKnownFiles(db) }, async ({ line }) => {
    const one = byWhat.get(line.what);
    if (one === undefined) return;
    one.page.push(line);
    if (one.page.length >= PAGE && !one.kind.newestDecides) await compare(one);
  });
  for (const one of pages) if (one.page.length > 0) await compare(one);
  return { report, lacking: pages.map(({ kind, lines }) => ({ kind, lines })) };
}

export type ImportedJournal = { readonly report: JournalReport; readonly imported: readonly Imported[] };

/**
 * Brings back what the journal tells of and the copy lacks. Safe to repeat, also after a crash in between and after
 * another restore: what is there is left alone.
 */
export async function importJournal(deps: ImportDeps, place: JournalPlace): Promise<ImportedJournal> {
  await markWaiting(deps);
  const restore = await findRestore(deps.db);
  const { report, lacking } = await readLacking(deps, place);
  const imported = await bringBackAll(deps, lacking);
  if (restore !== undefined) {
    const questions = await questionsOf(deps, { lacking, imported });
    const lost = { ...restore, openings: await listOpenings(deps.db, restore) };
    await learnSpending(deps, { restore, known: knownSpending(report, lost, questions) });
    await noteImport(deps, restore);
  }
  return { report, imported };
}

export type ImportedPromised = ImportedJournal & {
  /** How many lines tell of something else that the copy lacks. */
  readonly left: number;
};

/** While no restore is open: brings back what others were promised alone (`promisedOf`). Safe to repeat. */
export async function importPromised(deps: ImportDeps, place: JournalPlace): Promise<ImportedPromised> {
  const { report, lacking } = await readLacking(deps, place);
  const promised = promisedOf(lacking, deps.clock.now());
  const count = (all: Lacking) => all.reduce((sum, { lines }) => sum + lines.length, 0);
  return { report, imported: await bringBackAll(deps, promised), left: count(lacking) - count(promised) };
}

async function bringBackAll(deps: ImportDeps, lacking: Lacking): Promise<readonly Imported[]> {
  const imported: Imported[] = [];
  for (const { kind, lines } of lacking) if (lines.length > 0) imported.push(...(await kind.bringBack(deps, lines)));
  const count = (outcome: Imported["outcome"]) => imported.filter((one) => one.outcome === outcome).length;
  deps.log.warn({ done: count("done"), questions: count("question") }, "restore.journal_imported");
  return imported;
}

/**
 * What an operator has to decide about and may count on a limit: not a payment of a wallet that the copy does not have,
 * nor one for a voucher or a purchase, which count themselves.
 */
async function questionsOf(
  { db }: Pick<ImportDeps, "db">,
  { lacking, imported }: { readonly lacking: Lacking; readonly imported: readonly Imported[] },
): Promise<readonly Imported[]> {
  const walletOf = new Map(lacking.flatMap(({ lines }) => lines.map(({ id, wallet }) => [id, wallet] as const)));
  const questions: Imported[] = [];
  for (const one of imported) {
    if (one.outcome !== "question") continue;
    const wallet = walletOf.get(one.id);
    if (
      wallet === undefined ? one.what !== "payment.dispatch" : (await findWallet(db, wallet as WalletId)) !== undefined
    )
      questions.push(one);
  }
  return questions;
}
