import { createHash } from "node:crypto";
import { NodeUnavailable } from "#lightning";
import type { Fields } from "../answers.ts";
import type { Listed } from "../lists.ts";
import { type ListedReceipt, listedReceipt } from "./answers.ts";
import type { Position } from "./pages.ts";

/**
 * A page of receipts, item by item: one that cannot be read hides no other. It has the time of its neighbour. One that
 * gave no answer has its place by the next older one: what comes later does not move that.
 */
export function listedReceipts(positions: readonly Position[], from: number): readonly Listed<ListedReceipt>[] {
  const read = positions.map((position) => (position.kind === "item" ? readOne(position.item) : undefined));
  const places = read.map((one, i) => one?.listed ?? neighbourOf(read, i));
  return positions.map((position, i) => {
    const one = read[i];
    if (one?.listed !== undefined) return one.listed;
    const { at, name } = places[i] ?? { at: from, name: "none" };
    const place = position.kind === "item" ? digestOf(position.item) : `unanswered.${distance(read, i)}.${name}`;
    const detail = position.kind === "item" ? (one?.detail ?? "") : position.detail;
    return { at, name: place, item: { kind: "unread", place, detail } };
  });
}

type Read = { readonly listed: Listed<ListedReceipt> | undefined; readonly detail?: string };

function readOne(item: Fields): Read {
  try {
    const listed = listedReceipt(item);
    return { listed: { ...listed, item: listed.item && { kind: "read", item: listed.item } } };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { listed: undefined, detail: error.message };
  }
}

/** The next one that was read, else the last one before. */
function neighbourOf(read: readonly (Read | undefined)[], i: number): Listed<ListedReceipt> | undefined {
  const isRead = (one: Read | undefined) => one?.listed !== undefined;
  return (read.slice(i).find(isRead) ?? read.slice(0, i).findLast(isRead))?.listed;
}

/** Keeps those without an answer apart that have one neighbour. */
function distance(read: readonly (Read | undefined)[], i: number): number {
  const after = read.slice(i).findIndex((one) => one?.listed !== undefined);
  return after === -1 ? read.length - i : after;
}

function digestOf(item: Fields): string {
  return createHash("sha256").update(JSON.stringify(item)).digest("hex");
}
