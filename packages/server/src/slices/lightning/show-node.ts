import { type Msats, maxOf, msats } from "#kernel/money.ts";
import type { NodeChannel } from "./model/node-channel.ts";
import type { NodeBalances, NodeInfo } from "./model/node-info.ts";
import type { LightningNode, NodeOperations } from "./port.ts";

/** What could be moved in one direction now, without what channels must keep. */
export type Movable = {
  readonly all: Msats;
  /** In one channel: a payment in one part is no larger. */
  readonly largest: Msats;
};

/** A node as its operator sees it. */
export type ShownNode = {
  readonly info: NodeInfo;
  readonly balances: NodeBalances;
  readonly sendable: Movable;
  readonly receivable: Movable;
  /** Those that are open first, then those that begin or end, each group by its capacity. */
  readonly channels: readonly NodeChannel[];
};

/** Asks the node for all that its operator wants to see. @throws {NodeUnavailable} */
export async function showNode(
  node: Pick<LightningNode, "info" | "balances">,
  operations: Pick<NodeOperations, "channels">,
): Promise<ShownNode> {
  const [info, balances, channels] = await Promise.all([node.info(), node.balances(), operations.channels()]);
  const active = channels.filter(({ state, isActive }) => state === "open" && isActive);
  return {
    info,
    balances,
    sendable: movable(active.map(({ sendable }) => sendable)),
    receivable: movable(active.map(({ receivable }) => receivable)),
    channels: channels.toSorted(inOrder),
  };
}

function movable(amounts: readonly Msats[]): Movable {
  return {
    all: msats(amounts.reduce((all, one) => all + one, 0n)),
    largest: amounts.reduce(maxOf, msats(0n)),
  };
}

const STATES: readonly NodeChannel["state"][] = ["open", "opening", "closing"];

function inOrder(a: NodeChannel, b: NodeChannel): number {
  return STATES.indexOf(a.state) - STATES.indexOf(b.state) || Number(b.capacity - a.capacity);
}
