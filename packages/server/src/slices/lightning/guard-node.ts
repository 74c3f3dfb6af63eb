import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode, SendOutcome } from "./port.ts";

/**
 * The node as long as `refusal` names no reason against it; else it is silent, and nothing of a request to send leaves.
 * So a node that is not known to be ours gets no payment and gives out no invoice, and that it does not know a payment
 * of ours proves nothing.
 */
export function guardNode(node: LightningNode, refusal: () => string | undefined): LightningNode {
  const requireOwn = (): void => {
    const reason = refusal();
    if (reason !== undefined) throw new NodeUnavailable(reason);
  };
  /** Also what was asked before: another node may have answered. */
  const guarded =
    <Input extends readonly unknown[], Answer>(call: (...input: Input) => Promise<Answer>) =>
    async (...input: Input): Promise<Answer> => {
      requireOwn();
      const answer = await call(...input);
      requireOwn();
      return answer;
    };
  /** Nothing leaves while there is a reason against the node. */
  const unlessRefused =
    <Request>(send: (request: Request) => Promise<SendOutcome>) =>
    async (request: Request): Promise<SendOutcome> =>
      refusal() === undefined ? await send(request) : { kind: "not_sent", reason: "unreachable" };
  return {
    capabilities: node.capabilities,
    requireNode: (nodeId) => node.requireNode(nodeId),
    info: (how) => node.info(how),
    createInvoice: guarded((request) => node.createInvoice(request)),
    cancelInvoice: guarded((paymentHash) => node.cancelInvoice(paymentHash)),
    pay: unlessRefused((request) => node.pay(request)),
    keysend: unlessRefused((request) => node.keysend(request)),
    lookupOutgoing: guarded((paymentHash, reference) => node.lookupOutgoing(paymentHash, reference)),
    lookupIncoming: guarded((paymentHash) => node.lookupIncoming(paymentHash)),
    hasOpenInvoices: guarded(() => node.hasOpenInvoices()),
    balances: guarded(() => node.balances()),
    received: guarded((cursor, waitMs, signal) => node.received(cursor, waitMs, signal)),
    outgoing: guarded((cursor) => node.outgoing(cursor)),
    finished: guarded((cursor, waitMs, signal) => node.finished(cursor, waitMs, signal)),
    estimateOnchain: guarded((request) => node.estimateOnchain(request)),
    buildOnchain: guarded((request) => node.buildOnchain(request)),
    publishOnchain: guarded((transaction, reference) => node.publishOnchain(transaction, reference)),
    listOnchain: guarded((since) => node.listOnchain(since)),
    lookupOnchain: guarded((txid) => node.lookupOnchain(txid)),
    findOnchainChange: guarded((txid) => node.findOnchainChange(txid)),
    buildOnchainChild: guarded((request) => node.buildOnchainChild(request)),
    permissions: guarded(() => node.permissions()),
    operations: node.operations && {
      channels: guarded(node.operations.channels),
      closedChannels: guarded(node.operations.closedChannels),
      channelBackup: guarded(node.operations.channelBackup),
      channelTransactions: guarded(node.operations.channelTransactions),
      forwards: guarded(node.operations.forwards),
    },
    close: () => node.close(),
  };
}
