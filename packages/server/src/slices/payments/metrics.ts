import type { Clock } from "#kernel/clock.ts";
import { shared } from "#kernel/shared.ts";
import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { FinishedAs } from "./accept/waiters.ts";
import type { PendingMax } from "./store/batched.ts";
import { countOnHold, countPending } from "./store/payments.ts";
import { listHolders, listTakers } from "./store/shares.ts";

/** Each is a series of its own: those with most alone. */
const SHOWN_MAX = 10;

/** Measures payments: the outcomes that this process wrote, and what is pending in the whole service. */
export function measurePayments(
  metrics: Metrics,
  { db, clock, pendingMax }: { db: Db; clock: Clock; pendingMax: () => PendingMax },
): (finishedAs: FinishedAs) => void {
  const finished = metrics.counter({
    name: "leyden_payments_total",
    help: "Payments that are finished, by outcome (`completed` or the code of the failure) and by way.",
    labels: ["outcome", "via"],
  });
  const pending = shared(() => countPending(db, clock.now())); // one query for both
  metrics.gauge(
    { name: "leyden_payments_pending", help: "Payments that are not finished." },
    async () => (await pending()).pending,
  );
  metrics.gauge(
    {
      name: "leyden_payments_pending_oldest_seconds",
      help: "Age of the oldest of them. Alarm when it grows for an hour.",
    },
    async () => (await pending()).oldestSeconds,
  );
  metrics.gauge(
    {
      name: "leyden_payments_on_hold",
      help: "Pending payments that wait for the operator after a restore. Alarm above 0.",
    },
    () => countOnHold(db),
  );
  measureSlots(metrics, { db, clock, pendingMax });
  return ({ outcome, via }) => finished.inc({ outcome, via });
}

/** The node's slots for sending: who has taken them, and who holds them. */
function measureSlots(
  metrics: Metrics,
  { db, clock, pendingMax }: { db: Db; clock: Clock; pendingMax: () => PendingMax },
): void {
  const takers = shared(() => listTakers(db, pendingMax().node)); // one query for both
  metrics.gaugeBy(
    {
      name: "leyden_slots_taken",
      help: "Slots of the node that payments take: `earned` by their owners, `common`, and the `most` of both.",
      label: "part",
    },
    async () => {
      const all = await takers();
      const taken = all.reduce((sum, { slots }) => sum + slots, 0);
      const common = all.reduce((sum, { slots, earned }) => sum + Math.max(slots - earned, 0), 0);
      return new Map([
        ["earned", taken - common],
        ["common", common],
        ["most", pendingMax().node],
      ]);
    },
  );
  metrics.gaugeBy(
    { name: "leyden_slots_taken_by_owner", help: "The ten owners whose payments take most slots.", label: "owner" },
    async () => new Map((await takers()).slice(0, SHOWN_MAX).map(({ owner, slots }) => [owner, slots])),
  );
  metrics.gaugeBy(
    {
      name: "leyden_payments_held_by_recipient",
      help: "The ten recipients that hold most payments, each for more than a minute.",
      label: "recipient",
    },
    async () => {
      const holders = await listHolders(db, clock.now(), { slots: pendingMax().node });
      return new Map(holders.slice(0, SHOWN_MAX).map(({ recipient, payments }) => [recipient, payments]));
    },
  );
}
