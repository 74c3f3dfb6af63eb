import type { PlainMail } from "#mails";
import type { Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import { type SecurityChange, sentenceOf } from "../model/security-change.ts";

export type SecurityMail = {
  readonly change: SecurityChange;
  readonly at: Date;
  readonly baseUrl: string;
  readonly language: Language;
};

/** "Your login was changed". It holds no secret. */
export function securityMail({ change, at, baseUrl, language }: SecurityMail): PlainMail {
  const { text, moment } = readerOf(language);
  return {
    language,
    subject: text("notice_login_subject"),
    paragraphs: [
      { said: text(sentenceOf(change)) },
      { said: text("notice_login_when", { time: moment(at) }) },
      { said: text("notice_login_not_you"), url: `${baseUrl}/account/security` },
    ],
  };
}
