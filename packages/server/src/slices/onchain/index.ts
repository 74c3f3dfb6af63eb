/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - on-chain payment: A payment to an address of the chain by one transaction, which is written down before it is
 *   published.
 * - child: A transaction that spends the change of a payment's transaction, its parent, and pays for both (CPFP).
 * - fee of miners: What an on-chain payment costs beside its amount; on the wire `network_fee`.
 */

export { type Bump, bumpOnchain, planBump, publishAgain } from "./bump/bump-onchain.ts";
export { invariants } from "./invariants.ts";
export type { OnchainRisk } from "./model/end-by-hand.ts";
export type { OnchainChild } from "./model/onchain-child.ts";
export { ONCHAIN_MIN, type OnchainPayment } from "./model/onchain-payment.ts";
export { type EndOnchain, endOnchain } from "./operate/end-onchain.ts";
export type { OnchainDeps, OnchainTerms } from "./pay/deps.ts";
export { estimateOnchainFee } from "./pay/estimate-fee.ts";
export { findPublishedFor, listPublished, type Published } from "./pay/list-published.ts";
export { payOnchain } from "./pay/pay-onchain.ts";
export { wasPublished } from "./pay/was-published.ts";
export { findChildren } from "./store/children.ts";
export {
  findOnchainOutcomes,
  findOnchainPayment,
  findOriginOf,
  listKnownTransactions,
  listUnderWay,
} from "./store/payments.ts";
