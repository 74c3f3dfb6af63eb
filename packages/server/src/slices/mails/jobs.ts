import type { Loop, Scheduler } from "#kernel/clock.ts";
import { duePause } from "#kernel/due-pause.ts";
import { untilNone } from "#kernel/until-none.ts";
import { forgetOld } from "./forget-old.ts";
import { type SendDeps, sendDue } from "./send-due.ts";

/** While mails keep coming. */
const POLL_MIN_MS = 50;
const FORGET_EVERY_MS = 3_600_000;

export type MailLoopDeps = SendDeps & { readonly scheduler: Scheduler };

/** The loops that send mails, and forget what is left of them. They need database and mail server. */
export function mailLoops(deps: MailLoopDeps): readonly Loop[] {
  const { scheduler } = deps;
  const pause = duePause(POLL_MIN_MS);
  return [
    scheduler.loop("mails.send_due", pause.ms, (signal) => pause.after(() => sendDue(deps, signal))),
    scheduler.loop("mails.forget_old", FORGET_EVERY_MS, (signal) => untilNone(() => forgetOld(deps), signal)),
  ];
}
