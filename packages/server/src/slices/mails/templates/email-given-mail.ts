import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { plainMail } from "./plain-mail.ts";

/** For the address that an operator has given to an account. */
export type EmailGivenMail = { readonly at: Date; readonly baseUrl: string; readonly language: Language };

/** Nothing of the account is in it, as the operator may have mistyped the address. */
export function emailGivenMail({ at, baseUrl, language }: EmailGivenMail): MailContent {
  const { text, moment } = readerOf(language);
  const { host } = new URL(baseUrl);
  return plainMail({
    language,
    subject: text("notice_email_given_subject"),
    paragraphs: [
      { said: text("notice_email_given_what", { host, time: moment(at) }) },
      { said: text("notice_email_given_how"), url: `${baseUrl}/login` },
      { said: text("notice_email_given_not_you", { host }) },
    ],
  });
}
