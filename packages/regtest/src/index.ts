/** The embedded Lightning network: chain, our node, router and merchant. Regtest only; for development and tests. */
export { type ChainAddress, type Controls, controlsOf, type NetworkAddresses } from "./addresses.ts";
export { BURN_ADDRESS, chainRpc } from "./chain/rpc.ts";
export type * from "./control-api.ts";
export { CALLS, CONFLICT_BLOCKS, ONCHAIN_KEPT_MS } from "./control-api.ts";
export { type Control, ControlError, control } from "./control-client.ts";
export { type Lab, type LabStatus, openLab } from "./lab.ts";
export { type LogLine, type Network, type NetworkOptions, type NetworkProcess, startNetwork } from "./network.ts";
