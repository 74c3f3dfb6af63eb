import { type HtlcEvidence, NodeUnavailable } from "#lightning";
import { countOf, type Fields, listOf, yesOrNo } from "../answers.ts";
import { base64Bytes32Of, isSameBytes, textOrEmpty } from "./answers.ts";
import { CHANNELS_MAX, RESOLUTIONS_MAX } from "./channels.ts";
import type { Connections } from "./connections.ts";
import type { LndPayment } from "./payment.ts";

/**
 * Where the HTLCs of a payment in flight are. LND that was killed between storing an attempt and handing it to its
 * channel calls it in flight for ever (lnd issues 5152 and 4788). Undefined where nothing can be said.
 */
export async function gatherEvidence(
  { connections }: { readonly connections: Connections },
  payment: LndPayment,
): Promise<HtlcEvidence | undefined> {
  if (payment.htlcs.length === 0) return undefined;
  try {
    const info = await connections.ask({ method: "GET", path: "/v1/getinfo" });
    const { channels } = await connections.ask({ method: "GET", path: "/v1/channels" });
    const closed = async () => {
      const answer = await connections.ask({ method: "GET", path: "/v1/channels/closed" });
      return listOf(answer["channels"], CHANNELS_MAX);
    };
    return {
      lockedUntilBlock: Math.max(...payment.htlcs.map(({ lockedUntilBlock }) => lockedUntilBlock)),
      atBlock: yesOrNo(info["synced_to_chain"]) ? countOf(info["block_height"]) : undefined,
      place: await placeOf(payment, listOf(channels, CHANNELS_MAX), closed),
    };
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}

/** `closed`: asked only where a channel is not open any more. */
async function placeOf(
  { paymentHash, htlcs }: LndPayment,
  open: readonly Fields[],
  closed: () => Promise<readonly Fields[]>,
): Promise<HtlcEvidence["place"]> {
  if (open.some((channel) => hasHtlc(channel, paymentHash))) return "in_channel";
  const unresolved = htlcs.filter(({ status }) => status === "IN_FLIGHT");
  if (unresolved.length === 0 || htlcs.some(({ status }) => status === "SUCCEEDED")) return "unclear";
  const gone = unresolved.filter(({ channel }) => !open.some((one) => isChannel(one, channel)));
  const isQuiet = open
    .filter((one) => unresolved.some(({ channel }) => isChannel(one, channel)))
    .every(({ active }) => yesOrNo(active));
  if (!isQuiet) return "unclear";
  if (gone.length === 0) return "gone";
  const past = await closed();
  const areBack = gone.every(({ channel }) => past.some((one) => isChannel(one, channel) && gaveAllBack(one)));
  return areBack ? "gone" : "unclear";
}

function hasHtlc(channel: Fields, paymentHash: Uint8Array): boolean {
  return listOf(channel["pending_htlcs"]).some(
    ({ incoming, hash_lock }) => !yesOrNo(incoming) && isSameBytes(base64Bytes32Of(hash_lock), paymentHash),
  );
}

/** A channel that was used before its first confirmation has further ids. */
function isChannel(channel: Fields, id: string): boolean {
  const { chan_id, zero_conf_confirmed_scid, alias_scids = [] } = channel;
  return [chan_id, zero_conf_confirmed_scid, ...(Array.isArray(alias_scids) ? alias_scids : [])].includes(id);
}

/** Closed by both without an HTLC, or each HTLC that we had offered ran out and came back to us. */
function gaveAllBack({ close_type, resolutions = [] }: Fields): boolean {
  if (close_type === "COOPERATIVE_CLOSE") return true;
  const outcomes = listOf(resolutions, RESOLUTIONS_MAX)
    .filter(({ resolution_type }) => resolution_type === "OUTGOING_HTLC")
    .map(({ outcome }) => textOrEmpty(outcome));
  // The first stage is our own time-out, whose money still needs a second transaction.
  return outcomes.includes("TIMEOUT") && outcomes.every((outcome) => ["TIMEOUT", "FIRST_STAGE"].includes(outcome));
}
