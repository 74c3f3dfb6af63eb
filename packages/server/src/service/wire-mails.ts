import { chooseMailer } from "#adapters/mail/choose.ts";
import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import { measureMails, type Outlet } from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import type { Part } from "#platform/http/health.ts";
import type { Metrics } from "#platform/metrics.ts";
import { type MailLoopDeps, mailLoops } from "#slices/mails/jobs.ts";
import type { EmailDeps } from "#vouchers";
import { together, type Worker } from "./worker.ts";

type Options = Pick<
  Config,
  "smtp" | "mailFrom" | "mailsPerRecipient" | "mailsPerProject" | "emailPayments" | "baseUrl"
> & {
  /** This process sends mails, and does not only answer requests. */
  readonly sends: boolean;
  /** Money is worth nothing: mails without a server are kept and shown. */
  readonly isDevelopment: () => boolean;
};

type Machine = Omit<MailLoopDeps, "outlet" | "baseUrl" | "onOutcome"> & {
  readonly batch: Batch;
  readonly journal: Journal;
  readonly branding: Branding;
};

type Mails = {
  readonly outlet: () => Outlet;
  /** For payments to e-mail addresses, which write mails. */
  readonly email: EmailDeps;
  readonly worker: Worker;
  /** For `/readyz`. */
  part(): Part;
};

/** What sends mail: the operator's server; without one the mailbox of developers, or nothing. */
export function wireMails({ sends, baseUrl, ...options }: Options, metrics: Metrics, machine: Machine): Mails {
  const server = serverOf(options, machine.clock);
  const outlet = (): Outlet => server ?? (options.isDevelopment() ? { kind: "mailbox" } : { kind: "none" });
  const shared = { baseUrl, outlet };
  const limits = { perRecipient: options.mailsPerRecipient, perProject: options.mailsPerProject };
  const loops = () => mailLoops({ ...machine, ...shared, onOutcome: measureMails(metrics, machine) });
  return {
    outlet,
    email: { ...machine, ...shared, limits, mode: options.emailPayments },
    worker: together(sends ? loops() : []),
    part: () => partOf(outlet()),
  };
}

function serverOf({ smtp, mailFrom }: Pick<Options, "smtp" | "mailFrom">, clock: Clock): Outlet | undefined {
  if (smtp === undefined || mailFrom === undefined) return undefined;
  return { kind: "smtp", mailer: chooseMailer({ ...smtp, from: mailFrom }, clock) };
}

/** A warning alone: a service can do without mail. */
function partOf(outlet: Outlet): Part {
  const name = "mail";
  if (outlet.kind !== "none") return { name, ready: true };
  return { name, ready: true, warning: "no mail can be sent: LEYDEN_SMTP_URL is not set" };
}
