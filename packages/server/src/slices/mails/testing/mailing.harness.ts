import { onTestFinished } from "vitest";
import { chooseMailer } from "#adapters/mail/choose.ts";
import { type Behaviour, serveSmtp, smtpAt } from "#adapters/mail/smtp.harness.ts";
import { PLAIN } from "#kernel/branding.ts";
import type { Clock, Reached } from "#kernel/clock.ts";
import { newId, type ProjectId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import { appendMail } from "../append-mail.ts";
import type { MailLimits } from "../model/admission.ts";
import type { MailContent, NewMail } from "../model/mail.ts";
import type { Outlet } from "../port.ts";
import { type MailOutcome, type SendDeps, sendDue } from "../send-due.ts";
import { writeProjectMail, writeServiceMail } from "../write-mail.ts";

export const BASE_URL = "https://leyden.example";
export const SECRET = "the-secret-of-a-claim-link";

export const CONTENT: MailContent = {
  subject: "You have received 1 sat",
  text: `Take it: ${BASE_URL}/claim/${SECRET}`,
  html: `<a href="${BASE_URL}/claim/${SECRET}">Take it</a>`,
};

export type MailRow = {
  readonly state: string;
  readonly attempt: number;
  readonly last_error: string | null;
  readonly lease_until: Date | null;
  readonly recipient: string | null;
  readonly subject: string | null;
  readonly body_text: string | null;
  readonly body_html: string | null;
  readonly unsubscribe_url: string | null;
  /** Until the next attempt. */
  readonly pauseMs: number | undefined;
};

export type Mailing = Awaited<ReturnType<typeof givenMailing>>;

type Ask = {
  readonly to?: string;
  readonly project?: ProjectId;
  readonly goodForMs?: number;
};

const DAY_MS = 86_400_000;
const MANY: MailLimits = { perRecipient: 1_000, perProject: 1_000 };

/**
 * A process that writes and sends mails, with a mail server on this machine. Nothing that earlier tests left is in it.
 */
export async function givenMailing(database: DatabaseUnderTest, behaviour: Behaviour = {}) {
  for (const table of ["mail", "recipient", "sender"])
    await database.admin.query({ text: `delete from mails.${table}`, values: [] });
  let offsetMs = 0;
  const clock: Clock & { advance(ms: number): void } = {
    ...machineClock,
    now: () => new Date(machineClock.now().getTime() + offsetMs),
    advance(ms) {
      offsetMs += ms;
    },
  };
  const random = machineRandom(clock);
  const server = await serveSmtp(behaviour);
  const lines: string[] = [];
  const log = createLog({ level: "debug", pretty: false, destination: { write: (line: string) => lines.push(line) } });
  const outcomes: MailOutcome[] = [];
  const smtp: Outlet = { kind: "smtp", mailer: chooseMailer(smtpAt(server.port), clock) };
  const batch = database.batchOn(clock);

  /** A process of its own. */
  function process(changes: Partial<SendDeps> = {}) {
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const deps: SendDeps = {
      branding: PLAIN,
      db: database.db,
      clock,
      random,
      log,
      reached: () => undefined,
      outlet: () => smtp,
      baseUrl: BASE_URL,
      onOutcome: (outcome) => outcomes.push(outcome),
      ...changes,
    };
    return {
      deps: { ...deps, journal: database.journal },
      stop: () => stopping.abort(),
      once: () => sendDue(deps, stopping.signal),
      /** Sends what is due now, until nothing is. */
      async run() {
        while ((await sendDue(deps, stopping.signal)) > 0);
      },
    };
  }
  const main = process();
  const project = newId<ProjectId>(random);
  const writing = { random, baseUrl: BASE_URL, outlet: () => smtp };

  /** A mail in the name of a project, not yet written. */
  const mail = (asked: Ask = {}): NewMail =>
    writeProjectMail(writing, {
      kind: "voucher",
      projectId: asked.project ?? project,
      recipient: emailAddress(asked.to ?? `${random.uuid()}@example.com`),
      goodUntil: new Date(clock.now().getTime() + (asked.goodForMs ?? 30 * DAY_MS)),
      content: () => CONTENT,
    });
  const serviceMail = (to: string): NewMail =>
    writeServiceMail(writing, {
      kind: "voucher",
      recipient: emailAddress(to),
      goodUntil: new Date(clock.now().getTime() + DAY_MS),
      content: CONTENT,
    });
  const append = async (asked: Ask = {}, limits = MANY): Promise<NewMail> => {
    const written = mail(asked);
    await appendMail({ batch, limits }, written);
    return written;
  };

  async function row(id: string): Promise<MailRow> {
    const [found] = await database.admin.query<MailRow & { readonly due_at: Date | null }>(sql`
      select * from mails.mail where id = ${id}`);
    if (found === undefined) throw new Error("there is no such mail");
    const { due_at } = found;
    return { ...found, pauseMs: due_at === null ? undefined : due_at.getTime() - clock.now().getTime() };
  }

  /** Where a process stops for ever. */
  function stopsAt(point: Parameters<Reached>[0]) {
    const stopped = Promise.withResolvers<void>();
    const reached: Reached = (at) => {
      if (at !== point) return undefined;
      stopped.resolve();
      return new Promise(() => undefined);
    };
    return { reached, stopped: stopped.promise };
  }

  return {
    ...main,
    clock,
    random,
    server,
    batch,
    lines,
    outcomes,
    project,
    process,
    mail,
    serviceMail,
    append,
    row,
    stopsAt,
  };
}

/** What is left in the database that the recipient could read, or that says who the recipient is. */
export function contentOf({ recipient, subject, body_text, body_html, unsubscribe_url }: MailRow) {
  return [recipient, subject, body_text, body_html, unsubscribe_url].filter((part) => part !== null);
}

export async function countRows(db: Db): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(sql`select count(*) as count from mails.mail`);
  return Number(row?.count);
}

export const address = (name: string): EmailAddress => emailAddress(`${name}@example.com`);
