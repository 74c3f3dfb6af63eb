import { sats } from "#kernel/money.ts";
import type { ChannelSweep, ChannelSweeps } from "#lightning";
import { countOf, type Fields, fieldsOf, listOf } from "../answers.ts";
import { uint64Of } from "./answers.ts";
import type { PendingChannel } from "./channels.ts";
import type { Connections } from "./connections.ts";
import { Refusal } from "./errors.ts";
import { coinOf } from "./leases.ts";

const SWEEPS_MAX = 20_000;

/** What LND's sweeper has not brought into the wallet yet, of all channels. @throws {NodeUnavailable} */
export async function readSweeps(connections: Connections): Promise<Exclude<ChannelSweeps, "not_said">> {
  try {
    const { pending_sweeps } = await connections.ask({ method: "GET", path: "/v2/wallet/sweeps/pending" });
    return listOf(pending_sweeps, SWEEPS_MAX).map(sweepOf);
  } catch (error) {
    if (error instanceof Refusal && error.code !== undefined) return "not_allowed";
    throw error;
  }
}

function sweepOf(sweep: Fields): ChannelSweep {
  const block = countOf(sweep["maturity_height"]);
  return {
    outpoint: coinOf(fieldsOf(sweep["outpoint"])),
    amount: sats(BigInt(countOf(sweep["amount_sat"]))), // 32 bits, so a number in JSON
    satsPerVbyte: uint64Of(sweep["sat_per_vbyte"]),
    attempts: countOf(sweep["broadcast_attempts"]),
    spendableAtBlock: block === 0 ? undefined : block,
  };
}

/** Those of one close: outputs of its transaction, and of those that its HTLCs have come to. */
export function sweepsOf<S extends ChannelSweeps>({ closingTxids, htlcs }: PendingChannel, sweeps: S) {
  if (typeof sweeps === "string") return sweeps;
  const places = new Set(htlcs.map(({ onChain }) => onChain?.outpoint));
  return sweeps.filter(({ outpoint }) => places.has(outpoint) || closingTxids.includes(outpoint.split(":")[0] ?? ""));
}
