import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { OnchainDeps } from "./pay/deps.ts";
import { workDueOnchain } from "./pay/drive-onchain.ts";

export { workDueOnchain };

const POLL_MS = 1_000;

/** Publishes what is not published, and ends what has its confirmations. */
export function onchainLoop(deps: OnchainDeps & { readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("onchain.work_due", POLL_MS, (signal) => untilNone(() => workDueOnchain(deps), signal));
}
