import { type MailContent, type NewMail, type WriteDeps, writeServiceMail } from "#mails";
import type { EmailAddress } from "#protocol/email-address.ts";

/** After a day the user has seen it in the account. */
const GOOD_MS = 24 * 3_600_000;

/** About the login of the user whose address this is. Undefined where no mail can be sent. */
export function writeSecurityMail(
  deps: WriteDeps,
  { email, content, at }: { readonly email: string; readonly content: MailContent; readonly at: Date },
): NewMail | undefined {
  if (deps.outlet().kind === "none") return undefined;
  const goodUntil = new Date(at.getTime() + GOOD_MS);
  return writeServiceMail(deps, { kind: "security", recipient: email as EmailAddress, goodUntil, content });
}
