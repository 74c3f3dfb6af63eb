import { hexToBytes } from "@noble/hashes/utils.js";
import type { ProjectId, UserId, WalletId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import { listKnownFiles } from "#platform/journal/known-files.ts";
import { type JournalReport, readJournal } from "#platform/journal/read.ts";
import type { JournalPlace } from "./import-journal.ts";
import type { ToldPurchase } from "./load-ramp.ts";

export type ToldByJournal = { readonly told: ToldPurchase; readonly report: JournalReport };

/** An operator has said that a payment of the node, or a transaction of its wallet, delivered the purchase. */
const ASSIGNED: ReadonlySet<string> = new Set(["reconcile_purchase", "reconcile_transaction"]);

/** What the journal of all processes tells of one purchase. */
export async function readLostPurchase(
  { db }: { readonly db: Db },
  place: JournalPlace,
  purchaseId: string,
): Promise<ToldByJournal> {
  const lines: JournalLine[] = [];
  const report = await readJournal({ ...place, known: await listKnownFiles(db) }, ({ line }) => {
    if (isAbout(line, purchaseId)) lines.push(line);
  });
  return { told: toldOf(lines), report };
}

function isAbout({ id, origin, subject, kind = "" }: JournalLine, purchaseId: string): boolean {
  if (id === purchaseId || (ASSIGNED.has(kind) && subject === purchaseId)) return true;
  return origin?.kind === "purchase" && origin.id === purchaseId;
}

/** Lines of one purchase, in the journal's order: what a later one says counts. */
export function toldOf(lines: readonly JournalLine[]): ToldPurchase {
  const begun = lines.filter(({ what }) => what === "purchase.begin");
  const any = lines.filter(({ what }) => what.startsWith("purchase."));
  const amount = any.findLast((line) => line.amount !== undefined)?.amount;
  const feeLimit = any.findLast((line) => line.feeLimit !== undefined)?.feeLimit;
  const session = begun.findLast(({ origin }) => origin?.kind === "session")?.origin;
  const project = begun.findLast(({ actor }) => actor?.kind === "project")?.actor;
  return {
    begunAt: begun[0]?.at,
    sessionId: session?.id as ToldPurchase["sessionId"],
    projectId: project?.id as ProjectId | undefined,
    userId: any.findLast(({ subject }) => subject !== undefined)?.subject as UserId | undefined,
    walletId: any.findLast(({ wallet }) => wallet !== undefined)?.wallet as WalletId | undefined,
    amount: amount === undefined ? undefined : msats(amount),
    feeLimit: feeLimit === undefined ? undefined : msats(feeLimit),
    paymentHashes: [...new Set(lines.flatMap(hashOf))].map(hexToBytes),
    txids: [...new Set(lines.flatMap(txidOf))],
    isCredited: lines.some(({ what }) => what === "purchase.credit"),
    wasRefundedByHand: lines.some(({ what, kind }) => what === "operator.book" && kind === "refunded_by_hand"),
  };
}

/** Of a payment that was sent, or that an operator has said to be this purchase's. */
function hashOf({ what, kind, paymentHash }: JournalLine): readonly string[] {
  const isItsOwn = what === "payment.dispatch" || (what === "operator.book" && kind === "reconcile_purchase");
  return isItsOwn && paymentHash !== undefined ? [paymentHash] : [];
}

/** Of a transaction that was published, or that an operator has said to be this purchase's. */
function txidOf({ what, kind, txid }: JournalLine): readonly string[] {
  const isItsOwn = what === "onchain.publish" || (what === "operator.book" && kind === "reconcile_transaction");
  return isItsOwn && txid !== undefined ? [txid] : [];
}
