import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import { workDueChildren } from "./bump/drive-child.ts";
import type { OnchainDeps } from "./pay/deps.ts";
import { workDueOnchain } from "./pay/drive-onchain.ts";

export { workDueChildren, workDueOnchain };

const POLL_MS = 1_000;

/** Publishes what is not published, and ends what has its confirmations: payments, and what raises their fees. */
export function onchainLoop(deps: OnchainDeps & { readonly scheduler: Scheduler }): Loop {
  const work = async () => (await workDueOnchain(deps)) + (await workDueChildren(deps));
  return deps.scheduler.loop("onchain.work_due", POLL_MS, (signal) => untilNone(work, signal));
}
