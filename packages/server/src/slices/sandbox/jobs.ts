import type { Loop } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { DueLoopDeps } from "#platform/database/due-loop.ts";
import { advanceDue } from "./advance-due.ts";
import type { SandboxDeps } from "./deps.ts";
import { isDueBy } from "./store.ts";

const ADVANCE_EVERY_MS = 500;
/** Everything is due two seconds after it was begun at the earliest, and a look is made each second. */
const COMING_MS = 2_000;
/** While nothing comes. */
const REST_MS = 60_000;

/** The loop that does what the sandbox does by itself. Several processes may run it. */
export function sandboxLoops(deps: SandboxDeps & DueLoopDeps): readonly Loop[] {
  const { scheduler, clock, look } = deps;
  let isComing = true;
  const loop = scheduler.loop(
    "sandbox.advance_due",
    () => (isComing ? ADVANCE_EVERY_MS : REST_MS),
    (signal) => untilNone(() => advanceDue(deps), signal),
  );
  const end = look.ask<{ readonly coming: boolean }>(() => ({
    columns: { coming: isDueBy(new Date(clock.now().getTime() + COMING_MS)) },
    answered(row) {
      const wasComing = isComing;
      isComing = row?.coming !== false;
      if (isComing && !wasComing) loop.wake();
    },
  }));
  return [
    {
      wake: loop.wake,
      async stop() {
        end();
        await loop.stop();
      },
    },
  ];
}
