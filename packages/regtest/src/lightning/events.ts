import * as ldk from "lightningdevkit";
import type { Log } from "../children/log.ts";
import type { Store } from "../log/store.ts";
import { hex } from "./bytes.ts";
import type { Core } from "./core.ts";
import type { Incoming } from "./incoming.ts";
import { need } from "./ldk.ts";
import { WALLET_KEY } from "./loop.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Sweeper } from "./sweeper.ts";
import type { Wallet } from "./wallet.ts";

export type EventDeps = {
  readonly core: Core;
  readonly wallet: Wallet;
  readonly store: Store;
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
  readonly sweeper: Sweeper;
  readonly log: Log;
};

/**
 * Takes the library's events and handles them outside of its callbacks, in which nothing may throw or call back. The
 * library forgets an event that it has handed over. So what an event changes is staged before the next commit, and an
 * error while handling it has to end the process before that commit: the event then comes again.
 *
 * The returned function handles all events that there are, and returns whether there were any.
 */
export function eventPump(deps: EventDeps): () => boolean {
  const queue: ldk.Event[] = [];
  const handler = ldk.EventHandler.new_impl({
    handle_event(event) {
      queue.push(event);
      return ldk.Result_NoneReplayEventZ.constructor_ok();
    },
  });
  const sources = [deps.core.manager.as_EventsProvider(), deps.core.chainMonitor.as_EventsProvider()];
  return () => {
    let hadEvents = false;
    do {
      for (const event of queue.splice(0)) {
        hadEvents = true;
        handle(deps, event);
      }
      for (const source of sources) source.process_pending_events(handler);
    } while (queue.length > 0);
    return hadEvents;
  };
}

function handle(deps: EventDeps, event: ldk.Event): void {
  const { core, incoming, outgoing, log } = deps;
  if (event instanceof ldk.Event_PendingHTLCsForwardable) core.manager.process_pending_htlc_forwards();
  else if (event instanceof ldk.Event_PaymentClaimable) incoming.onClaimable(event);
  else if (event instanceof ldk.Event_PaymentClaimed) incoming.onClaimed(event);
  else if (event instanceof ldk.Event_PaymentSent) outgoing.onSent(event);
  else if (event instanceof ldk.Event_PaymentFailed) outgoing.onFailed(event);
  else if (event instanceof ldk.Event_FundingGenerationReady) fundChannel(deps, event);
  else if (event instanceof ldk.Event_SpendableOutputs) deps.sweeper.add(event.outputs.map((output) => output.write()));
  else if (event instanceof ldk.Event_ChannelReady)
    log("info", "channel.ready", { channel: hex(event.channel_id.get_a()), peer: hex(event.counterparty_node_id) });
  else if (event instanceof ldk.Event_ChannelClosed)
    log("warn", "channel.closed", { channel: hex(event.channel_id.get_a()), reason: event.reason.constructor.name });
}

function fundChannel({ core, wallet, store, log }: EventDeps, event: ldk.Event_FundingGenerationReady): void {
  const { temporary_channel_id: id, counterparty_node_id: peer } = event;
  try {
    const transaction = wallet.fund(event.output_script, event.channel_value_satoshis);
    store.put(WALLET_KEY, wallet.write());
    need(core.manager.funding_transaction_generated(id, peer, transaction), "funding a channel");
  } catch (error) {
    log("error", "channel.not_funded", { error: String(error) });
    core.manager.force_close_without_broadcasting_txn(id, peer, "the channel could not be funded");
  }
}
