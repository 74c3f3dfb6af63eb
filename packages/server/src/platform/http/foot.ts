import type { Branding } from "#kernel/branding.ts";
import { footLinks, softwareLine } from "#kernel/foot.ts";
import { footWords } from "#texts/foot-words.ts";
import type { Reader } from "#texts/reader.ts";
import { type Html, html } from "../html.ts";

/** Whose page this is: below each page. */
export function footOf(branding: Branding, reader: Reader): Html {
  const words = footWords(reader);
  const links = footLinks(branding, words);
  const software = softwareLine(branding, words);
  return html`<p class="whose"><strong><bdi>${branding.name}</bdi></strong>${links.map(
    ({ label, href }) => html` <a href="${href}" rel="noreferrer">${label}</a>`,
  )}</p>${
    software !== undefined &&
    html`
<p class="software">${software}</p>`
  }`;
}
