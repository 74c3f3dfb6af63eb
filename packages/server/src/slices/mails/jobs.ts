import type { Loop } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import { forgetOld } from "./forget-old.ts";
import { type SendDeps, sendDue } from "./send-due.ts";
import { isMailDue } from "./store.ts";

/** While mails keep coming. */
const POLL_MIN_MS = 50;
const FORGET_EVERY_MS = 3_600_000;

export type MailLoopDeps = SendDeps & DueLoopDeps;

/** The loops that send mails, and forget what is left of them. They need database and mail server. */
export function mailLoops(deps: MailLoopDeps): readonly Loop[] {
  const { scheduler } = deps;
  return [
    dueLoop(deps, {
      name: "mails.send_due",
      isDue: [isMailDue],
      minMs: POLL_MIN_MS,
      take: (signal) => sendDue(deps, signal),
    }),
    scheduler.loop("mails.forget_old", FORGET_EVERY_MS, (signal) => untilNone(() => forgetOld(deps), signal)),
  ];
}
