import type { Loop, Scheduler } from "#kernel/clock.ts";
import { type TellDeps, tellNotices } from "./tell-notices.ts";

const TELL_EVERY_MS = 30_000;

export type NoticeLoopDeps = Omit<TellDeps, "watchedSince"> & { readonly scheduler: Scheduler };

/** The loop that tells the operator and the contacts of projects. It needs the database alone. */
export function noticeLoop(deps: NoticeLoopDeps): Loop {
  const watchedSince = deps.clock.now();
  return deps.scheduler.loop("notices.tell", TELL_EVERY_MS, async () => {
    await tellNotices({ ...deps, watchedSince });
  });
}
