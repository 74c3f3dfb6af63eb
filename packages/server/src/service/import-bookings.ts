import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { PaymentId, TransferId, WalletId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import {
  type BookedAgain,
  bringBackBooking,
  type LostBooking,
  listBookedIds,
  listEquityTransfers,
  listForeign,
  listLosses,
  listSettledIds,
  OPERATOR_BOOKING_KINDS,
  type OperatorBookingKind,
} from "#lightning";
import { findOnchainOutcomes } from "#onchain";
import { listDispatched } from "#payments";
import type { Db } from "#platform/database/db.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import { type AssignedAgain, assignAgain, listAssignments } from "#receiving";
import {
  bringBackPayment,
  findRestore,
  type ImportDeps,
  type Imported,
  listForChain,
  listKnownPurchases,
  listNotRefunded,
  type RefundedAgain,
  refundAgain,
} from "#restore";
import type { LineKind } from "./line-kind.ts";
import { isBeforeCopy } from "./lost-line.ts";

type Told = readonly [Imported["outcome"], string];

/** How one kind of what operators booked comes back. */
type Booking = {
  /** Of these lines, all of this kind, those whose booking the copy lacks. */
  readonly missing: (db: Db, lines: readonly JournalLine[]) => Promise<readonly JournalLine[]>;
  readonly again: (deps: ImportDeps, line: JournalLine) => Promise<Told>;
};

/**
 * What operators booked. A line stands before its booking: one that was refused has a second line, `refused`, which
 * takes it away.
 */
export const importBookings: LineKind = {
  whats: ["operator.book"],
  newestDecides: true,
  async lacking(db, all) {
    const lacking = new Set<JournalLine>();
    const newest = newestDecisions(all);
    const lines = all.filter((line) => !isDecision(line) || newest.get(line.paymentHash) === line);
    for (const group of ALL)
      for (const line of await group.missing(
        db,
        lines.filter((one) => bookingOf(one) === group),
      ))
        lacking.add(line);
    return lines.filter((line) => lacking.has(line) || line.kind === "refused");
  },
  async bringBack(deps, lines) {
    const restore = await findRestore(deps.db);
    const refused = new Set(lines.filter(({ kind }) => kind === "refused").map(({ id }) => id));
    const imported: Imported[] = [];
    for (const line of lines) {
      const booking = bookingOf(line);
      if (booking === undefined || refused.has(line.id) || isBeforeCopy(line, restore)) continue;
      const [outcome, detail] = await booking.again(deps, line);
      imported.push({ what: line.what, id: line.id, outcome, detail });
    }
    return imported;
  },
};

/** Of each payment of the node what an operator decided about it last. */
function newestDecisions(lines: readonly JournalLine[]): ReadonlyMap<string | undefined, JournalLine> {
  return new Map(lines.filter(isDecision).map((line) => [line.paymentHash, line]));
}

function isDecision(line: JournalLine): boolean {
  const booking = bookingOf(line);
  return booking === PAID_BY || booking === DECIDED;
}

function bookingOf({ kind = "", wallet, amount, feeLimit }: JournalLine): Booking | undefined {
  switch (kind) {
    case "undo":
      return OWN;
    case "assign_receipt":
      return ASSIGNED;
    case "receipt_moved":
    case "receipt_mine":
      return SUSPENDED;
    case "refunded_by_hand":
      return REFUNDED;
    case "reconcile_wallet":
      return wallet && amount !== undefined && feeLimit !== undefined ? PAID_BY : DECIDED;
    case "reconcile_transaction":
    case "unpublished":
      return ON_CHAIN;
    case "replace_node":
      return REPLACED;
    case "end_onchain_completed":
    case "end_onchain_failed":
      return ENDED_ON_CHAIN;
  }
  if (isOwn(kind)) return OWN;
  if (kind.startsWith("end_")) return ENDED;
  if (kind.startsWith("former_")) return SETTLED;
  return kind.startsWith("reconcile_") || kind === "set_aside" ? DECIDED : undefined;
}

/** Of the operator's own money. */
const OWN: Booking = {
  async missing(db, lines) {
    const here = await listBookedIds(db, idsOf(lines));
    return lines.filter(({ id }) => !here.has(id));
  },
  async again(deps, line) {
    const lost = lostBooking(line);
    if (lost === undefined) return ["question", "the line has no amount: book it with `leyden equity`"];
    return tellBooking(line, await bringBackBooking(deps, lost));
  },
};

function lostBooking({ id, kind, amount, subject }: JournalLine): LostBooking | undefined {
  const own = { id: id as TransferId };
  if (kind === "undo")
    return subject === undefined ? undefined : { ...own, kind: "booking_undone", undoes: subject as TransferId };
  if (amount === undefined) return undefined;
  return isOwn(kind) ? { ...own, kind, amount: msats(amount) } : undefined;
}

function isOwn(kind: string | undefined): kind is OperatorBookingKind {
  return OPERATOR_BOOKING_KINDS.some((known) => known === kind);
}

function tellBooking({ id, kind, amount, subject }: JournalLine, outcome: BookedAgain): Told {
  const what = kind === "undo" ? `the undoing of booking ${subject}` : `${kind} of ${amount} msats`;
  switch (outcome) {
    case "booked":
      return ["done", `${what} is booked; \`leyden equity undo ${id}\` if it never happened`];
    case "known":
      return ["known", `${what} is here already`];
    case "not_bound":
      return ["question", `${what}: no node was connected in this copy; start the service with its node, import again`];
    case "undoes_unknown":
      return ["question", `${what}: that booking is not here; \`leyden equity\` books what both come to`];
    case "was_undone":
      return ["question", `${what}: another booking has undone it here; \`leyden equity list\``];
  }
}

/** Receipts that were given to a wallet out of suspense. */
const ASSIGNED: Booking = {
  async missing(db, lines) {
    const here = await listAssignments(db, idsOf(lines));
    return lines.filter(({ id }) => !here.has(id));
  },
  async again(deps, { id, paymentHash, wallet, subject }) {
    if (paymentHash === undefined || wallet === undefined)
      return ["question", `receipt ${subject} was given to wallet ${wallet}: \`leyden suspense list\``];
    const lost = { transfer: id as TransferId, paymentHash: hexToBytes(paymentHash), wallet: wallet as WalletId };
    return tellAssigned(lost, paymentHash, await assignAgain(deps, lost));
  },
};

/** Receipts for no wallet that were ended in suspense: the node reports them anew, under other ids. */
const SUSPENDED: Booking = {
  missing: ASSIGNED.missing,
  again: async (_deps, { kind = "", subject, paymentHash = subject }) => [
    "question",
    `you had ended the receipt of hash ${paymentHash}: where \`leyden suspense list\` shows it, \`leyden suspense end ` +
      `<receipt> --as ${kind.replace("receipt_", "")}\``,
  ],
};

function tellAssigned({ wallet }: { readonly wallet: WalletId }, paymentHash: string, outcome: AssignedAgain): Told {
  const what = `the receipt of hash ${paymentHash} for wallet ${wallet}`;
  switch (outcome) {
    case "assigned":
      return ["done", `${what} is assigned`];
    case "known":
      return ["known", `${what} is assigned already`];
    case "not_received":
      return ["question", `${what}: the node has not reported it to this copy yet; import again when it has`];
    case "elsewhere":
      return ["question", `${what}: its money does not lie in suspense here`];
    case "closed":
      return ["question", `${what}: the account is closed here; \`leyden suspense assign\` gives it to another one`];
    case "no_wallet":
      return [
        "question",
        `${what}: the wallet is not in this copy; \`leyden suspense assign\` gives it to another one`,
      ];
  }
}

/** Purchases whose money an operator gave back. */
const REFUNDED: Booking = {
  async missing(db, lines) {
    const lacking = await listNotRefunded(db, idsOf(lines));
    return lines.filter(({ id }) => lacking.has(id));
  },
  again: async (deps, { id }) => tellRefunded(id, await refundAgain(deps, id)),
};

function tellRefunded(id: string, outcome: RefundedAgain): Told {
  switch (outcome) {
    case "refunded":
      return ["done", `you gave the money of purchase ${id} back; it is refunded`];
    case "known":
      return ["known", `purchase ${id} is refunded already`];
    case "unknown":
      return ["question", `you gave the money of purchase ${id} back, which is not in this copy: adopt nothing for it`];
    case "not_failed":
      return [
        "question",
        `you gave the money of purchase ${id} back: after \`leyden restore release\` its refund fails again; then ` +
          `import again, or \`leyden ramp refunded ${id}\``,
      ];
  }
}

/** Payments that an operator ended: what was known then may be known no more, so it is decided again. */
const ENDED: Booking = {
  async missing(db, lines) {
    const finished = new Set<string>(
      (await listDispatched(db, idsOf(lines))).filter(({ isFinished }) => isFinished).map(({ id }) => id),
    );
    return lines.filter(({ id }) => !finished.has(id));
  },
  again: async (_deps, { id, kind, paymentHash }) => [
    "question",
    `you had ended payment ${id} as ${kind === "end_failed" ? "failed" : "completed"}` +
      `${paymentHash === undefined ? "" : ` (hash ${paymentHash})`}: unless it ends by itself, \`leyden payment end ` +
      `${id} --as ${kind === "end_failed" ? "failed" : "completed"}\``,
  ],
};

/** The same of payments to addresses of the chain, whose transaction a former node had built. */
const ENDED_ON_CHAIN: Booking = {
  async missing(db, lines) {
    const here = await findOnchainOutcomes(db, idsOf(lines) as PaymentId[]);
    return lines.filter(({ id }) => (here.get(id as PaymentId)?.kind ?? "pending") === "pending");
  },
  again: async (_deps, { id, kind, txid }) => {
    const as = kind === "end_onchain_failed" ? "failed" : "completed";
    return [
      "question",
      `you had ended on-chain payment ${id} (transaction ${txid}) as ${as}: unless it ends by itself, ` +
        `\`leyden onchain end ${id} --as ${as}\``,
    ];
  },
};

/**
 * Payments of the node about which an operator had decided, and which nothing explains now, or as a loss although they
 * were said to be something else since.
 */
async function unexplained(db: Db, lines: readonly JournalLine[]): Promise<readonly JournalLine[]> {
  if (lines.length === 0) return [];
  const open = new Set((await listForeign(db)).map(({ paymentHash }) => bytesToHex(paymentHash)));
  const hashes = lines.flatMap(({ paymentHash }) => (paymentHash === undefined ? [] : [hexToBytes(paymentHash)]));
  const lost = new Set((await listLosses(db, hashes)).map(bytesToHex));
  return lines.filter(
    ({ paymentHash = "", kind = "" }) => open.has(paymentHash) || (lost.has(paymentHash) && !LOSSES.has(kind)),
  );
}

/** What was decided books a loss. */
const LOSSES: ReadonlySet<string> = new Set(["reconcile_loss", "set_aside"]);

/** Those that a wallet had made, of whose requests nothing is known: its client may repeat one. */
const PAID_BY: Booking = {
  missing: unexplained,
  async again(deps, line) {
    const { id, wallet, paymentHash = "", amount, feeLimit, at } = line;
    if (amount === undefined || feeLimit === undefined) return await DECIDED.again(deps, line);
    const { outcome } = await bringBackPayment(deps, {
      id: id as PaymentId,
      wallet: wallet as WalletId,
      origin: { kind: "request" },
      paymentHash: hexToBytes(paymentHash),
      amount: msats(amount),
      feeLimit: msats(feeLimit),
      attempts: 1,
      firstAt: at,
      lastAt: at,
      internalId: undefined,
      idempotency: undefined,
      isAssigned: true,
    });
    if (outcome === "brought_back" || outcome === "advanced")
      return ["done", `payment ${id} of hash ${paymentHash}: you had said that wallet ${wallet} made it`];
    return outcome === "known" ? ["known", `payment ${id} is here already`] : await DECIDED.again(deps, line);
  },
};

const DECIDED: Booking = {
  missing: unexplained,
  async again({ db }, { kind = "", paymentHash = "", subject }) {
    const how =
      kind === "set_aside" ? "--set-aside" : `--to ${kind.slice("reconcile_".length)} ${subject ?? ""}`.trim();
    const isLost = (await listLosses(db, [hexToBytes(paymentHash)])).length > 0;
    const instead = isLost ? " --instead-of-loss" : "";
    return ["question", `you had decided: \`leyden reconcile ${paymentHash} ${how}${instead}\``];
  },
};

/** Purchases to addresses of the chain about which an operator had decided, and which wait again or are not here. */
const ON_CHAIN: Booking = {
  async missing(db, lines) {
    if (lines.length === 0) return [];
    const waiting = new Set<string>((await listForChain(db)).map(({ id }) => id));
    const known = await listKnownPurchases(db, subjectsOf(lines));
    // Of a purchase that is not here nothing waits; but it was delivered when a transaction was said to be its own.
    return lines.filter(
      ({ kind, subject = "" }) => waiting.has(subject) || (kind === "reconcile_transaction" && !known.has(subject)),
    );
  },
  async again({ db }, { kind, subject = "", txid }) {
    if (kind === "unpublished")
      return [
        "question",
        `you had let purchase ${subject} go on as not published; it may have been published since: look at its ` +
          `address, then \`leyden restore release --unpublished ${subject}\` or \`leyden reconcile <txid> --to purchase\``,
      ];
    return (await listKnownPurchases(db, [subject])).has(subject)
      ? ["question", `you had decided: \`leyden reconcile ${txid} --to purchase ${subject}\``]
      : [
          "question",
          `you had said that transaction ${txid} delivered purchase ${subject}, which is not in this copy: adopt ` +
            "nothing for it",
        ];
  },
};

/** Nodes that were replaced: a copy from before that is started with the new one says which command follows. */
const REPLACED: Booking = {
  async missing(db, lines) {
    const here = await listEquityTransfers(db);
    return lines.filter(({ subject = "" }) => !here.has(subject));
  },
  again: async () => [
    "question",
    "a node was put in the place of the service's: name it in LEYDEN_NODE, then `leyden node replace`",
  ],
};

/** What operators said of the money of former nodes. */
const SETTLED: Booking = {
  async missing(db, lines) {
    const here = await listSettledIds(db, idsOf(lines));
    return lines.filter(({ id }) => !here.has(id));
  },
  again: async (_deps, { kind = "", amount }) => [
    "question",
    `you had said of ${amount} msats of a former node: \`leyden node former settle\` with ` +
      `--as ${kind.slice("former_".length)}`,
  ],
};

function subjectsOf(lines: readonly JournalLine[]): readonly string[] {
  return [...new Set(lines.flatMap(({ subject }) => (subject === undefined ? [] : [subject])))];
}

function idsOf(lines: readonly JournalLine[]): readonly string[] {
  return [...new Set(lines.map(({ id }) => id))];
}

const ALL: readonly Booking[] = [
  OWN,
  ASSIGNED,
  SUSPENDED,
  REFUNDED,
  ENDED,
  ENDED_ON_CHAIN,
  PAID_BY,
  DECIDED,
  ON_CHAIN,
  REPLACED,
  SETTLED,
];
