import { bytesToHex } from "@noble/hashes/utils.js";
import { type Failed, NodeUnavailable, type OutgoingStatus, type Settled } from "#lightning";
import { type Fields, LIST_MAX, listOf, oneOf } from "../answers.ts";
import { longListOf, numberOf } from "./answers.ts";
import { gatherEvidence } from "./evidence.ts";
import { type Group, groupsOf, judge, type Part, partOf } from "./parts.ts";
import type { Caller } from "./transport.ts";

/** All parts of a hash; none where the node has none of it on record. */
export async function partsOf(caller: Caller, paymentHash: Uint8Array): Promise<readonly Part[]> {
  return (await listedPartsOf(caller, paymentHash)).map(partOf);
}

/** As the node lists them. */
export async function listedPartsOf({ call }: Caller, paymentHash: Uint8Array): Promise<readonly Fields[]> {
  const { payments } = await call("listsendpays", { payment_hash: bytesToHex(paymentHash) });
  return longListOf(payments);
}

/** Without a group of that reference, one that has failed is another attempt; any other one may be ours. */
export async function lookupOutgoing(
  caller: Caller,
  paymentHash: Uint8Array,
  reference: string | undefined,
): Promise<OutgoingStatus> {
  const all = groupsOf(await partsOf(caller, paymentHash));
  const named = reference === undefined ? all : all.filter(({ id }) => id === reference);
  const groups = named.length > 0 ? named : all;
  if (groups.length === 0) return { kind: "not_found" };
  const status = await statusOf(caller, paymentHash, groups);
  if (status.kind === "failed" && named.length === 0) return { kind: "not_found" };
  const isPending = groups.some(({ parts }) => parts.some((part) => part.status === "pending"));
  if (status.kind !== "in_flight" || !isPending) return status; // without a pending part the node looks for a route
  const htlcs = await gatherEvidence(caller, paymentHash, groups);
  return htlcs === undefined ? status : { kind: "in_flight", htlcs };
}

/**
 * What became of these groups of a hash: settled when one settled, else in flight when one is, else failed. The node
 * keeps no reason of a failure.
 */
export async function statusOf(
  caller: Caller,
  paymentHash: Uint8Array,
  groups: readonly Group[],
): Promise<Settled | Failed | { readonly kind: "in_flight" }> {
  const judged = groups.map(judge);
  const settled = judged.find((one) => one.kind === "settled");
  if (settled !== undefined) return settled;
  if (judged.some(({ kind }) => kind === "in_flight")) return { kind: "in_flight" };
  return (await areOver(caller, paymentHash, groups)) ? { kind: "failed", reason: "other" } : { kind: "in_flight" };
}

/**
 * Whether the commands of groups whose parts have all failed are over. Between two parts a command looks for another
 * route: `listpays` alone says so, from v26.06 on, and knows a group by its first part.
 */
async function areOver({ call }: Caller, paymentHash: Uint8Array, groups: readonly Group[]): Promise<boolean> {
  const { pays } = await call("listpays", { payment_hash: bytesToHex(paymentHash) });
  const stateAt = new Map(
    longListOf(pays).map((pay) => [
      numberOf(pay["created_index"]),
      oneOf(["pending", "complete", "failed"], pay["status"]),
    ]),
  );
  return groups.every(({ parts: [{ index }] }) => {
    const state = stateAt.get(index);
    if (state === undefined) throw new NodeUnavailable("the node lists parts of a payment that it does not list");
    return state === "failed";
  });
}

/** A group with its parts from other pages. */
export async function wholeOf(caller: Caller, { id, parts: [first] }: Group): Promise<Group> {
  const whole = groupsOf(await partsOf(caller, first.paymentHash)).find((group) => group.id === id);
  if (whole === undefined) throw new NodeUnavailable("the node lists a payment that it does not know");
  return whole;
}

/** Parts as the node lists them, in the order in which they began or changed. */
export async function pageOf(
  { call }: Caller,
  index: "created" | "updated",
  after: number,
  limit = LIST_MAX,
): Promise<readonly Fields[]> {
  const { payments } = await call("listsendpays", { index, start: after + 1, limit });
  return listOf(payments);
}
