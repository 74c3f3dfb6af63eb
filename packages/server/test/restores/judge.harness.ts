import { HOUR, ready, sent, step } from "#slices/payments/testing/next-step.harness.ts";
import { isOver } from "#slices/ramp/model/purchase.ts";
import { ID, START } from "#slices/ramp/testing/next-step.harness.ts";
import { fitOf, freeOf, type Unexplained, type Waiting } from "#slices/restore/model/restore.ts";
import { AMOUNT, FLOWS, type Flow, HASH, pairsOf, type Standing } from "./flow.harness.ts";
import {
  type Ended,
  ended,
  endOfImport,
  endOfStep,
  type Facts,
  paidBy,
  type Row,
  reportOf,
} from "./judge-facts.harness.ts";
import { endOfPurchase, onchainOf } from "./judge-purchases.harness.ts";

/** Every pair of every flow, with a whole journal and without one. */
export function allRows(): readonly Row[] {
  return FLOWS.flatMap((flow) =>
    pairsOf(flow).flatMap(([copy, later]) =>
      (["whole", "none"] as const).map((journal) => judge(flow, copy, later, journal)),
    ),
  );
}

function judge(flow: Flow, copy: Standing, later: Standing, journal: Row["journal"]): Row {
  const unexplained = unexplainedOf(copy, later);
  const noticed = noticedBy(copy, later, unexplained);
  const waiting = waitingOf(flow, copy);
  const isHeld = noticed !== "nothing left" && noticed !== "processor" && waiting !== undefined;
  const facts: Facts = { flow, copy, later, journal, noticed, unexplained, waiting: isHeld ? waiting : undefined };
  return {
    flow: flow.name,
    copy: copy.state,
    later: later.state,
    journal,
    noticed,
    waits: isHeld ? "yes" : noticed === "nothing left" ? "until the comparison" : "no",
    ...ENDS_OF[flow.kind](facts),
  };
}

/** A payment of the node counts as known only by one that may have left. */
function unexplainedOf(copy: Standing, { node = "nothing" }: Standing): readonly Unexplained[] {
  const hasLeft = node === "in_flight" || node === "settled";
  const isExplained = copy.payment === "sent" || (copy.payment === "over" && copy.node !== "failed");
  return hasLeft && !isExplained ? [{ paymentHash: HASH, amount: AMOUNT }] : [];
}

function noticedBy(copy: Standing, later: Standing, unexplained: readonly Unexplained[]): Row["noticed"] {
  if (later.postings > copy.postings) return "ledger";
  if (unexplained.length > 0) return "node";
  return later.card !== copy.card ? "processor" : "nothing left";
}

/** As the `list_waiting` of each slice has it. */
function waitingOf({ kind, isChain = false }: Flow, copy: Standing): Waiting | undefined {
  const one = { id: ID, state: copy.state, createdAt: new Date(START), paymentHash: undefined, onchain: undefined };
  const exact = { least: AMOUNT, most: AMOUNT };
  if (kind === "payment" && copy.payment !== undefined && copy.payment !== "over") {
    const isBound = copy.payment !== "resolving";
    return { ...one, kind, payable: isBound ? undefined : exact, paymentHash: isBound ? HASH : undefined };
  }
  if (kind === "voucher" && copy.isOwed)
    return {
      ...one,
      kind,
      payable: { least: (AMOUNT / 2n) as typeof AMOUNT, most: AMOUNT },
      paymentHash: copy.payment === "sent" ? HASH : undefined,
    };
  const state = copy.progress?.kind ?? "quoted"; // of a quote nothing is owed
  if (kind === "purchase" && !["quoted", "completed"].includes(state) && !isOver(state))
    return { ...one, kind, ...(isChain ? { payable: undefined, onchain: onchainOf(copy) } : { payable: exact }) };
  return undefined;
}

const ENDS_OF: Readonly<Record<Flow["kind"], (facts: Facts) => Ended>> = {
  payment: endOfPayment,
  voucher: endOfVoucher,
  purchase: endOfPurchase,
  inside: ({ copy }) =>
    copy.state === "completed"
      ? ended("-", "completed already", 0)
      : ended("restore release", "not made in this ledger; a repeated key makes it", 0),
  charge: endOfCharge,
};

function endOfPayment(facts: Facts): Ended {
  const { copy, later, journal, unexplained, waiting } = facts;
  const left = paidBy(later);
  const report = reportOf(later.node);
  // one that failed in the copy does not explain what the node has settled since by the same invoice
  const isLost = copy.payment === undefined || (copy.node === "failed" && later.node === "settled");
  const mayLack = isLost || copy.payment === "resolving" || copy.payment === "ready";
  if (journal === "whole" && mayLack && later.node !== undefined) return endOfImport(later);
  if (isLost)
    return unexplained.length === 0
      ? ended("restore release", "not made in this ledger; a repeated key makes it", left)
      : ended("reconcile <hash> --to wallet", "booked to the wallet that paid", left, { byHand: true });
  if (copy.payment === "over") return ended("-", `${copy.state} already`, left);

  const isFree = waiting === undefined || freeOf([waiting], unexplained).includes(waiting);
  if (copy.payment === "resolving") {
    if (isFree) return ended("restore release", "an invoice is asked for, and it is sent", left + 1);
    return ended("reconcile <hash> --to payment <id>", "completed by the node's proof", left, { byHand: true });
  }
  const onHoldFor = isFree ? undefined : ("restore" as const);
  const payment = copy.payment === "ready" ? ready({ onHoldFor }) : sent({ kind: "unknown" }, { onHoldFor });
  return endOfStep(step(payment, report, HOUR / 2), later, isFree ? "restore release" : "reconcile");
}

function endOfVoucher(facts: Facts): Ended {
  const { copy, later, journal, noticed, unexplained, waiting } = facts;
  const left = paidBy(later);
  if (journal === "whole" && later.state === "given_back" && noticed !== "nothing left" && copy.state !== later.state)
    return ended("restore import", "revoked", left);
  if (copy.state === "absent") {
    if (later.state === "absent") return ended("-", "not issued", left);
    // without a restore it is not brought back to be taken before it is revoked again
    const isLeftOut = noticed === "nothing left" && later.state === "given_back";
    if (journal === "whole" && !isLeftOut)
      return later.node === undefined ? openAgain("restore import", left) : endOfImport(later);
    return left === 0
      ? ended("-", "its secret is worth nothing", left)
      : ended("reconcile <hash> --to wallet", "its secret is worth nothing; what left is booked", left, {
          byHand: true,
        });
  }
  if (!copy.isOwed) return ended("-", `${copy.state} already`, left);
  if (journal === "whole" && copy.payment === undefined && later.node !== undefined) return endOfImport(later);
  if (copy.payment === "sent")
    return endOfStep(step(sent({ kind: "unknown" }), reportOf(later.node), HOUR / 2), later, "restore release");
  if (waiting !== undefined && !freeOf([waiting], unexplained).includes(waiting)) {
    const fit = unexplained.map((payment) => fitOf(waiting, payment)).join();
    return ended("reconcile <hash> --to voucher <id>", `paid out before (${fit})`, left, { byHand: true });
  }
  return openAgain("restore release", left);
}

/** Also where it was redeemed into a wallet here: that is not made in this ledger. */
function openAgain(command: string, left: number): Ended {
  return ended(command, "open: whoever has its secret takes it once", left + 1);
}

function endOfCharge({ flow, copy, later, journal }: Facts): Ended {
  const isPaid = later.state === "paid";
  if (copy.state === "absent" && isPaid && journal === "none")
    return ended("suspense assign", "its money lies in suspense", 1, { byHand: true });
  if (copy.state === "absent" && isPaid) return ended("restore import", "brought back, then credited", 1);
  if (isPaid) return ended("-", "credited once, when the node's receipts are read", 1);
  if (copy.state !== "absent") return ended("-", "follows the node", 0);
  return journal === "whole" && later.state !== "absent" && !flow.isBrief
    ? ended("restore import", "follows the node", 0)
    : ended("-", "not given out in this ledger", 0);
}
