import { randomBytes } from "node:crypto";
import { type LndSweep, sweepJson } from "./sweep-json.harness.ts";

/** An HTLC in a channel. `amount`: msats, with the fee. */
export type ChannelHtlc = {
  readonly paymentHash: Uint8Array;
  readonly amount: bigint;
  readonly isOutgoing: boolean;
  readonly expiresAtBlock: number;
};

/** One channel of the node, also after it was closed. Amounts in msats, where nothing else is said. */
export type LndChannel = {
  readonly chanId: string;
  /** Of its funding transaction; the output is 0. */
  readonly txid: string;
  readonly peer: string;
  readonly capacitySats: bigint;
  /** We opened it, so its fees are ours. */
  readonly isOurs: boolean;
  isPrivate: boolean;
  isActive: boolean;
  state: "opening" | "open" | "waiting_close" | "force_closing" | "closed";
  /** Ours, before fees. */
  local: bigint;
  readonly htlcs: ChannelHtlc[];
  /** What became of its outputs on the chain. */
  readonly resolutions: object[];
  closeHeight: number;
  /** We have published its commitment transaction. */
  isForced: boolean;
  /** Of its commitment transaction. */
  readonly closingTxid: string;
};

export type LndChannels = {
  readonly all: LndChannel[];
  /** Of all channels. Tests change it. */
  readonly unswept: LndSweep[];
  /** What it forwarded for others, in the order of time: the fee in msats, and when, in nanoseconds since 1970. */
  readonly forwards: { readonly fee: bigint; readonly atNs: bigint }[];
  /** Opens one. */
  open(draft: { capacitySats: bigint; localSats: bigint; isOurs?: boolean; isPrivate?: boolean }): LndChannel;
  /** What it could send now. */
  sendable(channel: LndChannel): bigint;
  /** Puts an HTLC into it. */
  offer(channel: LndChannel, htlc: ChannelHtlc): void;
  /** Takes it out again: to the other side, or back. */
  resolve(channel: LndChannel, htlc: ChannelHtlc, to: "taken" | "given_back"): void;
  /** We receive so much, all in one channel. False: no channel can. */
  receive(amount: bigint): boolean;
  /** One side closes it by force: first it waits for a block, then for what can be spent. */
  forceClose(channel: LndChannel): void;
  confirmClose(channel: LndChannel, height: number): void;
  /** All of it is resolved: each HTLC that was in it timed out, or the other side took it with the preimage. */
  endClose(channel: LndChannel, ...outcomes: readonly ("TIMEOUT" | "CLAIMED")[]): void;
  listed(): object;
  balance(): object;
  pending(): object;
  closed(): object;
  sweeps(): object;
  forwarded(request: Readonly<Record<string, unknown>>): object;
  backup(): object;
  active(): readonly LndChannel[];
};

/** Of a commitment transaction with two anchors and no HTLC, and of each HTLC, at 2,500 sat per kiloweight. */
const COMMIT_FEE_SATS = 2_810n;
const HTLC_FEE_SATS = 430n;
const ANCHORS_SATS = 660n;
const RESERVE_SATS = 100_000n;

export function createChannels(peer: string): LndChannels {
  const all: LndChannel[] = [];
  let opened = 0n;
  const inState = (...states: LndChannel["state"][]) => all.filter(({ state }) => states.includes(state));

  const channels: LndChannels = {
    all,
    unswept: [],
    forwards: [],
    open({ capacitySats, localSats, isOurs = true, isPrivate = false }) {
      const channel: LndChannel = {
        chanId: String(139_637_976_793_088n + 65_536n * opened++),
        txid: randomBytes(32).toString("hex"),
        peer,
        capacitySats,
        isOurs,
        isPrivate,
        isActive: true,
        state: "open",
        local: localSats * 1_000n,
        htlcs: [],
        resolutions: [],
        closeHeight: 0,
        isForced: false,
        closingTxid: randomBytes(32).toString("hex"),
      };
      all.push(channel);
      return channel;
    },
    sendable(channel) {
      const { local } = sharesOf(channel);
      const kept = (RESERVE_SATS + (channel.isOurs ? bufferOf(channel) : 0n)) * 1_000n;
      return channel.state === "open" && channel.isActive && local > kept ? local - kept : 0n;
    },
    offer(channel, htlc) {
      channel.htlcs.push(htlc);
      if (htlc.isOutgoing) channel.local -= htlc.amount;
    },
    resolve(channel, htlc, to) {
      channel.htlcs.splice(channel.htlcs.indexOf(htlc), 1);
      if (htlc.isOutgoing === (to === "given_back")) channel.local += htlc.amount;
    },
    receive(amount) {
      const channel = channels.active().find((one) => sharesOf(one).remote - RESERVE_SATS * 1_000n >= amount);
      if (channel !== undefined) channel.local += amount;
      return channel !== undefined;
    },
    forceClose(channel) {
      channel.state = "waiting_close";
      channel.isForced = true;
      channel.isActive = false;
    },
    confirmClose(channel, height) {
      channel.state = "force_closing";
      channel.closeHeight = height;
    },
    endClose(channel, ...outcomes) {
      channel.state = "closed";
      const { own } = satsOf(channel);
      const resolved = (type: string, end: string, amount_sat: bigint) =>
        channel.resolutions.push({
          resolution_type: type,
          outcome: end,
          outpoint: { txid_bytes: randomBytes(32), txid_str: randomBytes(32).toString("hex"), output_index: 2 },
          amount_sat,
          sweep_txid: randomBytes(32).toString("hex"),
        });
      const ends = channel.htlcs.splice(0).map((htlc, i) => ({ ...htlc, outcome: outcomes[i] ?? "TIMEOUT" }));
      // In this order, and with this outcome of our own output, a real node had it.
      for (const { amount, isOutgoing, outcome } of ends)
        if (outcome === "TIMEOUT" && isOutgoing) resolved("OUTGOING_HTLC", "FIRST_STAGE", amount / 1_000n);
      resolved("COMMIT", "UNCLAIMED", own);
      for (const { amount, isOutgoing, outcome } of ends)
        resolved(isOutgoing ? "OUTGOING_HTLC" : "INCOMING_HTLC", outcome, amount / 1_000n);
    },
    active: () => inState("open").filter(({ isActive }) => isActive),
    listed: () => ({ channels: inState("open").map(listedOf) }),
    balance: () => balanceOf(inState("open"), inState("opening")),
    pending() {
      const closing = inState("waiting_close", "force_closing");
      return {
        total_limbo_balance: closing.reduce((sum, channel) => sum + limboSats(channel), 0n),
        pending_open_channels: inState("opening").map((channel) => ({ channel: pendingOf(channel) })),
        pending_closing_channels: [],
        pending_force_closing_channels: inState("force_closing").map(forceClosingOf),
        waiting_close_channels: inState("waiting_close").map((channel) => ({
          channel: pendingOf(channel),
          limbo_balance: limboSats(channel),
          commitments: {
            local_txid: channel.closingTxid,
            remote_txid: "",
            remote_pending_txid: "",
            local_commit_fee_sat: satsOf(channel).commitFee,
            remote_commit_fee_sat: satsOf(channel).commitFee,
            remote_pending_commit_fee_sat: 0n,
          },
          closing_txid: channel.closingTxid,
          closing_tx_hex: "",
          blocks_til_close_confirmed: 3,
          close_height: 0,
        })),
      };
    },
    closed: () => ({ channels: inState("closed").map(closedOf) }),
    sweeps: () => ({ pending_sweeps: channels.unswept.map(sweepJson) }),
    forwarded(request) {
      const number = (name: string) => Number((request[name] as bigint | undefined) ?? 0n);
      const [start, offset] = [BigInt(number("start_time")) * 1_000_000_000n, number("index_offset")];
      const within = channels.forwards.filter(({ atNs }) => atNs >= start);
      const page = within.slice(offset, offset + (number("num_max_events") || 100));
      return {
        forwarding_events: page.map(({ fee, atNs }) => ({
          timestamp: atNs / 1_000_000_000n,
          timestamp_ns: atNs,
          chan_id_in: all[0]?.chanId ?? "0",
          chan_id_out: all[1]?.chanId ?? "0",
          amt_in: 10_000n,
          amt_out: 10_000n - fee / 1_000n,
          fee: fee / 1_000n,
          fee_msat: fee,
          amt_in_msat: 10_000_000n,
          amt_out_msat: 10_000_000n - fee,
        })),
        last_offset_index: offset + page.length,
      };
    },
    backup() {
      const points = inState("opening", "open", "waiting_close").map(({ txid }) => ({
        funding_txid_bytes: Buffer.from(txid, "hex").reverse(),
        output_index: 0,
      }));
      const chan_backups = points.map((chan_point) => ({ chan_point, chan_backup: randomBytes(64) }));
      return {
        single_chan_backups: { chan_backups },
        multi_chan_backup: { chan_points: points, multi_chan_backup: randomBytes(128) },
      };
    },
  };
  return channels;
}

/** What the opener keeps free: the fee could double with the HTLC that is sent and one more. */
function bufferOf({ htlcs }: LndChannel): bigint {
  const feeWith = (count: number) => COMMIT_FEE_SATS + HTLC_FEE_SATS * BigInt(count);
  return 2n * feeWith(htlcs.length + 2) - feeWith(htlcs.length);
}

/** What both sides have, as the commitment transaction has it: its fee is the opener's. */
function sharesOf({ capacitySats, local, htlcs, isOurs }: LndChannel) {
  const inHtlcs = htlcs.reduce((sum, { amount }) => sum + amount, 0n);
  const fees = (COMMIT_FEE_SATS + ANCHORS_SATS + HTLC_FEE_SATS * BigInt(htlcs.length)) * 1_000n;
  const remote = capacitySats * 1_000n - local - inHtlcs;
  return isOurs ? { local: local - fees, remote, inHtlcs } : { local, remote: remote - fees, inHtlcs };
}

/**
 * Whole sats, and a commitment fee that takes what rounding leaves: one sat too much, where both sides have a rest. A
 * side that has nothing has no anchor, and the fee takes that as well.
 */
function satsOf(channel: LndChannel) {
  const { local, remote, inHtlcs } = sharesOf(channel);
  const [own, other, unsettled] = [local / 1_000n, remote / 1_000n, inHtlcs / 1_000n];
  const sides = channel.htlcs.length > 0 ? 2 : [own, other].filter((sats) => sats > 0n).length;
  const anchors = (ANCHORS_SATS * BigInt(sides)) / 2n;
  return { own, other, unsettled, commitFee: channel.capacitySats - own - other - unsettled - anchors };
}

function listedOf(channel: LndChannel): object {
  const { own, other, unsettled, commitFee } = satsOf(channel);
  const constraints = {
    csv_delay: 1_201,
    chan_reserve_sat: RESERVE_SATS,
    dust_limit_sat: 354n,
    max_pending_amt_msat: channel.capacitySats * 990n,
    min_htlc_msat: 1n,
    max_accepted_htlcs: 483,
  };
  return {
    active: channel.isActive,
    remote_pubkey: channel.peer,
    channel_point: `${channel.txid}:0`,
    chan_id: channel.chanId,
    capacity: channel.capacitySats,
    local_balance: own,
    remote_balance: other,
    commit_fee: commitFee,
    commit_weight: 1_116n,
    fee_per_kw: 2_500n,
    unsettled_balance: unsettled,
    total_satoshis_sent: 0n,
    total_satoshis_received: 0n,
    num_updates: 0n,
    pending_htlcs: channel.htlcs.map(({ paymentHash, amount, isOutgoing, expiresAtBlock }, i) => ({
      incoming: !isOutgoing,
      amount: amount / 1_000n,
      hash_lock: paymentHash,
      expiration_height: expiresAtBlock,
      htlc_index: BigInt(i),
      forwarding_channel: 0n,
      forwarding_htlc_index: 0n,
      locked_in: true,
    })),
    csv_delay: 1_201,
    private: channel.isPrivate,
    initiator: channel.isOurs,
    chan_status_flags: "ChanStatusDefault",
    local_chan_reserve_sat: RESERVE_SATS,
    remote_chan_reserve_sat: RESERVE_SATS,
    static_remote_key: false,
    commitment_type: "ANCHORS",
    lifetime: 284n,
    uptime: 284n,
    close_address: "",
    push_amount_sat: 0n,
    thaw_height: 0,
    local_constraints: constraints,
    remote_constraints: constraints,
    alias_scids: [],
    zero_conf: false,
    zero_conf_confirmed_scid: 0n,
    peer_alias: "",
    peer_scid_alias: 0n,
    memo: "",
    custom_channel_data: "",
  };
}

function balanceOf(open: readonly LndChannel[], opening: readonly LndChannel[]): object {
  const amount = (msat: bigint) => ({ sat: msat / 1_000n, msat });
  const sum = (channels: readonly LndChannel[], part: (channel: LndChannel) => bigint) =>
    amount(channels.reduce((total, channel) => total + part(channel), 0n));
  const local = sum(open, (channel) => sharesOf(channel).local);
  const pending = sum(opening, (channel) => sharesOf(channel).local);
  const inHtlcs = (isOutgoing: boolean) => (channel: LndChannel) =>
    channel.htlcs.reduce((total, htlc) => total + (htlc.isOutgoing === isOutgoing ? htlc.amount : 0n), 0n);
  return {
    balance: local.sat,
    pending_open_balance: pending.sat,
    local_balance: local,
    remote_balance: sum(open, (channel) => sharesOf(channel).remote),
    unsettled_local_balance: sum(open, inHtlcs(false)),
    unsettled_remote_balance: sum(open, inHtlcs(true)),
    pending_open_local_balance: pending,
    pending_open_remote_balance: sum(opening, (channel) => sharesOf(channel).remote),
    custom_channel_data: "AgAAAA==",
  };
}

function pendingOf(channel: LndChannel): object {
  const { own, other } = satsOf(channel);
  return {
    remote_node_pub: channel.peer,
    channel_point: `${channel.txid}:0`,
    capacity: channel.capacitySats,
    local_balance: own,
    remote_balance: other,
    local_chan_reserve_sat: RESERVE_SATS,
    remote_chan_reserve_sat: RESERVE_SATS,
    initiator: channel.isOurs ? "INITIATOR_LOCAL" : "INITIATOR_REMOTE",
    commitment_type: "ANCHORS",
    num_forwarding_packages: 0n,
    chan_status_flags: channel.isForced
      ? "ChanStatusCommitBroadcasted|ChanStatusLocalCloseInitiator"
      : "ChanStatusDefault",
    private: channel.isPrivate,
    memo: "",
    custom_channel_data: "",
  };
}

/** While the close waits for its block HTLCs and the anchor are in no field. */
function limboSats(channel: LndChannel): bigint {
  const { own, unsettled } = satsOf(channel);
  return channel.state === "force_closing" ? own + unsettled + ANCHORS_SATS / 2n : own;
}

function forceClosingOf(channel: LndChannel): object {
  return {
    channel: pendingOf(channel),
    closing_txid: channel.closingTxid,
    limbo_balance: limboSats(channel),
    maturity_height: channel.closeHeight + 1_201,
    blocks_til_maturity: 1_196,
    recovered_balance: 0n,
    pending_htlcs: channel.htlcs.map(({ amount, isOutgoing, expiresAtBlock }, i) => ({
      incoming: !isOutgoing,
      amount: amount / 1_000n,
      outpoint: `${channel.closingTxid}:${i + 2}`,
      maturity_height: expiresAtBlock,
      blocks_til_maturity: -7,
      stage: 1,
    })),
    anchor: "LIMBO",
  };
}

function closedOf(channel: LndChannel): object {
  const { own } = satsOf(channel);
  return {
    channel_point: `${channel.txid}:0`,
    chan_id: channel.chanId,
    chain_hash: "",
    closing_tx_hash: channel.closingTxid,
    remote_pubkey: channel.peer,
    capacity: channel.capacitySats,
    close_height: channel.closeHeight,
    settled_balance: own,
    time_locked_balance: 0n,
    close_type: "LOCAL_FORCE_CLOSE",
    open_initiator: channel.isOurs ? "INITIATOR_LOCAL" : "INITIATOR_REMOTE",
    close_initiator: "INITIATOR_LOCAL",
    resolutions: channel.resolutions,
    alias_scids: [],
    zero_conf_confirmed_scid: 0n,
    custom_channel_data: "",
  };
}
