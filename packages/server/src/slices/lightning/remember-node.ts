import type { Db } from "#platform/database/db.ts";
import { type BoundNode, findNode } from "./store.ts";

/**
 * What does not change of the node that the service is tied to, as long as a process lives. Undefined before the first
 * connection.
 */
export type RememberedNode = () => Promise<Pick<BoundNode, "nodeId" | "network" | "formerIds"> | undefined>;

/** Reads the node until there is one, and remembers it. */
export function rememberNode(db: Db): RememberedNode {
  let node: BoundNode | undefined;
  return async () => (node ??= await findNode(db));
}

/** Answers whether the money is real. */
export function isLiveWith(node: RememberedNode): () => Promise<boolean> {
  return async () => (await node())?.network === "mainnet";
}
