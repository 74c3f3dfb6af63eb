import type { Loop } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import { deliverDue } from "./deliver/deliver-due.ts";
import type { DeliverDeps } from "./deliver/deps.ts";
import { createSlots } from "./deliver/slots.ts";
import { forgetOld } from "./log/forget-old.ts";
import { isWaiting } from "./store/deliveries.ts";

/** While work keeps coming. */
const POLL_MIN_MS = 20;
/** What is appended within this time is looked for together: each search costs the database something. */
const TOGETHER_MS = 20;
const FORGET_EVERY_MS = 60_000;

export type EventLoopDeps = Omit<DeliverDeps, "slots"> & Pick<DueLoopDeps, "look">;

export type EventLoops = {
  readonly loops: readonly Loop[];
  /** Events were appended: looks for them now and not only within a second. */
  wake(): void;
};

/** The loops that send events to their receivers, and forget them after 90 days. They need the database alone. */
export function eventLoops(deps: EventLoopDeps): EventLoops {
  const { scheduler, clock } = deps;
  const slots = createSlots(() => due.wake());
  const due = dueLoop(deps, {
    name: "events.deliver_due",
    isDue: [isWaiting],
    minMs: POLL_MIN_MS,
    take: () => deliverDue({ ...deps, slots }),
  });
  const forget = scheduler.loop("events.forget_old", FORGET_EVERY_MS, (signal) =>
    untilNone(() => forgetOld(deps), signal),
  );
  let isWaking = false;
  const wake = async () => {
    if (isWaking) return;
    isWaking = true;
    await clock.sleep(TOGETHER_MS);
    isWaking = false;
    due.wake();
  };
  return { loops: [due, forget], wake: () => void wake() };
}
