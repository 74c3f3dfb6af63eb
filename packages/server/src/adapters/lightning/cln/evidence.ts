import { bytesToHex } from "@noble/hashes/utils.js";
import { type HtlcEvidence, NodeUnavailable } from "#lightning";
import type { Fields } from "../answers.ts";
import { longListOf, numberOf, timeOf } from "./answers.ts";
import { type Channel, listChannels } from "./channels.ts";
import { isSynced } from "./info.ts";
import type { Group } from "./parts.ts";
import type { Caller } from "./transport.ts";

/** The node offers no HTLC with a longer time lock (`max_htlc_cltv` of lightningd). */
const LOCK_BLOCKS_MAX = 2_016;
/** Over days no chain makes blocks only half as fast as it should: seconds for one. Ours. */
const SLOW_BLOCK_SECONDS = 1_200;
/** A channel whose connection was last known so long before cannot have taken an HTLC. */
const UNSEEN_MS = 24 * 3_600_000;

/**
 * Where the HTLCs of pending parts are. The node does not say with which channels and time locks it began them. A
 * payment that was pending when the node was killed may stay so for ever, with no HTLC in any channel. Undefined where
 * the node does not say enough.
 */
export async function gatherEvidence(
  caller: Caller,
  paymentHash: Uint8Array,
  groups: readonly Group[],
): Promise<HtlcEvidence | undefined> {
  try {
    const [info, channels, { closedchannels: closed }] = await Promise.all([
      caller.call("getinfo"),
      listChannels(caller),
      caller.call("listclosedchannels"),
    ]);
    const height = numberOf(info["blockheight"]);
    const [first, last] = spanOf(groups);
    return {
      ...placeOf({ paymentHash, channels, closed: longListOf(closed), begunAt: first }),
      lockedUntilBlock: lockedUntil({ paymentHash, channels, height, begunAt: last, now: caller.clock.now() }),
      atBlock: isSynced(info) ? height : undefined,
    };
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}

/** When the first and the last pending part began. */
function spanOf(groups: readonly Group[]): readonly [Date, Date] {
  const parts = groups.flatMap(({ parts }) => parts);
  const pending = parts.filter(({ status }) => status === "pending");
  const times = pending.map(({ createdAt }) => createdAt.getTime());
  return [new Date(Math.min(...times)), new Date(Math.max(...times))];
}

type Where = {
  readonly paymentHash: Uint8Array;
  readonly channels: readonly Channel[];
  readonly closed: readonly Fields[];
  readonly begunAt: Date;
};

/** Gone only where every channel that may have been there at the begin is active and has none. */
export function placeOf({ paymentHash, channels, closed, begunAt }: Where): Pick<HtlcEvidence, "place"> {
  if (htlcsIn(channels, paymentHash).length > 0) return { place: "in_channel" };
  const used = channels.filter(({ phase }) => phase !== "opening");
  const wasThere = ({ last_stable_connection: seen }: Fields) =>
    seen === undefined || timeOf(seen).getTime() >= begunAt.getTime() - UNSEEN_MS;
  const isClear = used.length > 0 && used.every(({ isActive }) => isActive) && !closed.some(wasThere);
  return { place: isClear ? "gone" : "unclear" };
}

type Lock = Pick<Where, "paymentHash" | "channels" | "begunAt"> & { readonly height: number; readonly now: Date };

/**
 * The time lock of the HTLCs that a channel has; else the longest that one can have had that began then, at the height
 * that the chain had then at most.
 */
export function lockedUntil({ paymentHash, channels, height, begunAt, now }: Lock): number {
  const inChannels = htlcsIn(channels, paymentHash).map(({ expiresAtBlock }) => expiresAtBlock);
  const since = Math.max(0, now.getTime() - begunAt.getTime());
  const heightThen = Math.max(0, height - Math.floor(since / 1_000 / SLOW_BLOCK_SECONDS));
  return inChannels.length > 0 ? Math.max(...inChannels) : heightThen + LOCK_BLOCKS_MAX;
}

function htlcsIn(channels: readonly Channel[], paymentHash: Uint8Array) {
  const hex = bytesToHex(paymentHash);
  return channels
    .flatMap(({ htlcs }) => htlcs)
    .filter((htlc) => htlc.isOutgoing && bytesToHex(htlc.paymentHash) === hex);
}
