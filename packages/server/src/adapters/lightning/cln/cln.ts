import type { Clock } from "#kernel/clock.ts";
import type { Capabilities, LightningNode } from "#lightning";
import { machineRandom } from "#platform/machine/random.ts";
import { readBalances, readInfo } from "./info.ts";
import { lookupOutgoing } from "./look-up.ts";
import { noOnchain } from "./onchain.ts";
import { createOperations } from "./operations.ts";
import { finished } from "./outcomes.ts";
import { outgoing } from "./outgoing.ts";
import { pay } from "./paying.ts";
import { readPermissions } from "./permissions.ts";
import { createReceipts } from "./receipts.ts";
import { createReceiving } from "./receiving.ts";
import { type ClnAddress, createTransport } from "./transport.ts";

export type { ClnAddress } from "./transport.ts";

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
};

/** Core Lightning from v26.06 on behind the port, by its plugin clnrest. docs/nodes/cln.md says what it cannot do. */
export function connectClnNode({ clock, ...address }: ClnAddress & { readonly clock: Clock }): LightningNode {
  const transport = createTransport(address, clock);
  const random = machineRandom(clock);
  const caller = { call: transport.call, clock };
  const receiving = createReceiving({ ...caller, newLabel: () => `leyden-${random.uuid()}` });
  const receipts = createReceipts(caller);

  return {
    capabilities: CAPABILITIES,
    requireNode: transport.requireNode,
    info: () => readInfo(transport),
    createInvoice: receiving.createInvoice,
    cancelInvoice: receiving.cancelInvoice,
    pay: (request) => pay(caller, request),
    keysend: async () => ({ kind: "failed", reason: "other" }),
    lookupOutgoing: (paymentHash, reference) => lookupOutgoing(caller, paymentHash, reference),
    lookupIncoming: receiving.lookupIncoming,
    hasOpenInvoices: receiving.hasOpenInvoices,
    balances: () => readBalances(caller),
    received: receipts.received,
    outgoing: (cursor) => outgoing(caller, cursor),
    finished: (cursor, waitMs, signal) => finished(caller, cursor, waitMs, signal),
    ...noOnchain,
    permissions: () => readPermissions(caller, address.credentialFile),
    operations: createOperations(caller),
    close: transport.close,
  };
}
