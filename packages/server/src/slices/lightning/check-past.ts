import { bytesToHex } from "@noble/hashes/utils.js";
import type { Db } from "#platform/database/db.ts";
import type { LightningNode } from "./port.ts";
import { findNode, updateForgotten } from "./store.ts";

type CheckDeps = {
  readonly db: Db;
  readonly node: Pick<LightningNode, "info" | "lookupOutgoing" | "lookupIncoming">;
  /** Of the newest receipt that the node has reported; the slice of receipts knows. */
  readonly newestReceipt: () => Promise<Uint8Array | undefined>;
  /** Stops sending, and has receipts read from the beginning, before what was found is written down. */
  readonly onForgotten: () => Promise<void>;
};

/**
 * Whether the node still knows the newest payment and the newest receipt that it has shown us. One that was rebuilt
 * under its key, or restored, has begun new lists, and the places where we had left the old ones mean nothing: what it
 * pays and receives would not be seen. So sending stops, and both lists are read from the beginning. Each loss is found
 * once: what the node has forgotten stays forgotten.
 *
 * @throws {NodeUnavailable}
 */
export async function checkPast({ db, node, newestReceipt, onForgotten }: CheckDeps): Promise<"known" | "forgotten"> {
  const { synced } = await node.info();
  const bound = await findNode(db);
  if (!synced || bound === undefined) return "known"; // one that is not ready says nothing
  const sent = unlessTold(bound.outgoingHash ?? undefined, bound.forgottenOutgoing);
  const received = unlessTold(await newestReceipt(), bound.forgottenReceipt);
  const outgoing = sent && (await node.lookupOutgoing(sent)).kind === "not_found" ? sent : undefined;
  const receipt = received && (await node.lookupIncoming(received)).kind !== "settled" ? received : undefined;
  if (outgoing === undefined && receipt === undefined) return "known";
  await onForgotten();
  await updateForgotten(db, { outgoing, receipt });
  return "forgotten";
}

function unlessTold(hash: Uint8Array | undefined, told: Uint8Array | null): Uint8Array | undefined {
  return hash !== undefined && told !== null && bytesToHex(hash) === bytesToHex(told) ? undefined : hash;
}
