import { hexToBytes } from "@noble/hashes/utils.js";
import type { PaymentId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { findOnchainOutcomes } from "#onchain";
import type { JournalLine } from "#platform/journal/format.ts";
import {
  bringBackOnchain,
  bringBackPurchase,
  type DepartedOnchain,
  type DepartedPurchase,
  type Imported,
  listLackingPurchases,
  type PurchaseBroughtBack,
  tellOnchain,
} from "#restore";
import type { LineKind } from "./line-kind.ts";

/** Purchases at the processor: begun, captured, given back. */
export const importPurchases: LineKind = {
  whats: ["purchase.begin", "purchase.capture", "purchase.refund"],
  lacking: async (db, lines) =>
    (await listLackingPurchases(db, lines.flatMap(toldBy))).flatMap(({ line }) => (line === undefined ? [] : [line])),
  async bringBack(deps, lines) {
    const imported: Imported[] = [];
    for (const departed of purchasesOf(lines))
      imported.push(tellPurchase(departed, await bringBackPurchase(deps, departed)));
    return imported;
  },
};

type Told = DepartedPurchase & { readonly line?: JournalLine };

/** Nothing of a line without a reference: it says too little. */
function toldBy(line: JournalLine): readonly Told[] {
  const { id, what, at, processorId } = line;
  if (processorId === undefined) return [];
  return [{ id, reference: processorId, wasCaptured: what !== "purchase.begin", begunAt: at, line }];
}

/** One for each purchase and reference: it was captured if any of its lines says so. */
function purchasesOf(lines: readonly JournalLine[]): readonly DepartedPurchase[] {
  const found = new Map<string, DepartedPurchase>();
  for (const { line: _, ...one } of lines.flatMap(toldBy)) {
    const key = `${one.id} ${one.reference}`;
    const before = found.get(key);
    found.set(key, { ...one, ...before, wasCaptured: one.wasCaptured || before?.wasCaptured === true });
  }
  return [...found.values()];
}

function tellPurchase({ id, reference, wasCaptured }: DepartedPurchase, outcome: PurchaseBroughtBack): Imported {
  const told = (as: Imported["outcome"], detail: string): Imported => ({
    what: wasCaptured ? "purchase.capture" : "purchase.begin",
    id,
    outcome: as,
    detail: `payment ${reference} of the processor: ${detail}`,
  });
  switch (outcome) {
    case "brought_back":
      return told("done", "the purchase is begun under it; after its release the processor is asked what became of it");
    case "known":
      return told("known", "it is here already");
    case "unknown":
      return wasCaptured
        ? told(
            "question",
            `its purchase is not in this copy: \`leyden ramp adopt ${reference} --deliver\`, or \`--refund\`, when it was not delivered`,
          )
        : told(
            "known",
            "its purchase is not in this copy; nothing was captured, and an authorization lapses by itself",
          );
    case "differs":
      return told("question", `the purchase has another payment here: \`leyden ramp show ${id}\``);
    case "ended":
      return told("question", `the purchase has ended here without it: \`leyden ramp adopt ${reference} --refund\``);
    case "busy":
      return told("question", "its session has another purchase under way here: import again when that is over");
  }
}

/** Payments to addresses of the chain that may have been published; after the purchases that they deliver. */
export const importOnchain: LineKind = {
  whats: ["onchain.publish"],
  async lacking(db, lines) {
    const known = await findOnchainOutcomes(
      db,
      lines.map(({ id }) => id as PaymentId),
    );
    return lines.filter(({ id }) => !known.has(id as PaymentId));
  },
  async bringBack(deps, lines) {
    const found = new Map<string, DepartedOnchain>();
    for (const one of lines.flatMap(readPublished)) {
      const key = `${one.id} ${one.txid}`;
      if (!found.has(key)) found.set(key, one); // it is published again and again
    }
    const imported: Imported[] = [];
    for (const departed of found.values()) imported.push(tellOnchain(departed, await bringBackOnchain(deps, departed)));
    return imported;
  },
};

function readPublished({
  id,
  origin,
  txid,
  transaction,
  amount,
  feeLimit,
  at,
}: JournalLine): readonly DepartedOnchain[] {
  const isWhole = origin?.kind === "purchase" && origin.id !== undefined && txid !== undefined;
  if (!isWhole || transaction === undefined || amount === undefined || feeLimit === undefined) return [];
  return [
    {
      id: id as PaymentId,
      purchase: origin.id,
      txid,
      transaction: hexToBytes(transaction),
      amount: msats(amount),
      fee: msats(feeLimit),
      firstAt: at,
    },
  ];
}
