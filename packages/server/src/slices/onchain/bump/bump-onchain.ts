import type { PaymentId, TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { listPauses } from "#ledger";
import type { OnchainBuilt } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { checkChild } from "../model/check-child.ts";
import { childReference, type OnchainChild } from "../model/onchain-child.ts";
import { isDispatched, type OnchainPayment } from "../model/onchain-payment.ts";
import { type BumpPlan, planChild } from "../model/plan-child.ts";
import type { ChildDeps } from "../pay/deps.ts";
import { beginChildMany, type ChildBegun } from "../store/batched.ts";
import { findChildren } from "../store/children.ts";
import { findOnchainPayment } from "../store/payments.ts";
import { publishChild } from "./drive-child.ts";

type Built = Extract<OnchainBuilt, { readonly kind: "built" }>;
type Child = Extract<BumpPlan, { readonly kind: "child" }>;

export type BumpRequest = {
  readonly id: PaymentId;
  /** The most that the child may cost. */
  readonly maxCost: Msats;
  /** What both transactions together are to pay, in msats for a virtual byte. Undefined: what the node names now. */
  readonly rate: bigint | undefined;
};

/** What would be done. */
export type Bump = {
  readonly payment: OnchainPayment;
  /** In msats for a virtual byte. */
  readonly rate: bigint;
  readonly plan: Child;
  /** What of the payment's transaction came back to the wallet. */
  readonly change: Msats;
};

/**
 * What it takes to raise the fee of a payment, or the child that it has already. Nothing is kept or written.
 * @throws {OperatorError} when its fee cannot be raised now, with the reason.
 * @throws {NodeUnavailable}
 */
export async function planBump(deps: ChildDeps, request: BumpRequest): Promise<Bump | OnchainChild> {
  const payment = await findOnchainPayment(deps.db, request.id);
  if (payment === undefined) throw new OperatorError("no payment to an address has this id", HOW_TO_LIST);
  const known = (await findChildren(deps.db, [payment.id])).get(payment.id);
  if (known !== undefined) return known;
  if (!isDispatched(payment))
    throw new OperatorError(`the payment is ${payment.progress.kind}`, "There is nothing to raise.");
  if (payment.isAtFormerNode) throw notWritten("node_replaced");
  const { capabilities } = deps.node;
  if (!capabilities.onchain || capabilities.onchainChild !== true)
    throw new OperatorError(
      "not_supported: this node cannot spend the change of a transaction that is in no block",
      "Raise the fee with the node's own tools, if it has any. Whatever pays the same address ends the payment.",
    );
  await requirePending(deps, payment);
  return await planOf(deps, payment, request);
}

const HOW_TO_LIST = "`leyden onchain list` shows those that are under way.";

/** @throws {OperatorError} */
async function requirePending({ node }: ChildDeps, { txid }: OnchainPayment): Promise<void> {
  const status = await node.lookupOnchain(txid);
  switch (status.kind) {
    case "pending":
      return;
    case "confirmed":
      throw new OperatorError(`transaction ${txid} is in a block`, "There is nothing to raise.");
    case "conflicted":
      throw new OperatorError(`transaction ${txid} can never confirm`, "The payment ends by itself.");
    case "not_found":
      throw new OperatorError(
        `the node does not have transaction ${txid} now, so its change is not there`,
        "It is published again by the service. Try again in a minute.",
      );
  }
}

async function planOf({ node }: ChildDeps, payment: OnchainPayment, { rate: wanted, maxCost }: BumpRequest) {
  const { outputs, vbytes } = parseBitcoinTransaction(payment.transaction);
  const found = await node.findOnchainChange(payment.txid);
  const rate = wanted ?? found.rate;
  const [own] = found.outputs.flatMap(({ index, amount }) => {
    const output = outputs[index];
    // What the address gets is no change, also where it is one of the node.
    const isChange = output !== undefined && output.sats * 1_000n === amount && amount !== payment.amount;
    return isChange ? [{ index, amount }] : [];
  });
  const plan = planChild({ parent: { vbytes, fee: payment.fee }, change: own, rate, maxCost });
  if (plan.kind === "refused") throw refusalOf(plan);
  if (own === undefined) throw new Error("a child without the change that it spends");
  return { payment, rate, plan, change: own.amount };
}

function refusalOf(plan: Extract<BumpPlan, { readonly kind: "refused" }>): OperatorError {
  switch (plan.reason) {
    case "no_change":
      return new OperatorError(
        "the transaction has no change that could be spent: nothing of it came back to the node's wallet",
        "Its fee cannot be raised. It waits, and is published again, until a block takes it or its coins go elsewhere.",
      );
    case "paid_enough":
      return new OperatorError(
        "the transaction already pays what the node says that miners want",
        "Wait for a block, or name a higher rate with `--rate`.",
      );
    case "max_cost":
      return new OperatorError(
        `it would cost ${plan.cost / 1_000n} sat, which is more than \`--max-cost\``,
        "Raise `--max-cost`, or name a lower rate with `--rate`.",
      );
    case "change_too_small":
      return new OperatorError(
        `it would cost ${plan.cost / 1_000n} sat, and the change does not hold that and the least of an output`,
        "Name a lower rate with `--rate`.",
      );
  }
}

/**
 * Raises the fee of a payment: the node builds and signs a child, it is written down with its cost, and only then it is
 * published. Whatever dies in between, the same bytes are published again. Of several at once one writes, and all
 * publish what that one wrote. `published`: undefined where the node did not answer.
 * @throws {OperatorError} {NodeUnavailable} nothing was booked, and nothing is published, by this call.
 */
export async function bumpOnchain(
  deps: ChildDeps,
  { payment, plan, change }: Bump,
  { maxCost }: Pick<BumpRequest, "maxCost">,
): Promise<{ readonly child: OnchainChild; readonly published: "taken" | "refused" | undefined }> {
  if ((await listPauses(deps.db)).length > 0) throw notWritten("paused");
  const built = await build(deps, { payment, plan, change, maxCost });
  await deps.reached("before-child-begin");
  const { txid, transaction, fee: cost } = built;
  const transfer = deps.random.uuid() as TransferId;
  const begun = await deps.batch(beginChildMany, { payment: payment.id, txid, transaction, cost, transfer });
  await deps.reached("after-child-begin");
  if (begun !== "begun" && begun !== "known") throw notWritten(begun);
  return await publishAgain(deps, payment.id);
}

/** Publishes the child that is written down. */
export async function publishAgain(deps: ChildDeps, id: PaymentId) {
  const child = (await findChildren(deps.db, [id])).get(id);
  if (child === undefined) throw new Error(`the child of on-chain payment ${id} is lost`);
  const isPaused = (await listPauses(deps.db)).length > 0;
  const isOver = child.progress.kind !== "dispatched";
  return { child, published: isPaused || isOver ? undefined : await publishChild(deps, child) };
}

type Wanted = Pick<Bump, "payment" | "plan" | "change"> & { readonly maxCost: Msats };

async function build({ node }: ChildDeps, { payment, plan, change, maxCost }: Wanted): Promise<Built> {
  const parent = { txid: payment.txid, index: plan.index };
  const reference = childReference(payment.id);
  const { satsPerVbyte } = plan;
  const built = await node.buildOnchainChild({ parent, satsPerVbyte, feeLimit: maxCost, reference });
  if (built.kind === "refused")
    throw new OperatorError(
      built.reason === "fee_limit" ? "the node would pay more than `--max-cost`" : "the change is spent or kept",
      "Nothing was booked. An earlier call may have left a signed transaction at the node: try again in an hour.",
    );
  checkChild(built, { parent, change, maxCost });
  // Fees of nodes differ from the plan by the size that they reckon with, a few virtual bytes.
  if (built.fee * 10n < plan.cost * 9n)
    throw new OperatorError(
      `the node keeps the change for a child of an earlier call, which pays ${built.fee / 1_000n} sat`,
      "Nothing was booked. Take that one with a lower `--rate`, or try again in an hour: then the change is free.",
    );
  return built;
}

function notWritten(begun: Exclude<ChildBegun, "begun" | "known">): OperatorError {
  switch (begun) {
    case "paused":
      return new OperatorError("sending is paused; nothing was booked", "`leyden status` says why.");
    case "finished":
      return new OperatorError("the payment has finished meanwhile; nothing was booked", "There is nothing to raise.");
    case "node_replaced":
      return new OperatorError(
        "the change of its transaction belongs to a former node, and this one cannot spend it; nothing was booked",
        "Whoever has the keys of that wallet can raise the fee there. The transaction is published again until then.",
      );
    case "taken":
      return new OperatorError("another payment has this transaction; nothing was booked", "Look at the node.");
    case "not_own":
      return new OperatorError(
        "it costs more than your own money in the node; nothing was booked",
        "Put bitcoin into the node, and record it: `leyden equity deposit`.",
      );
  }
}
