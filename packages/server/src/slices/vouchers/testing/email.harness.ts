import type { Caller } from "#kernel/caller.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { EmailDeps } from "../email/pay-to-email.ts";
import type { IssueDeps } from "../issue/issue-vouchers.ts";

/** The project that a caller acts for. */
export function projectOf({ actor }: Caller): ProjectId {
  if (actor.kind !== "project") throw new Error("the caller is no project");
  return actor.projectId;
}

/** Payments to e-mail addresses whose mails are kept, as in development. */
export function emailDeps({
  db,
  batch,
  clock,
  random,
  journal,
}: Pick<IssueDeps, "db" | "batch" | "clock" | "random" | "journal">): EmailDeps {
  return {
    db,
    batch,
    clock,
    random,
    journal,
    mode: "on",
    baseUrl: "https://leyden.example",
    outlet: () => ({ kind: "mailbox" }),
    limits: { perRecipient: 1_000, perProject: 1_000 },
  };
}
