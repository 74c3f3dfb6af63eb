import type { Config } from "#config.ts";
import {
  type CallbackCheck,
  checkCallbacks,
  combineBodies,
  createHostCache,
  createListeners,
  createPageWatch,
  type EventBodies,
  firstOf,
  measureDeliveries,
  measureListeners,
  measurePageStreams,
} from "#events";
import { isLiveWith, type RememberedNode } from "#lightning";
import { eventBodies as paymentBodies } from "#payments";
import type { Metrics } from "#platform/metrics.ts";
import { eventBodies as receivingBodies } from "#receiving";
import { eventBodies as restoreBodies } from "#restore";
import type { EventPagesDeps, PageStreamRoutesDeps, StreamRoutesDeps } from "#slices/events/routes.ts";
import { eventBodies as voucherBodies } from "#vouchers";
import { loadRamp } from "./load-ramp.ts";
import { type DeliveryDeps, startDelivery, type Worker } from "./worker.ts";

type Machine = Omit<DeliveryDeps, "bodies" | "isLive" | "onAttempt"> &
  Pick<StreamRoutesDeps, "outbound"> & { readonly ownNode: RememberedNode };

type Events = {
  readonly checkCallback: CallbackCheck;
  readonly routes: StreamRoutesDeps;
  /** Of pages that people open. */
  readonly pages: EventPagesDeps & PageStreamRoutesDeps;
  readonly worker: Worker;
  /** Deliveries wait: what is due is sent now. */
  wake(): void;
};

type Options = Pick<Config, "webhookAnswers" | "connectionsMax"> & {
  /** This process sends what happened, and does not only answer requests. */
  readonly sends: boolean;
};

/** Of all connections those that streams of pages may take: the others stay for calls. */
const PAGE_STREAMS_SHARE = 1 / 4;

/** What tells projects, and open pages, of what happened. */
export function wireEvents(
  { sends, webhookAnswers, connectionsMax }: Options,
  metrics: Metrics,
  machine: Machine,
): Events {
  const { db, clock } = machine;
  const hostCache = createHostCache(clock);
  const bodies = combineBodies({
    "payment.completed": paymentBodies,
    "payment.failed": paymentBodies,
    "charge.completed": receivingBodies,
    "charge.expired": receivingBodies,
    "receipt.credited": firstOf(receivingBodies, paymentBodies),
    "voucher.redeemed": voucherBodies,
    "voucher.revoked": voucherBodies,
    "voucher.expired": voucherBodies,
    "withdrawal.completed": voucherBodies,
    "withdrawal.expired": voucherBodies,
    "ramp.purchase.completed": rampBodies,
    "ramp.purchase.failed": rampBodies,
    "ramp.kyc.completed": rampBodies,
    "service.restored": restoreBodies,
  });
  const isLive = isLiveWith(machine.ownNode);
  const deliver = () =>
    startDelivery({ ...machine, bodies, isLive, onAttempt: measureDeliveries(metrics, { db, clock }) });
  const { wake, ...worker } = sends ? deliver() : IDLE;
  const listeners = createListeners(machine);
  measureListeners(metrics, listeners);
  const watch = createPageWatch(machine, { streamsMax: Math.floor(connectionsMax * PAGE_STREAMS_SHARE) });
  measurePageStreams(metrics, watch);
  const routes = { ...machine, hostCache, bodies, isLive };
  return {
    checkCallback: checkCallbacks({ db, hostCache }),
    routes: { ...routes, listeners },
    pages: { ...routes, answersShown: webhookAnswers, watch },
    worker: { stop: async () => void (await Promise.all([worker.stop(), listeners.stop(), watch.stop()])) },
    wake,
  };
}

/**
 * What is told of purchases is loaded with the first of these events: it may be of before the on-ramp was switched off.
 */
const rampBodies: EventBodies = async (db, events) => (await loadRamp()).eventBodies(db, events);

const IDLE = { stop: async () => undefined, wake: () => undefined };
