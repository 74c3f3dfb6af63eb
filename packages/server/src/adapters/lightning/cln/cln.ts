import type { Clock } from "#kernel/clock.ts";
import type { Capabilities, LightningNode } from "#lightning";
import { machineRandom } from "#platform/machine/random.ts";
import { listFinished, listOutgoing } from "./history.ts";
import { lookUpOutgoing } from "./look-up.ts";
import { noOnchain } from "./onchain.ts";
import { operationsAt } from "./operations.ts";
import { pay } from "./paying.ts";
import { receivingAt } from "./receiving.ts";
import { readBalances, readInfo } from "./state.ts";
import { type ClnAddress, createTransport, readRune } from "./transport.ts";

/** The node makes the preimage of a payment without an invoice itself, so it cannot be paid by one of ours. */
const CAPABILITIES: Capabilities = {
  resend: true,
  paysHashOnce: true,
  feeLimit: { kind: "exact" },
  wholeSats: false,
  cancel: true,
  keysend: false,
  outlivesUs: true,
  cltvLimit: true,
  onchain: false,
  payeeKey: "own",
};

/** Core Lightning from v26.06 on behind the port, by its plugin clnrest. docs/nodes/cln.md says what it cannot do. */
export function connectClnNode({ clock, ...address }: ClnAddress & { readonly clock: Clock }): LightningNode {
  const transport = createTransport({ ...address, clock });
  const random = machineRandom(clock);
  const caller = { call: transport.call, clock, newLabel: () => `leyden-${random.uuid()}` };
  return {
    capabilities: CAPABILITIES,
    requireNode: transport.requireNode,
    info: () => readInfo(transport),
    ...receivingAt(caller),
    pay: (request) => pay(caller, request),
    keysend: async () => ({ kind: "failed", reason: "other" }),
    lookupOutgoing: (paymentHash, reference) => lookUpOutgoing(caller, paymentHash, reference),
    balances: () => readBalances(caller),
    outgoing: (cursor) => listOutgoing(caller, cursor),
    finished: (cursor, waitMs, signal) => listFinished(caller, cursor, waitMs, signal),
    ...noOnchain,
    operations: operationsAt(caller, () => readRune(address.credentialFile)),
    close: transport.close,
  };
}
