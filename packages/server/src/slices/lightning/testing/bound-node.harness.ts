import { msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import type { Network } from "../model/node-info.ts";
import { insertNode } from "../store/first-start.ts";

/** A node that was empty at its first connection. */
export async function givenBoundNode(
  db: Db,
  { nodeId, network = "regtest", instanceId }: { nodeId: string; network?: Network; instanceId: string },
): Promise<void> {
  const equity = { channels: msats(0n), onchain: msats(0n) };
  const places = { outgoingCursor: "", outgoingHash: undefined };
  await db.transaction(async (tx) => {
    await insertNode(tx, { nodeId, network, instanceId, now: new Date(), equity, limits: undefined, ...places });
  });
}
