import type { Branding } from "#kernel/branding.ts";
import { FOOT_WORDS, type FootWords, footLinks, softwareLine } from "#kernel/foot.ts";
import { type Html, html } from "../html.ts";

/** Whose page this is: below each page. */
export function footOf(branding: Branding, words: FootWords = FOOT_WORDS): Html {
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
