import type { Loop, Scheduler } from "#kernel/clock.ts";
import type { BringBackDeps } from "./bring-back-payment.ts";
import { coverDeficits } from "./cover-deficits.ts";

const COVER_EVERY_MS = 10_000;

/** The loop that takes back what was lent to wallets. It needs the database alone. */
export function deficitLoop(deps: BringBackDeps & { readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("restore.cover_deficits", COVER_EVERY_MS, () => coverDeficits(deps));
}
