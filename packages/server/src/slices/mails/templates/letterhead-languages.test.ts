import { describe, expect, it } from "vitest";
import { type Branding, PLAIN } from "#kernel/branding.ts";
import { LANGUAGES, TEXTS } from "#texts/language.ts";
import { codeMail } from "./code-mail.ts";
import { onLetterhead } from "./letterhead.ts";

const BRANDING: Branding = {
  ...PLAIN,
  name: "Acme Pay",
  support: { text: "help@acme.example", href: "mailto:help@acme.example" },
  terms: "https://acme.example/terms",
};

describe("a mail as it leaves", () => {
  it.each(LANGUAGES)("has whose it is and where to ask below it, in its own language: %s", (language) => {
    const mail = codeMail({ code: "01234567", purpose: "log_in", app: undefined, host: "pay.example", language });
    const { subject, text, html } = onLetterhead(mail, BRANDING);
    const words = TEXTS[language];
    const colon = language === "fr" ? "\u00a0: " : ": ";
    expect(subject).toBe(mail.subject);
    expect(text).toContain(
      `\n-- \nAcme Pay\n${words.common_foot_support}${colon}help@acme.example\n${words.common_foot_terms}${colon}https://acme.example/terms\n`,
    );
    expect(text).toContain(words.common_foot_software.replace("{software}", "Leyden"));
    expect(html).toContain(`>${words.common_foot_support}</a>`);
    expect(html.indexOf("Acme Pay")).toBeLessThan(html.indexOf(words.code_title));
    expect(text).not.toContain(words.common_foot_imprint); // what is not set is left out
  });
});
