export type { OnchainDeps } from "./deps.ts";
export { estimateOnchainFee } from "./estimate-fee.ts";
export { invariants } from "./invariants.ts";
export { ONCHAIN_MIN, type OnchainOrigin, OnchainRefused, type OnchainRequest } from "./model/onchain-payment.ts";
export { payOnchain } from "./pay-onchain.ts";
export { findOnchainOutcomes, type OnchainOutcome } from "./store/payments.ts";
