import type { Loop } from "#kernel/clock.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import type { BringBackDeps } from "./bring-back-payment.ts";
import { coverDeficits } from "./cover-deficits.ts";
import { markWaiting } from "./mark-waiting.ts";
import { isAnyToCover } from "./store/deficits.ts";
import { isOpeningToFollow } from "./store.ts";
import { type TellDeps, tellProjects } from "./tell-projects.ts";

/** Looks, of which one each second. */
const COVER_LOOKS = 10;
const TELL_LOOKS = 10;

/** The loop that takes back what was lent to wallets. It needs the database alone. */
export function deficitLoop(deps: BringBackDeps & DueLoopDeps): Loop {
  return dueLoop(deps, {
    name: "restore.cover_deficits",
    isDue: [isAnyToCover],
    every: COVER_LOOKS,
    take: async () => {
      await coverDeficits(deps);
      return 0;
    },
  });
}

/** Does what the opening of a restore leaves to be done. It needs the database alone. */
export function openingLoop(deps: TellDeps & DueLoopDeps): Loop {
  return dueLoop(deps, {
    name: "restore.follow_opening",
    isDue: [isOpeningToFollow],
    every: TELL_LOOKS,
    take: async () => {
      await markWaiting(deps);
      await tellProjects(deps);
      return 0;
    },
  });
}
