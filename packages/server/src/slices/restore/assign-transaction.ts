import { newId, type PaymentId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Network } from "#lightning";
import type { Published } from "#onchain";
import { OperatorError } from "#platform/operator-error.ts";
import { askWallet, type BindDeps, bindTransaction } from "./bind-published.ts";
import type { OnchainBroughtBack } from "./model/departed-onchain.ts";
import { addressOf, type ChainPurchase, isUnpaid, paysAtLeast } from "./model/on-chain.ts";
import { listCopies } from "./store/purchases.ts";
import { isPaidBy } from "./store.ts";

type Deps = BindDeps & { readonly journal: Pick<Journal, "append"> };

type Decision = { readonly txid: string; readonly purchase: string; readonly reason: string };

/**
 * Says that a transaction of the node's wallet has delivered a purchase: it is its payment from now on, and is followed
 * to its end. The wallet's own word is compared first. Safe to repeat; of two at the same time one writes it.
 *
 * @throws {OperatorError} when it cannot have been this: nothing was changed.
 * @throws {NodeUnavailable}
 */
export async function assignTransaction(
  deps: Deps,
  { txid, purchase: id, reason }: Decision,
): Promise<"assigned" | "was_assigned"> {
  const isWritten = async () => await isPaidBy(deps.db, id, txid);
  const { purchases, published, network } = await askWallet(deps);
  const purchase = purchases.find((one) => one.id === id);
  const found = published.find((one) => one.txid === txid);
  // also by another command, between the two lists
  if ((purchase === undefined || found === undefined) && (await isWritten())) return "was_assigned";
  if (purchase === undefined || network === undefined) throw refusal("this purchase does not wait for the chain");
  requireFits(purchase, found, network);
  const bound = { ...purchase, paymentId: purchase.paymentId ?? newId<PaymentId>(deps.random) };
  const { fee } = found;
  await deps.journal.append({
    what: "operator.book",
    id: bound.paymentId,
    kind: "reconcile_transaction",
    subject: id,
    txid,
    amount: purchase.amount,
    feeLimit: fee,
  });
  const outcome = await bindTransaction(deps, { purchase: bound, published: found }, network);
  if (outcome !== "brought_back" && !(await isWritten())) throw refusal(REFUSALS[outcome] ?? outcome);
  deps.log.warn({ txid, purchase: id, reason }, "restore.transaction_assigned");
  return outcome === "brought_back" ? "assigned" : "was_assigned";
}

/** Whether a purchase is delivered to an address of the chain. */
export async function paysAddress({ db }: Pick<Deps, "db">, purchase: string): Promise<boolean> {
  const [copy] = await listCopies(db, { ids: [purchase], references: [] });
  return copy !== undefined && !copy.destination.includes("@"); // what is no Lightning address is one of the chain
}

/** @throws {OperatorError} when the wallet does not say that it paid this. */
function requireFits(
  purchase: ChainPurchase,
  found: Published | undefined,
  network: Network,
): asserts found is Published {
  const { id, destination, amount } = purchase;
  if (found === undefined)
    throw refusal("the node's wallet has published no such transaction, or it is another payment here");
  if (found.reference !== undefined && found.reference !== id)
    throw refusal(`the node's wallet has published it for ${found.reference}`);
  const address = addressOf(purchase, network);
  if (address === undefined || !paysAtLeast(found, address, amount))
    throw refusal(`it does not pay ${amount} msats to ${destination}`);
  if (isUnpaid(purchase)) throw refusal(NOT_PAID);
}

function refusal(why: string): OperatorError {
  return new OperatorError(why, "Nothing was changed. `npm run leyden -- restore status` shows what waits.");
}

const NOT_PAID =
  "the processor has not been asked yet whether the card has paid; after `restore release` the service asks it";

const REFUSALS: { readonly [outcome in OnchainBroughtBack]?: string } = {
  taken: "it is another payment here, or the purchase has another one",
  given_up: "the payment of this purchase was given up here",
  origin_ended: "the purchase has ended already",
  origin_not_paid: NOT_PAID,
  origin_delivering: "the purchase is being delivered by another payment",
};
