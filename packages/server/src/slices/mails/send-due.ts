import type { Branding } from "#kernel/branding.ts";
import type { Clock, Random, Reached } from "#kernel/clock.ts";
import { randomFraction } from "#kernel/jitter.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { LEASE_MS, SEND_WITHIN_MS } from "./model/lease.ts";
import type { LeasedMail } from "./model/mail.ts";
import { afterAttempt, type Verdict } from "./model/retry.ts";
import type { Outlet } from "./port.ts";
import { leaseDue, type Outcome, recordOutcome } from "./store.ts";
import { onLetterhead } from "./templates/letterhead.ts";

export type SendDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly reached: Reached;
  readonly outlet: () => Outlet;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly branding: Branding;
  /** Notified of each mail whose outcome was recorded. */
  readonly onOutcome: (outcome: MailOutcome) => void;
};

export type MailOutcome = "sent" | "kept" | "failed" | "unsubscribed" | "again";

/** To the mail server concurrently, each over a connection of its own. */
const TOGETHER_MAX = 10;

/**
 * Sends the mails that are due. Returns how many were leased. No transaction is open while the mail server is waited
 * for: lease, send, record. If the process dies after the sending, the lease runs out and the mail goes out again with
 * the same Message-ID: at least once.
 */
export async function sendDue(deps: SendDeps, signal: AbortSignal): Promise<number> {
  const { db, clock } = deps;
  const outlet = deps.outlet();
  if (outlet.kind === "none") return 0;
  const now = clock.now();
  const sendBeforeMs = clock.monotonicMs() + SEND_WITHIN_MS;
  const leased = await leaseDue(db, { now, until: new Date(now.getTime() + LEASE_MS), limit: TOGETHER_MAX });
  await Promise.all(leased.map((mail) => sendOne(deps, { mail, outlet, sendBeforeMs, signal })));
  return leased.length;
}

type OneMail = {
  readonly mail: LeasedMail;
  readonly outlet: Exclude<Outlet, { readonly kind: "none" }>;
  /** On the monotonic clock: begun later, the lease might end before the answer comes. */
  readonly sendBeforeMs: number;
  readonly signal: AbortSignal;
};

async function sendOne(deps: SendDeps, one: OneMail): Promise<void> {
  const { db, clock, log, baseUrl } = deps;
  const { mail } = one;
  const verdict = uselessOf(mail, clock.now()) ?? (await attempt(deps, one));
  if (verdict === undefined) return; // the next holder sends it
  const recorded = await recordOutcome(db, { mail, now: clock.now(), ...recordOf(verdict) });
  const facts = { mailId: mail.id, kind: mail.kind };
  if (!recorded) return log.warn(facts, "mail.lease_lost");
  if (verdict.kind !== "aborted") deps.onOutcome(verdict.kind);
  switch (verdict.kind) {
    case "sent":
      return log.info(facts, "mail.sent");
    case "unsubscribed":
      return log.info(facts, "mail.unsubscribed");
    case "kept":
      return log.info({ ...facts, page: `${baseUrl}/dev/mail` }, "mail.stored");
    case "again":
      return log.warn({ ...facts, reason: verdict.reason, at: verdict.at }, "mail.postponed");
    case "failed":
      return log.error({ ...facts, reason: verdict.reason }, "mail.failed");
    case "aborted":
  }
}

type Ending = Verdict | { readonly kind: "kept" | "unsubscribed" } | { readonly kind: "aborted"; readonly now: Date };

/** Mails that are not sent any more. */
function uselessOf({ isUnsubscribed, goodUntil }: LeasedMail, now: Date): Ending | undefined {
  if (isUnsubscribed) return { kind: "unsubscribed" };
  return now < goodUntil ? undefined : { kind: "failed", reason: "expired" };
}

async function attempt(deps: SendDeps, { mail, outlet, sendBeforeMs, signal }: OneMail): Promise<Ending | undefined> {
  const { clock, random, reached, branding } = deps;
  await reached("before-mail");
  if (clock.monotonicMs() >= sendBeforeMs) return undefined;
  if (outlet.kind === "mailbox") return { kind: "kept" };
  const { id, recipient: to, unsubscribeUrl, goodUntil } = mail;
  const content = onLetterhead(mail.content, branding);
  const handed = await outlet.mailer.send({ id, to, content, unsubscribeUrl }, signal);
  await reached("after-mail");
  const now = clock.now();
  // This process is stopping; that says nothing of the server.
  if (handed.kind === "no_answer" && handed.reason === "aborted") return { kind: "aborted", now };
  return afterAttempt({ number: mail.attempt + 1, handed, goodUntil, now, fraction: randomFraction(random) });
}

function recordOf(ending: Ending): Omit<Outcome, "mail" | "now"> {
  const ended = { dueAt: undefined, isAttempt: true, error: undefined };
  switch (ending.kind) {
    case "sent":
    case "kept":
    case "unsubscribed":
      return { ...ended, state: ending.kind };
    case "failed":
      return { ...ended, state: "failed", error: ending.reason };
    case "again":
      return { ...ended, state: "waiting", dueAt: ending.at, error: ending.reason };
    case "aborted":
      return { ...ended, state: "waiting", dueAt: ending.now, isAttempt: false };
  }
}
