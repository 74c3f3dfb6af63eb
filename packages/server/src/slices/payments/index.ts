export type { PendingMax } from "./batched.ts";
export type { DriveDeps } from "./deps.ts";
export { drivePayment } from "./drive-payment.ts";
export { createEndings, type Endings } from "./endings.ts";
export { type PayDeps, payLightningAddress } from "./pay-lightning-address.ts";
export { type FeePolicy, type Payment, PaymentNotFound } from "./payment.ts";
export { resolveByHand } from "./resolve-by-hand.ts";
export { countOpen, findPayment, listKnownHashes, listOpenIds, makeAllDue } from "./store.ts";
export { incrementalInvariants, invariants } from "./invariants.ts";
