import type { TransferId } from "#kernel/ids.ts";
import { listPauses } from "#ledger";
import { NodeUnavailable, type OnchainBuilt } from "#lightning";
import { type BitcoinAddress, parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { checkBuilt } from "../model/check-built.ts";
import { type OnchainPayment, OnchainRefused, type OnchainRequest } from "../model/onchain-payment.ts";
import { type Begun, beginMany } from "../store/batched.ts";
import { findOnchainPayment } from "../store/payments.ts";
import type { OnchainDeps } from "./deps.ts";
import { driveOnchain } from "./drive-onchain.ts";

type Built = Extract<OnchainBuilt, { readonly kind: "built" }>;

/**
 * Pays an address of the chain for a thing of another slice. The node builds and signs, the transaction is written
 * down with the money it takes, and only then it is published; whatever dies in between, the same bytes are published
 * again.
 *
 * The caller writes the payment's id down with its thing first, then calls this, and again after a crash, as long as
 * `findOnchainOutcomes` does not know the id. When this has returned, the payment exists and ends by itself.
 *
 * @throws {OnchainRefused} {NodeUnavailable} nothing was taken, and no payment has the id unless an earlier call has
 * made it.
 *   `payment_not_found`: the id was given up, or the thing has another payment. All others: a later call may succeed.
 * @throws {ProtocolError} when the address is none of the node's network.
 */
export async function payOnchain(deps: OnchainDeps, request: OnchainRequest): Promise<void> {
  if ((await findOnchainPayment(deps.db, request.id)) !== undefined) return;
  if ((await listPauses(deps.db)).length > 0) throw refusalOf("paused");
  const own = await requireNode(deps);
  const address = parseBitcoinAddress(request.address, own.network);
  const built = await build(deps, request, address);
  await deps.reached("before-onchain-begin");
  const { feeLimit: _, ...payment } = request;
  const { fee, txid, transaction } = built;
  const begun = await deps.batch(beginMany, {
    ...payment,
    address: address.text,
    fee,
    txid,
    transaction,
    transfer: deps.random.uuid() as TransferId,
    node: own.nodeId,
  });
  await deps.reached("after-onchain-begin");
  if (begun !== "begun") throw refusalOf(begun);
  const made = await findOnchainPayment(deps.db, request.id);
  if (made !== undefined) publishSoon(deps, made);
}

async function requireNode({ ownNode }: OnchainDeps) {
  const own = await ownNode();
  if (own === undefined) throw new NodeUnavailable("no Lightning node was connected yet");
  return own;
}

async function build({ node }: OnchainDeps, request: OnchainRequest, address: BitcoinAddress): Promise<Built> {
  const { amount, feeLimit, origin } = request;
  if (!node.capabilities.onchain) throw new OnchainRefused("not_supported", "the node pays no addresses of the chain");
  const built = await node.buildOnchain({ address: address.text, amount, feeLimit, reference: origin.id });
  if (built.kind === "refused") throw new OnchainRefused("unavailable", WHY_NOT_BUILT[built.reason]);
  checkBuilt(built, address, request);
  return built;
}

/** What the node cannot do now. */
const WHY_NOT_BUILT = {
  insufficient: "the node's on-chain wallet cannot pay this now",
  fee_limit: "miners take more than the fee limit now",
} as const;

function refusalOf(begun: Exclude<Begun, "begun">): OnchainRefused {
  switch (begun) {
    case "paused":
      return new OnchainRefused("sending_paused", "sending is paused; nothing was taken", { retryAfterSeconds: 60 });
    case "given_up":
      return new OnchainRefused("payment_not_found", "the payment was given up before it was made");
    case "taken":
      return new OnchainRefused("payment_not_found", "another payment has this transaction, or pays for the same");
    case "node_replaced":
      return new OnchainRefused("unavailable", "the node that built the transaction was replaced meanwhile");
    case "over_service_payment":
      return new OnchainRefused("over_service_payment", "the operator lets no payment of this service send this much");
    case "over_service_day":
      return new OnchainRefused("over_service_day", "the operator lets this service send no more in 24 hours");
    case "insufficient_funds":
      return new OnchainRefused("insufficient_funds", "the account holds less than amount and fee");
  }
}

/** A worker would find it a second later. */
function publishSoon(deps: OnchainDeps, payment: OnchainPayment): void {
  deps.scheduler.spawn("onchain.drive", async () => {
    await driveOnchain(deps, payment);
  });
}
