import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";

/** Below a form that makes an account. */
export function termsLine(reader: Reader, url: string): Html {
  return html`<p class="soft small">${reader.parts("terms_by_going_on", { terms: linkToTerms(reader, url) })}</p>`;
}

export function linkToTerms(reader: Reader, url: string): Html {
  return html`<a href="${url}" target="_blank" rel="noreferrer">${reader.text("terms_link")}</a>`;
}
