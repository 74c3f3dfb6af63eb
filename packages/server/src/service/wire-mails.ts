import { chooseMailer } from "#adapters/mail/choose.ts";
import type { Config } from "#config.ts";
import type { Network } from "#lightning";
import { type AppendDeps, measureMails, type Outlet, type WriteDeps } from "#mails";
import type { Batch } from "#platform/database/batch.ts";
import type { Part } from "#platform/http/health.ts";
import type { Metrics } from "#platform/metrics.ts";
import { type MailLoopDeps, mailLoops } from "#slices/mails/jobs.ts";
import { together, type Worker } from "./worker.ts";

type Options = Pick<Config, "smtp" | "mailFrom" | "mailsPerRecipient" | "mailsPerProject" | "baseUrl"> & {
  /** This process sends mails, and does not only answer requests. */
  readonly sends: boolean;
};

type Machine = Omit<MailLoopDeps, "outlet" | "baseUrl" | "onOutcome"> & { readonly batch: Batch };

type Mails = {
  /** For slices that write mails. */
  readonly writing: WriteDeps & AppendDeps;
  readonly pages: { readonly outlet: () => Outlet };
  readonly worker: Worker;
  /** The node has answered. On regtest, where money is worth nothing, mails without a server are kept and shown. */
  linked(network: Network): void;
  /** For `/readyz`. */
  part(): Part;
};

/** What sends mail: the operator's server; without one the mailbox of developers, or nothing. */
export function wireMails({ sends, baseUrl, ...config }: Options, metrics: Metrics, machine: Machine): Mails {
  let outlet: Outlet =
    config.smtp === undefined || config.mailFrom === undefined
      ? { kind: "none" }
      : { kind: "smtp", mailer: chooseMailer({ ...config.smtp, from: config.mailFrom }, machine.clock) };
  const shared = { baseUrl, outlet: () => outlet };
  const onOutcome = sends ? measureMails(metrics, machine) : () => undefined;
  return {
    writing: {
      ...shared,
      random: machine.random,
      batch: machine.batch,
      limits: { perRecipient: config.mailsPerRecipient, perProject: config.mailsPerProject },
    },
    pages: shared,
    worker: together(sends ? mailLoops({ ...machine, ...shared, onOutcome }) : []),
    linked(network) {
      if (outlet.kind === "none" && network === "regtest") outlet = { kind: "mailbox" };
    },
    part: () => partOf(outlet),
  };
}

/** A warning alone: a service can do without mail. */
function partOf(outlet: Outlet): Part {
  const name = "mail";
  if (outlet.kind !== "none") return { name, ready: true };
  return { name, ready: true, warning: "no mail can be sent: LEYDEN_SMTP_URL is not set" };
}
