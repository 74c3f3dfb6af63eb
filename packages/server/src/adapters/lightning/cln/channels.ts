import { type Msats, msats } from "#kernel/money.ts";
import { amountOf, bytes32Of, type Fields, oneOf, textOf, txidOf } from "../answers.ts";
import { longListOf, numberOf } from "./answers.ts";
import type { Transport } from "./transport.ts";

/** A channel of `listpeerchannels` that has a place on the chain. */
export type Channel = {
  readonly id: string;
  readonly point: string;
  readonly peer: string;
  readonly phase: "opening" | "open" | "closing";
  /** Its peer is connected, and both have said where they were. */
  readonly isActive: boolean;
  readonly isPrivate: boolean;
  readonly isForced: boolean;
  /** Of a closing one: all that it paid us lies in the wallet. */
  readonly isResolved: boolean;
  /** The peer has shown a later state than the node has. */
  readonly isLost: boolean;
  /** Its commitments have anchors. */
  readonly hasAnchors: boolean;
  readonly capacity: Msats;
  /** Owed to us: with what is in HTLCs that we offered, and with the fee of the commitment transaction. */
  readonly toUs: Msats;
  readonly spendable: Msats;
  readonly receivable: Msats;
  readonly acceptedHtlcsMax: number;
  /** The transaction that would close it now, or does. */
  readonly closingTxid: string | undefined;
  readonly htlcs: readonly Htlc[];
};

export type Htlc = {
  readonly paymentHash: Uint8Array;
  readonly isOutgoing: boolean;
  readonly amount: Msats;
  readonly expiresAtBlock: number;
};

const NORMAL: readonly unknown[] = ["CHANNELD_NORMAL", "CHANNELD_AWAITING_SPLICE"];
const OPENING: readonly unknown[] = ["OPENINGD", "CHANNELD_AWAITING_LOCKIN"];
/** `status` of a channel whose close is over; it is forgotten a hundred blocks later (onchaind). */
const RESOLVED = /All outputs resolved/;
const NOTHING = msats(0n);

export async function listChannels({ call }: Pick<Transport, "call">): Promise<readonly Channel[]> {
  const { channels } = await call("listpeerchannels");
  return longListOf(channels).flatMap(channelOf);
}

/** Nothing of one whose transaction is not made yet. */
function channelOf(fields: Fields): readonly Channel[] {
  if (fields["funding_txid"] === undefined) return [];
  const phase = phaseOf(fields["state"]);
  const { peer_connected: isConnected, reestablished, scratch_txid: closingTxid } = fields;
  const amount = (name: string) => (fields[name] === undefined ? NOTHING : amountOf(fields[name]));
  return [
    {
      id: txidOf(fields["channel_id"]),
      point: `${txidOf(fields["funding_txid"])}:${numberOf(fields["funding_outnum"])}`,
      peer: textOf(fields["peer_id"]),
      phase,
      isActive: phase === "open" && isConnected === true && reestablished !== false,
      isPrivate: fields["private"] === true,
      isForced: phase === "closing" && wasForced(fields),
      isResolved: phase === "closing" && textsOf(fields["status"]).some((line) => RESOLVED.test(line)),
      isLost: fields["lost_state"] === true,
      hasAnchors: namesOf(fields["channel_type"]).some((name) => name.startsWith("anchors")),
      capacity: amount("total_msat"),
      toUs: amount("to_us_msat"),
      spendable: amount("spendable_msat"),
      receivable: amount("receivable_msat"),
      acceptedHtlcsMax: fields["max_accepted_htlcs"] === undefined ? 0 : numberOf(fields["max_accepted_htlcs"]),
      closingTxid: closingTxid === undefined ? undefined : txidOf(closingTxid),
      htlcs: longListOf(fields["htlcs"] ?? []).map(htlcOf),
    },
  ];
}

/** Of the features of a channel's type. */
function namesOf(type: unknown): readonly string[] {
  return typeof type === "object" && type !== null && "names" in type ? textsOf(type.names) : [];
}

/** A state that we do not know, of a later version, is none in which a channel can be used. */
function phaseOf(state: unknown): Channel["phase"] {
  if (NORMAL.includes(state)) return "open";
  return OPENING.includes(state) || String(state).startsWith("DUALOPEND_") ? "opening" : "closing";
}

/** A close to which both agreed was signed before it was seen. */
function wasForced(fields: Fields): boolean {
  const { state, state_changes: changes = [] } = fields;
  const states = [...longListOf(changes).map((change) => change["new_state"]), state];
  const isOut = states.some((one) => one === "AWAITING_UNILATERAL" || one === "FUNDING_SPEND_SEEN");
  return states.includes("AWAITING_UNILATERAL") || (isOut && !states.includes("CLOSINGD_COMPLETE"));
}

function htlcOf(fields: Fields): Htlc {
  return {
    paymentHash: bytes32Of(fields["payment_hash"]),
    isOutgoing: oneOf(["in", "out"], fields["direction"]) === "out",
    amount: amountOf(fields["amount_msat"]),
    expiresAtBlock: numberOf(fields["expiry"]),
  };
}

export function offeredBy({ htlcs }: Channel): Msats {
  return msats(htlcs.reduce((sum, { isOutgoing, amount }) => (isOutgoing ? sum + amount : sum), 0n));
}

/** Ours without what is in HTLCs. */
export function localOf(channel: Channel): Msats {
  const offered = offeredBy(channel);
  return msats(channel.toUs > offered ? channel.toUs - offered : 0n);
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === "string") : [];
}
