import type { Loop, Scheduler } from "#kernel/clock.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import { isAnyWishDue } from "./store/wishes.ts";
import { type TellDeps, tellNotices } from "./tell-notices.ts";
import { BETWEEN_MAILS_MS, type TellReceivedDeps, tellReceived } from "./tell-received.ts";

const TELL_EVERY_MS = 30_000;
/** Looks, of which one each second. */
const TELL_RECEIVED_LOOKS = 10;

export type NoticeLoopDeps = Omit<TellDeps, "watchedSince"> & { readonly scheduler: Scheduler };

/** The loop that tells the operator and the contacts of projects. It needs the database alone. */
export function noticeLoop(deps: NoticeLoopDeps): Loop {
  const watchedSince = deps.clock.now();
  return deps.scheduler.loop("notices.tell", TELL_EVERY_MS, async () => {
    await tellNotices({ ...deps, watchedSince });
  });
}

export type ReceivedLoopDeps = TellReceivedDeps & DueLoopDeps;

/** The loop that tells users what their wallets have received. It needs the database alone. */
export function receivedLoop(deps: ReceivedLoopDeps): Loop {
  return dueLoop(deps, {
    name: "notices.tell_received",
    isDue: [(now) => isAnyWishDue(new Date(now.getTime() - BETWEEN_MAILS_MS))],
    every: TELL_RECEIVED_LOOKS,
    take: () => tellReceived(deps),
  });
}
