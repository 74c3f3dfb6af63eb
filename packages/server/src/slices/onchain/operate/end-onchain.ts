import { recordDecision } from "#incidents";
import type { PaymentId, TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { type LightningNode, NodeUnavailable, type OnchainStatus } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { type EndFacts, endTakes, type OnchainRisk } from "../model/end-by-hand.ts";
import type { OnchainPayment } from "../model/onchain-payment.ts";
import type { OnchainDeps } from "../pay/deps.ts";
import { finishChildMany, finishMany } from "../store/batched.ts";
import { findChildren } from "../store/children.ts";
import { findOnchainPayment } from "../store/payments.ts";

export type EndDeps = Pick<OnchainDeps, "db" | "batch" | "clock" | "random" | "log"> & {
  readonly journal: Pick<Journal, "append">;
  /** Undefined: it is not running. */
  readonly node: Pick<LightningNode, "lookupOnchain"> | undefined;
};

export type EndOnchain = {
  readonly id: PaymentId;
  /** `child`: the one that raises its fee, not the payment itself. */
  readonly what: "payment" | "child";
  readonly as: EndFacts["as"];
  readonly reason: string;
  readonly despite: readonly OnchainRisk[];
};

/**
 * Finishes a payment whose transaction a former node built, or its child, by an operator's decision: the node of now
 * may see no block of it. What that node does say stands. The decision and its reason are recorded.
 * @returns the transaction that was ended.
 * @throws {OperatorError} when there is nothing to end, the service ends it, or a risk was not named: nothing was
 * changed.
 */
export async function endOnchain(deps: EndDeps, request: EndOnchain): Promise<string> {
  const { id, what, as, reason, despite } = request;
  const payment = await findOnchainPayment(deps.db, id);
  if (payment === undefined) throw new OperatorError("no payment to an address has this id", HOW_TO_LIST);
  if (!payment.isAtFormerNode) throw new OperatorError(...OF_THIS_NODE);
  const { txid, progress } = what === "child" ? await childOf(deps, payment) : payment;
  if (progress.kind !== "dispatched")
    throw new OperatorError(`it is ${progress.kind} already; nothing was changed`, HOW_TO_LIST);
  requireNamed({ as, status: await lookUp(deps, txid) }, despite);

  const risks = despite.length === 0 ? "" : `, despite ${despite.join(", ")}`;
  await recordDecision(deps, {
    subjectKind: payment.origin.kind,
    subject: payment.origin.id,
    kind: "ended_by_hand",
    detail: `transaction ${txid} (${what}) as ${as}${risks}: ${reason}`,
  });
  const outcome = what === "child" ? await finishChild(deps, request) : await finish(deps, request, payment);
  if (outcome !== "finished") throw new OperatorError("it has ended meanwhile; nothing was changed", HOW_TO_LIST);
  return txid;
}

const HOW_TO_LIST = "`leyden onchain list` shows those that are under way.";

const OF_THIS_NODE = [
  "its transaction is of this service's node, which knows what becomes of it; nothing was changed",
  "It ends by itself, by what the chain says.",
] as const;

async function childOf({ db }: EndDeps, { id }: OnchainPayment) {
  const child = (await findChildren(db, [id])).get(id);
  if (child === undefined) throw new OperatorError("the payment has no child; nothing was changed", HOW_TO_LIST);
  return child;
}

async function lookUp({ node }: EndDeps, txid: string): Promise<OnchainStatus | undefined> {
  try {
    return await node?.lookupOnchain(txid);
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return undefined;
  }
}

/** What is said when a risk was not named: what it is, and by which option of the command it is taken. */
const RISKS: Readonly<Record<OnchainRisk, readonly [message: string, advice: string]>> = {
  no_proof: [
    "the node does not say that it is in a block; nothing was changed",
    "Look for the transaction at a node that has the whole chain. If it is in a block, six deep, add --without-proof: " +
      "if it is not, who was to get it has nothing.",
  ],
  may_confirm: [
    "its transaction is signed, and may confirm as long as its coins are not spent elsewhere; nothing was changed",
    "Look at a node that has the whole chain. If another transaction has spent one of its coins, six blocks deep, add " +
      "--although-it-may-confirm: if it confirms after all, the amount is your loss.",
  ],
};

function requireNamed(facts: EndFacts, despite: readonly OnchainRisk[]): void {
  const takes = endTakes(facts);
  if (takes.kind === "by_itself")
    throw new OperatorError(
      `the node says that it is ${facts.status?.kind}; nothing was changed`,
      "It ends by itself while the service runs.",
    );
  if (takes.kind === "risk" && !despite.includes(takes.risk)) throw new OperatorError(...RISKS[takes.risk]);
}

async function finish({ batch, random, journal }: EndDeps, { as }: EndOnchain, { id, amount, txid }: OnchainPayment) {
  await journal.append({ what: "operator.book", id, kind: `end_onchain_${as}`, amount, txid });
  const ids = { incident: random.uuid(), transfer: random.uuid() as TransferId };
  return await batch(finishMany, { id, state: as, replacement: undefined, isByHand: true, ...ids });
}

/** Its cost is in no journal, so its end is in none. */
async function finishChild({ batch, random }: EndDeps, { id, as }: EndOnchain) {
  const state = as === "completed" ? "confirmed" : "failed";
  return await batch(finishChildMany, { payment: id, state, transfer: random.uuid() as TransferId });
}
