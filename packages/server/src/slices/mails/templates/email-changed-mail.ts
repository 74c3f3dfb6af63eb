import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";
import { plainMail } from "./plain-mail.ts";

/** For the address that an account had before. */
export type EmailChangedMail = {
  readonly at: Date;
  readonly host: string;
  readonly language: Language;
  /** Who changed it. */
  readonly by: "user" | "operator";
};

/** The new address is not in it: this one may be another person's by now. */
export function emailChangedMail({ at, host, language, by }: EmailChangedMail): MailContent {
  const { text, moment } = readerOf(language);
  return plainMail({
    language,
    subject: text("notice_email_subject"),
    paragraphs: [
      { said: text("notice_email_what", { host, time: moment(at) }) },
      { said: text(by === "operator" ? "notice_email_by_operator" : "notice_email_not_you", { host }) },
    ],
  });
}
