import type { Loop } from "#kernel/clock.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import { workDueChildren } from "./bump/drive-child.ts";
import type { OnchainDeps } from "./pay/deps.ts";
import { workDueOnchain } from "./pay/drive-onchain.ts";
import { isChildDue } from "./store/children.ts";
import { isPaymentDue } from "./store/payments.ts";

export { workDueChildren, workDueOnchain };

/** Publishes what is not published, and ends what has its confirmations: payments, and what raises their fees. */
export function onchainLoop(deps: OnchainDeps & DueLoopDeps): Loop {
  return dueLoop(deps, {
    name: "onchain.work_due",
    isDue: [isPaymentDue, isChildDue],
    take: async () => (await workDueOnchain(deps)) + (await workDueChildren(deps)),
  });
}
