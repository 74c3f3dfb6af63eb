export { invariants } from "./invariants.ts";
export { findWallet } from "./store.ts";
