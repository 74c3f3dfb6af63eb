import type { Branding } from "#kernel/branding.ts";
import { footLinks, softwareLine } from "#kernel/foot.ts";
import { html } from "#platform/html.ts";
import { withWholeWords } from "#platform/http/whole-words.ts";
import { footWords } from "#texts/foot-words.ts";
import { chooseLanguage, type Language } from "#texts/language.ts";
import { readerOf } from "#texts/reader.ts";
import type { MailContent } from "../model/mail.ts";

const BEGIN = "<main>\n";
const END = "\n</main>";
const STYLE_END = "</style>";

/**
 * A mail of ours as it leaves: whose it is above it, in the operator's colour; below it where to ask. What a mail says
 * is escaped, so the marks of its page are there once.
 */
export function onLetterhead(content: MailContent, branding: Branding): MailContent {
  const reader = readerOf(languageOf(content));
  const words = footWords(reader);
  const links = footLinks(branding, words);
  const software = softwareLine(branding, words);
  const text = [
    "-- ",
    branding.name,
    ...links.map(({ label, href }) => reader.text("mail_fact", { name: label, value: href.replace(/^mailto:/, "") })),
    ...(software === undefined ? [] : [software]),
  ];
  const head = html`<p class="whose"><bdi>${branding.name}</bdi></p>
`;
  const foot = html`
<hr>
<p class="small">${branding.name}${links.map(
    ({ label, href }) => html` · <a href="${href}" target="_blank" rel="noreferrer">${label}</a>`,
  )}</p>${
    software !== undefined &&
    html`
<p class="small">${software}</p>`
  }`;
  return {
    subject: content.subject,
    text: `${content.text.trimEnd()}\n\n${text.join("\n")}\n`,
    html: withWholeWords({ markup: content.html })
      .markup.replace(STYLE_END, () => `${accentRules(branding)}${STYLE_END}`)
      .replace(BEGIN, () => `${BEGIN}${head.markup}`)
      .replace(END, () => `${foot.markup}${END}`),
  };
}

/** Of the mail, as its HTML part says it. */
function languageOf({ html }: MailContent): Language {
  return chooseLanguage([LANGUAGE.exec(html)?.[1] ?? ""]) ?? "en";
}

const LANGUAGE = /^<!doctype html>\n<html lang="([a-z]{2})">/;

/** After the style of the mail. Mail programs know no names of colours. */
function accentRules({ accent }: Branding): string {
  if (accent === undefined) return "";
  const button = ({ colour, ink }: (typeof accent)["light"]) => `.button { background: ${colour}; color: ${ink}; }`;
  return `${button(accent.light)}\n@media (prefers-color-scheme: dark) { ${button(accent.dark)} }\n`;
}
