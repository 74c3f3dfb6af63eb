import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import { advanceDue } from "./advance-due.ts";
import type { SandboxDeps } from "./deps.ts";

const ADVANCE_EVERY_MS = 500;

/** The loop that does what the sandbox does by itself. Several processes may run it. */
export function sandboxLoops(deps: SandboxDeps & { readonly scheduler: Scheduler }): readonly Loop[] {
  const { scheduler } = deps;
  return [
    scheduler.loop("sandbox.advance_due", ADVANCE_EVERY_MS, (signal) => untilNone(() => advanceDue(deps), signal)),
  ];
}
