import type { Clock } from "#kernel/clock.ts";
import type { Capabilities, LightningNode } from "#lightning";
import { createConnections, type LndAddress } from "./connections.ts";
import { readBalances, readInfo } from "./info.ts";
import { createOnchain } from "./onchain.ts";
import { createOperations } from "./operations.ts";
import { createOutcomes, type Outcomes } from "./outcomes.ts";
import { outgoing } from "./outgoing.ts";
import { keysend, lookUp, lookupOutgoing, type PayingDeps, pay } from "./paying.ts";
import { readPermissions } from "./permissions.ts";
import { createReceipts } from "./receipts.ts";
import { cancelInvoice, createInvoice, hasOpenInvoices, lookupIncoming } from "./receiving.ts";

export type { LndAddress } from "./connections.ts";

/** It sends a hash again after a failure, and not while it is in flight or after it was paid. */
const CAPABILITIES: Capabilities = {
  resend: true,
  paysHashOnce: true,
  feeLimit: { kind: "exact" },
  wholeSats: false,
  cancel: true,
  keysend: true,
  outlivesUs: true,
  cltvLimit: true,
  onchain: true,
  onchainChild: true,
};

/** A node of LND behind the port, over its REST interface. */
export function connectLndNode({ clock, ...address }: LndAddress & { readonly clock: Clock }): LightningNode {
  const connections = createConnections(address, clock);
  const outcomes: Outcomes = createOutcomes({ connections, clock, lookUp: (hash) => lookUp({ connections }, hash) });
  const receipts = createReceipts({ connections, clock });
  const onchain = createOnchain({ connections, clock });
  const deps: PayingDeps = { connections, clock, outcomes };

  return {
    capabilities: CAPABILITIES,
    requireNode: connections.requireNode,
    info: (how) => readInfo(connections, how),
    createInvoice: (request) => createInvoice(deps, request),
    cancelInvoice: (paymentHash) => cancelInvoice(deps, paymentHash),
    pay: (request) => pay(deps, request),
    keysend: (request) => keysend(deps, request),
    lookupOutgoing: (paymentHash, reference) => lookupOutgoing(deps, paymentHash, reference),
    lookupIncoming: (paymentHash) => lookupIncoming(deps, paymentHash),
    hasOpenInvoices: () => hasOpenInvoices(deps),
    balances: () => readBalances(connections),
    received: receipts.received,
    outgoing: (cursor) => outgoing(deps, cursor),
    finished: outcomes.finished,
    estimateOnchain: onchain.estimateOnchain,
    buildOnchain: onchain.buildOnchain,
    publishOnchain: onchain.publishOnchain,
    listOnchain: onchain.listOnchain,
    lookupOnchain: onchain.lookupOnchain,
    findOnchainChange: onchain.findOnchainChange,
    buildOnchainChild: onchain.buildOnchainChild,
    permissions: () => readPermissions(connections, address.credentialFile),
    operations: createOperations(connections),
    async close() {
      receipts.close();
      outcomes.close();
      await connections.close();
    },
  };
}
