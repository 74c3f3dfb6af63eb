import { NodeUnavailable } from "../lightning/index.ts";
import type { DriveDeps } from "./deps.ts";
import { listNewestSettledHashes } from "./store.ts";

/** How many of the newest settled payments the node must still know. */
const SAMPLE = 5;

/**
 * True when the node is in step with the chain and still knows our newest settled payments. A node that was rebuilt from
 * its seed has the same key and an empty list: its "not found" proves nothing.
 */
export async function historyIsWhole({ db, node }: Pick<DriveDeps, "db" | "node">): Promise<boolean> {
  try {
    const info = await node.info();
    if (!info.synced) return false;
    for (const hash of await listNewestSettledHashes(db, SAMPLE)) {
      const status = await node.lookupOutgoing(hash);
      if (status.kind !== "settled") return false;
    }
    return true;
  } catch (error) {
    if (error instanceof NodeUnavailable) return false;
    throw error;
  }
}
