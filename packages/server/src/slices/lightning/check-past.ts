import { bytesToHex } from "@noble/hashes/utils.js";
import type { Db } from "#platform/database/db.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import { judgePast, type Past } from "./model/past.ts";
import type { LightningNode } from "./port.ts";
import { type BoundNode, findNode, updateForgotten, updateLostChannels } from "./store.ts";

/** A receipt that the node has reported. */
export type Shown = { readonly paymentHash: Uint8Array; readonly settledAt: Date };

type CheckDeps = {
  readonly db: Db;
  readonly node: Pick<LightningNode, "info" | "lookupOutgoing" | "lookupIncoming">;
  /** The newest one; the slice of receipts knows. */
  readonly newestReceipt: () => Promise<Shown | undefined>;
  /**
   * A payment that the node had completed for us before a time, and that was made after the one of the hash `after`;
   * the slice of payments knows.
   */
  readonly paymentBefore: (before: Date, after: Uint8Array | undefined) => Promise<Uint8Array | undefined>;
  /** Both act before what was found is written down: after a crash in between it is found again. */
  readonly onWentBack: (found: { readonly hasLostChannels: boolean }) => Promise<void>;
  readonly onDeleted: (newest: Uint8Array) => Promise<void>;
};

/** The clocks of node and service may differ by so much. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/**
 * Whether the node still knows the newest payment and the newest receipt that it has shown us, and has the data of its
 * channels. One that was restored, or rebuilt under its key, has begun new lists, and the places where we had left the
 * old ones mean nothing: what it pays and receives would not be seen. Each loss is found once: what the node has
 * forgotten stays forgotten.
 *
 * @throws {NodeUnavailable} also while it follows the chain and lacks something: that proves nothing then, and it may
 * have gone back.
 */
export async function checkPast(deps: CheckDeps): Promise<Past> {
  const { db, node, onWentBack, onDeleted } = deps;
  const { synced, lostChannels = 0 } = await node.info();
  const bound = await findNode(db);
  if (bound === undefined) return "known";
  const { payment, receipt } = await findLost(deps, bound);
  const hasLostChannels = lostChannels > bound.lostChannels;
  const past = judgePast({
    payment: payment.isKnown,
    receipt: receipt.isKnown,
    paymentBefore: payment.isKnown === false ? await knowsBefore(deps, bound, receipt) : undefined,
    channels: !hasLostChannels,
  });
  if (past === "known") {
    if (lostChannels !== bound.lostChannels) await updateLostChannels(db, lostChannels);
    return past;
  }
  if (!synced) throw new NodeUnavailable("it follows the chain, and does not know yet what it has shown");
  if (past === "went_back") await onWentBack({ hasLostChannels });
  else if (payment.hash !== undefined) await onDeleted(payment.hash);
  const lost = ({ isKnown, hash }: Asked) => (isKnown === false ? hash : undefined);
  await updateForgotten(db, { outgoing: lost(payment), receipt: lost(receipt), lostChannels });
  return past;
}

type Asked = { readonly isKnown: boolean | undefined; readonly hash: Uint8Array | undefined };

async function findLost({ node, newestReceipt }: CheckDeps, bound: BoundNode) {
  const sent = unlessTold(bound.outgoingHash ?? undefined, bound.forgottenOutgoing);
  const shown = await newestReceipt();
  const received = unlessTold(shown?.paymentHash, bound.forgottenReceipt);
  const payment: Asked = { isKnown: sent && (await node.lookupOutgoing(sent)).kind !== "not_found", hash: sent };
  const isReceived = received && (await node.lookupIncoming(received)).kind === "settled";
  return { payment, receipt: { isKnown: isReceived, hash: received, settledAt: shown?.settledAt } };
}

/** Whether it knows a payment from before its newest receipt. */
async function knowsBefore(
  { node, paymentBefore }: CheckDeps,
  bound: BoundNode,
  { isKnown, settledAt }: { readonly isKnown: boolean | undefined; readonly settledAt: Date | undefined },
): Promise<boolean | undefined> {
  if (isKnown !== true || settledAt === undefined) return undefined;
  const before = new Date(settledAt.getTime() - CLOCKS_DIFFER_MS);
  const hash = await paymentBefore(before, bound.forgottenOutgoing ?? undefined);
  return hash && (await node.lookupOutgoing(hash)).kind !== "not_found";
}

function unlessTold(hash: Uint8Array | undefined, told: Uint8Array | null): Uint8Array | undefined {
  return hash !== undefined && told !== null && bytesToHex(hash) === bytesToHex(told) ? undefined : hash;
}
