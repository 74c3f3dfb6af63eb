export { bindNode } from "./bind-node.ts";
export { compareNode, type KnownHashes } from "./compare-node.ts";
export { NodeUnavailable } from "./errors.ts";
export * from "./port.ts";
export { type Reconciled, reconcileNode } from "./reconcile-node.ts";
export { type BoundNode, type ForeignPayment, findNode, insertAdoption, listForeign } from "./store.ts";
