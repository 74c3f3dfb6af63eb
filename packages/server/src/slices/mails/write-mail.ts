import type { Random } from "#kernel/clock.ts";
import { newId, type ProjectId, type UserId } from "#kernel/ids.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { MailNotConfigured } from "./model/admission.ts";
import { type MailContent, type MailId, type MailKind, type NewMail, sha256 } from "./model/mail.ts";
import type { Outlet } from "./port.ts";

export type WriteDeps = {
  readonly random: Random;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly outlet: () => Pick<Outlet, "kind">;
};

type Write = { readonly kind: MailKind; readonly recipient: EmailAddress; readonly goodUntil: Date };

export type WriteProjectMail = Write & {
  /** In whose name it is sent; a user's limits count as those of a project do. */
  readonly projectId: ProjectId | UserId;
  /** Made with the link by which the recipient unsubscribes. */
  readonly content: (links: { readonly unsubscribeUrl: string }) => MailContent;
};

export type WriteServiceMail = Write & { readonly content: MailContent };

/** Of a token in a link: 192 random bits, 32 characters. */
const TOKEN_BYTES = 24;

/**
 * Makes a mail in the name of a project, for `appendMail` or for a batched function that calls `mails.append_many`.
 * @throws {MailNotConfigured} when this service cannot send mail: call it before anything is written.
 */
export function writeProjectMail(deps: WriteDeps, { projectId, content, ...mail }: WriteProjectMail): NewMail {
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString("base64url");
  const unsubscribeUrl = `${deps.baseUrl}/unsubscribe/${token}`;
  const project = { id: projectId, unsubscribeUrl, unsubscribeHash: sha256(token) };
  return write(deps, { ...mail, content: content({ unsubscribeUrl }), project });
}

/**
 * Makes a mail of the service itself, such as a code that its recipient asked for. Limits and an unsubscribed address
 * do not hold it up: the caller limits it.
 * @throws {MailNotConfigured} when this service cannot send mail: call it before anything is written.
 */
export function writeServiceMail(deps: WriteDeps, mail: WriteServiceMail): NewMail {
  return write(deps, { ...mail, project: undefined });
}

function write({ random, outlet }: WriteDeps, mail: Omit<NewMail, "id" | "recipientHash">): NewMail {
  if (outlet().kind === "none") throw new MailNotConfigured();
  return { ...mail, id: newId<MailId>(random), recipientHash: sha256(mail.recipient) };
}
