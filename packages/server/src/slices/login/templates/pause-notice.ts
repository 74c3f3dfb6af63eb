import type { Support } from "#kernel/branding.ts";
import { type Html, html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";

/** Sending is paused; `support`: where people ask. */
export type Pause = { readonly reader: Reader; readonly support: Support | undefined };

/** Said before somebody types, and when a form is not taken because of it. */
export function pauseNotice({ reader, support }: Pause): Html {
  const link = support && html`<a href="${support.href}">${support.text}</a>`;
  return html`<div class="notice" role="status"><p><strong>${reader.text("money_paused_title")}</strong></p>
<p>${reader.text("money_paused_what")}</p>${
    link &&
    html`
<p>${reader.parts("money_paused_ask", { support: link })}</p>`
  }</div>`;
}
