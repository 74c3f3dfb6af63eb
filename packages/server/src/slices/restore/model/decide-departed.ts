import { bytesToHex } from "@noble/hashes/utils.js";
import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { BroughtBack, Departed } from "./departed.ts";
import type { Imported } from "./imported.ts";

/** What the node says of a hash. `amount`: of its payment, without the route; undefined where it does not say. */
export type NodeSays = {
  readonly status: "settled" | "failed" | "in_flight" | "not_found" | "silent";
  readonly amount: Msats | undefined;
};

export type Decision =
  | { readonly kind: "bring_back" }
  /** Another payment was made of the same invoice later: this one had failed by then. */
  | { readonly kind: "superseded"; readonly by: PaymentId }
  /** The node's payment of this hash has another amount: it is not what the line tells of. */
  | { readonly kind: "other_amount"; readonly amount: Msats };

/**
 * What is done with a payment that left and that the copy lacks. Whatever the node says it is brought back: the payment
 * machine follows its hash, and completes or fails it. That the node does not know it proves nothing.
 * `all`: every payment that is brought back, in the journal's order.
 */
export function decideDeparted(departed: Departed, node: NodeSays, all: readonly Departed[]): Decision {
  const isSame = (one: Departed) => Buffer.compare(one.paymentHash, departed.paymentHash) === 0;
  const later = all.slice(all.indexOf(departed) + 1).find((one) => isSame(one) && one.id !== departed.id);
  if (later !== undefined) return { kind: "superseded", by: later.id };
  if (node.amount !== undefined && !isWithin(departed, node.amount))
    return { kind: "other_amount", amount: node.amount };
  return { kind: "bring_back" };
}

/** Whether a payment of the node over this amount may be the one of the line. */
export function isWithin({ amount, feeLimit }: Pick<Departed, "amount" | "feeLimit">, paid: Msats): boolean {
  return amount <= paid && paid <= amount + feeLimit;
}

/**
 * What the node says of a payment that left, as `restore status` shows it. `certain`: it paid this hash, within what
 * the line allows.
 */
export type Match = "certain" | "other_amount" | "in_flight" | "failed" | "not_found" | "node_silent";

export function matchOf(departed: Departed, { status, amount }: NodeSays): Match {
  if (amount !== undefined && !isWithin(departed, amount)) return "other_amount";
  if (status === "settled") return "certain";
  return status === "silent" ? "node_silent" : status;
}

/** For the operator: what became of a payment. */
export function tellDecision(departed: Departed, decision: Exclude<Decision, { kind: "bring_back" }>): Imported {
  const { id, paymentHash } = departed;
  const hash = bytesToHex(paymentHash);
  if (decision.kind === "superseded")
    return told(id, "known", `it had failed: payment ${decision.by} was made of the same invoice (${hash}) later`);
  return told(
    id,
    "question",
    `the node's payment of hash ${hash} is over ${decision.amount} msats, the line's over ${departed.amount}: ` +
      "decide with `leyden reconcile`",
  );
}

/** For the operator: what was written, or why nothing was. */
export function tellBroughtBack(departed: Departed, node: NodeSays, { outcome, lent }: BroughtBack): Imported {
  const { id, origin } = departed;
  const hash = bytesToHex(departed.paymentHash);
  const thing = "id" in origin ? `${origin.kind} ${origin.id}` : "";
  switch (outcome) {
    case "brought_back":
    case "advanced":
      return told(id, "done", `hash ${hash}; ${NODE[node.status]}${lentText(departed, lent)}`);
    case "known":
      return told(id, "known", `hash ${hash}: it is here already`);
    case "failed":
      return told(id, "known", `hash ${hash}: it is here, as failed`);
    case "differs":
      return told(
        id,
        "question",
        `hash ${hash}: the database has another payment under this id, or another hash of it`,
      );
    case "in_use":
      return told(id, "question", `another payment has the hash ${hash}: import again when that one has failed`);
    case "booked":
      return told(
        id,
        "question",
        `the node's payment ${hash} is booked already: nothing was written. Is it booked as a loss: ${toldAgain(departed)}`,
      );
    case "no_wallet":
      return told(id, "question", `hash ${hash}: its wallet ${departed.wallet ?? ""} is not in this copy`);
    case "origin_unknown":
      return told(id, "question", `hash ${hash}: the ${thing} that it was made for is not in this copy`);
    case "origin_ended":
      return told(id, "question", `hash ${hash}: the ${thing} that it was made for has ended in this copy`);
    case "origin_claimed":
    case "origin_delivering":
      return told(id, "question", `hash ${hash}: the ${thing} has another payment; import again when that has failed`);
    case "origin_not_paid":
      return told(id, "question", `hash ${hash}: the card of the ${thing} has not paid here; import again when it has`);
    case "origin_differs":
      return told(id, "question", `hash ${hash}: the ${thing} has another amount or wallet than the line`);
  }
}

const NODE: Readonly<Record<NodeSays["status"], string>> = {
  settled: "the node has paid it",
  failed: "it failed at the node",
  in_flight: "it is in flight at the node",
  not_found: "the node does not know it, which proves nothing: it waits for `leyden payment end`",
  silent: "the node is asked when it runs",
};

function lentText({ wallet }: Departed, lent: Msats): string {
  return lent === 0n ? "" : `; ${lent} msats were lent to wallet ${wallet ?? ""}, which could not cover it`;
}

/** The command that says what it was, and takes the loss back. */
function toldAgain({ origin, wallet, paymentHash }: Departed): string {
  const [kind, id] = "id" in origin ? [origin.kind, origin.id] : ["wallet", wallet];
  return `\`leyden reconcile ${bytesToHex(paymentHash)} --to ${kind} ${id} --instead-of-loss\``;
}

function told(id: string, outcome: Imported["outcome"], detail: string): Imported {
  return { what: "payment.dispatch", id, outcome, detail };
}
