import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import { type TellDeps, tellNotices } from "./tell-notices.ts";
import { type TellReceivedDeps, tellReceived } from "./tell-received.ts";

const TELL_EVERY_MS = 30_000;
const TELL_RECEIVED_EVERY_MS = 10_000;

export type NoticeLoopDeps = Omit<TellDeps, "watchedSince"> & { readonly scheduler: Scheduler };

/** The loop that tells the operator and the contacts of projects. It needs the database alone. */
export function noticeLoop(deps: NoticeLoopDeps): Loop {
  const watchedSince = deps.clock.now();
  return deps.scheduler.loop("notices.tell", TELL_EVERY_MS, async () => {
    await tellNotices({ ...deps, watchedSince });
  });
}

export type ReceivedLoopDeps = TellReceivedDeps & { readonly scheduler: Scheduler };

/** The loop that tells users what their wallets have received. It needs the database alone. */
export function receivedLoop(deps: ReceivedLoopDeps): Loop {
  return deps.scheduler.loop("notices.tell_received", TELL_RECEIVED_EVERY_MS, (signal) =>
    untilNone(() => tellReceived(deps), signal),
  );
}
