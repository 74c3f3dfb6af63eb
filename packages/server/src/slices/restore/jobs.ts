import type { Loop, Scheduler } from "#kernel/clock.ts";
import type { BringBackDeps } from "./bring-back-payment.ts";
import { coverDeficits } from "./cover-deficits.ts";
import { markWaiting } from "./mark-waiting.ts";
import { type TellDeps, tellProjects } from "./tell-projects.ts";

const COVER_EVERY_MS = 10_000;
const TELL_EVERY_MS = 10_000;

/** The loop that takes back what was lent to wallets. It needs the database alone. */
export function deficitLoop(deps: BringBackDeps & { readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("restore.cover_deficits", COVER_EVERY_MS, () => coverDeficits(deps));
}

/** Does what the opening of a restore leaves to be done. It needs the database alone. */
export function openingLoop(deps: TellDeps & { readonly scheduler: Scheduler }): Loop {
  return deps.scheduler.loop("restore.follow_opening", TELL_EVERY_MS, async () => {
    await markWaiting(deps);
    await tellProjects(deps);
  });
}
