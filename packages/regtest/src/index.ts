/** The embedded Lightning network: chain, our node, router and merchant. Regtest only; for development and tests. */
export type {
  Balances,
  Channel,
  ControlAddress,
  Info,
  OutgoingState,
  PayAnswer,
} from "./control-api.ts";
export { CALLS, type CallName, type Calls } from "./control-api.ts";
export { type Control, ControlError, control } from "./control-client.ts";
export { type Lab, type LabStatus, openLab } from "./lab.ts";
export {
  type ChainAddress,
  type Controls,
  controlsOf,
  type LogLine,
  type Network,
  type NetworkAddresses,
  type NetworkOptions,
  type NetworkProcess,
  startNetwork,
} from "./network.ts";
