import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { PaymentId, WalletId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { type Dispatched, listDispatched, type Origin } from "#payments";
import type { JournalLine } from "#platform/journal/format.ts";
import { type Departed, importDeparted } from "#restore";
import type { LineKind } from "./line-kind.ts";
import { idempotencyIn, keyIn } from "./lost-line.ts";

/** Payments over Lightning that the copy lacks, or has from before they left. */
export const importPayments: LineKind = {
  whats: ["payment.dispatch"],
  lacking: async (db, lines) => lackingOf(lines, await listDispatched(db, [...new Set(lines.map(({ id }) => id))])),
  bringBack: (deps, lines) => importDeparted(deps, departedOf(lines)),
};

/**
 * Of lines of dispatches those that tell what the copy does not know: it lacks the payment, or has it from before. One
 * that is not on hold and has its hash is driven by a process of now, which writes lines as well.
 */
function lackingOf(lines: readonly JournalLine[], copy: readonly Dispatched[]): readonly JournalLine[] {
  const known = new Map<string, Dispatched>(copy.map((one) => [one.id, one]));
  return lines.filter(({ id, paymentHash }) => {
    const one = known.get(id);
    if (one === undefined) return true;
    if (one.paymentHash === undefined) return true;
    if (bytesToHex(one.paymentHash) !== paymentHash) return true;
    return !one.isFinished && one.isOnHold && !one.isBroughtBack;
  });
}

/** The payments that these lines tell of, in the order of their last lines; a line for each attempt. */
export function departedOf(lines: readonly JournalLine[]): readonly Departed[] {
  const found = new Map<string, Departed>();
  for (const line of lines) {
    const one = readDeparted(line);
    if (one === undefined) continue;
    const key = `${one.id} ${line.paymentHash}`;
    const before = found.get(key);
    found.delete(key); // it stands where its last line does
    found.set(key, before === undefined ? one : { ...before, attempts: before.attempts + 1, lastAt: line.at });
  }
  return [...found.values()];
}

/** Undefined: a line that says too little. */
function readDeparted(line: JournalLine): Departed | undefined {
  const { id, wallet, paymentHash, amount, feeLimit, at, internalId } = line;
  const origin = originOf(line);
  if (paymentHash === undefined || amount === undefined || feeLimit === undefined || origin === undefined)
    return undefined;
  return {
    id: id as PaymentId,
    wallet: wallet as WalletId | undefined,
    origin,
    paymentHash: hexToBytes(paymentHash),
    amount: msats(amount),
    feeLimit: msats(feeLimit),
    attempts: 1,
    firstAt: at,
    lastAt: at,
    internalId,
    idempotency: idempotencyIn(line),
    key: keyIn(line),
  };
}

const THINGS = ["voucher", "withdrawal", "purchase"] as const;

function originOf({ origin }: JournalLine): Origin | undefined {
  if (origin?.kind === "request") return { kind: "request" };
  const kind = THINGS.find((one) => one === origin?.kind);
  return kind === undefined || origin?.id === undefined ? undefined : { kind, id: origin.id };
}
