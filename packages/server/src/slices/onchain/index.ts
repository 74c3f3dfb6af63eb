export { invariants } from "./invariants.ts";
export { ONCHAIN_MIN, type OnchainOrigin, OnchainRefused, type OnchainRequest } from "./model/onchain-payment.ts";
export type { OnchainDeps, OnchainTerms } from "./pay/deps.ts";
export { estimateOnchainFee } from "./pay/estimate-fee.ts";
export { payOnchain } from "./pay/pay-onchain.ts";
export { wasPublished } from "./pay/was-published.ts";
export { findOnchainOutcomes, type OnchainOutcome } from "./store/payments.ts";
