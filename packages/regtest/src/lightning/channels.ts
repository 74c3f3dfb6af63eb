import { setTimeout as sleep } from "node:timers/promises";
import * as ldk from "lightningdevkit";
import type { Balances, Channel } from "../control-api.ts";
import { hex } from "./bytes.ts";
import type { Core } from "./core.ts";
import { some } from "./ldk.ts";
import type { Wallet } from "./wallet.ts";

const POLL_MS = 20;

export function listChannels(core: Core): readonly Channel[] {
  return core.manager.list_channels().map((channel) => ({
    channelId: hex(channel.get_channel_id().get_a()),
    peer: hex(channel.get_counterparty().get_node_id()),
    capacitySats: String(channel.get_channel_value_satoshis()),
    outbound: Boolean(channel.get_is_outbound()),
    ready: Boolean(channel.get_is_channel_ready()),
    usable: Boolean(channel.get_is_usable()),
    sendableMsats: String(channel.get_outbound_capacity_msat()),
    receivableMsats: String(channel.get_inbound_capacity_msat()),
    pendingHtlcs: channel.get_pending_outbound_htlcs().length + channel.get_pending_inbound_htlcs().length,
  }));
}

/** Waits while all peers of the node's channels are away, `maxMs` at the longest. Without channels it does not wait. */
export async function untilUsable(core: Core, maxMs: number): Promise<void> {
  const giveUpMs = performance.now() + maxMs;
  while (isCutOff(core) && performance.now() < giveUpMs) await sleep(POLL_MS);
}

function isCutOff({ manager }: Core): boolean {
  const ready = manager.list_channels().filter((channel) => channel.get_is_channel_ready());
  return ready.length > 0 && !ready.some((channel) => channel.get_is_usable());
}

/** Waits until no channel has a pending HTLC, `maxMs` at the longest. */
export async function untilQuiet(core: Core, maxMs: number): Promise<void> {
  const giveUpMs = performance.now() + maxMs;
  while (listChannels(core).some(({ pendingHtlcs }) => pendingHtlcs > 0) && performance.now() < giveUpMs)
    await sleep(POLL_MS);
}

/** Our money, in parts that add up: nothing is counted twice. */
export function balancesOf(core: Core, wallet: Wallet): Balances {
  const channels = core.manager.list_channels();
  let [open, opening, outgoingHtlcs, commitFees] = [0n, 0n, 0n, 0n];
  for (const channel of channels) {
    const others = channels.filter((other) => other !== channel);
    const fee = commitFeeMsats(core.chainMonitor.get_claimable_balances(others));
    const ours = ownMsats(channel, () => core.chainMonitor.get_claimable_balances(others)) - fee;
    if (channel.get_is_channel_ready()) open += ours;
    else opening += ours;
    commitFees += fee;
    for (const htlc of channel.get_pending_outbound_htlcs()) outgoingHtlcs += htlc.get_amount_msat();
  }
  const closing = core.chainMonitor
    .get_claimable_balances(channels)
    .reduce((sum, balance) => sum + balance.claimable_amount_satoshis() * 1_000n, 0n);
  const onchain = wallet.balance();
  return {
    channelsMsats: String(open),
    outgoingHtlcsMsats: String(outgoingHtlcs),
    openingMsats: String(opening),
    closingMsats: String(closing),
    onchainMsats: String(onchain.total * 1_000n),
    onchainSpendableMsats: String(onchain.spendable * 1_000n),
    commitFeesMsats: String(commitFees),
  };
}

/** Our side of a channel to the msat, commitment fee included, without HTLCs. */
function ownMsats(channel: ldk.ChannelDetails, claimable: () => ldk.Balance[]): bigint {
  const sendable = channel.get_outbound_capacity_msat();
  const reserve = (some<bigint>(channel.get_unspendable_punishment_reserve()) ?? 0n) * 1_000n;
  // Below the reserve the library returns zero. Then the monitor has the amount, rounded to the satoshi.
  if (sendable > 0n) return sendable + reserve;
  return claimable().reduce(
    (sum, balance) => sum + balance.claimable_amount_satoshis() * 1_000n,
    commitFeeMsats(claimable()),
  );
}

/** Fee of the commitment transaction where it is ours to pay: the opener pays. */
function commitFeeMsats(balances: readonly ldk.Balance[]): bigint {
  return balances.reduce(
    (sum, balance) =>
      balance instanceof ldk.Balance_ClaimableOnChannelClose ? sum + balance.transaction_fee_satoshis * 1_000n : sum,
    0n,
  );
}
