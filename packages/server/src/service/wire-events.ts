import {
  type CallbackCheck,
  checkCallbacks,
  combineBodies,
  createHostCache,
  createListeners,
  firstOf,
  measureDeliveries,
  measureListeners,
} from "#events";
import { isLiveWith, type RememberedNode } from "#lightning";
import { eventBodies as paymentBodies } from "#payments";
import type { Metrics } from "#platform/metrics.ts";
import { eventBodies as rampBodies } from "#ramp";
import { eventBodies as receivingBodies } from "#receiving";
import type { streamRoutes } from "#slices/events/routes.ts";
import { eventBodies as voucherBodies } from "#vouchers";
import { type DeliveryDeps, startDelivery, type Worker } from "./worker.ts";

type Machine = Omit<DeliveryDeps, "bodies" | "isLive" | "onAttempt"> & { readonly ownNode: RememberedNode };

type Events = {
  readonly checkCallback: CallbackCheck;
  /** What the routes of events need besides the machine. */
  readonly routes: Pick<
    Parameters<typeof streamRoutes>[0],
    "outbound" | "hostCache" | "bodies" | "isLive" | "listeners"
  >;
  readonly worker: Worker;
  /** Something was appended: what is due is sent now. */
  wake(): void;
};

/** What tells projects of what happened. `sends`: this process sends it, and does not only answer requests. */
export function wireEvents({ sends }: { readonly sends: boolean }, metrics: Metrics, machine: Machine): Events {
  const { db, clock, outbound } = machine;
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
  });
  const isLive = isLiveWith(machine.ownNode);
  const deliver = () =>
    startDelivery({ ...machine, bodies, isLive, onAttempt: measureDeliveries(metrics, { db, clock }) });
  const { wake, ...worker } = sends ? deliver() : IDLE;
  const listeners = createListeners(machine);
  measureListeners(metrics, listeners);
  return {
    checkCallback: checkCallbacks({ db, hostCache }),
    routes: { outbound, hostCache, bodies, isLive, listeners },
    worker: { stop: async () => void (await Promise.all([worker.stop(), listeners.stop()])) },
    wake,
  };
}

const IDLE = { stop: async () => undefined, wake: () => undefined };

/** `first`, and then what is to happen after it. */
export function andThen<Input>(first: (input: Input) => void, second: () => void): (input: Input) => void {
  return (input) => {
    first(input);
    second();
  };
}
