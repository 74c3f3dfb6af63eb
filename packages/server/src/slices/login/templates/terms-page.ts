import { html } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import type { TermsDue } from "#users";
import { hidden } from "./forms.ts";
import type { Step } from "./login-page.ts";
import { linkToTerms } from "./terms-line.ts";

type TermsView = {
  readonly reader: Reader;
  readonly csrf: string;
  /** Where the browser goes then. */
  readonly next: string;
  readonly due: TermsDue;
  /** Of the service. */
  readonly name: string;
};

/** The terms that hold now, for who has accepted others or none. */
export function termsStep({ reader, csrf, next, due, name }: TermsView): Step {
  const title = reader.text(due.isChanged ? "terms_changed_title" : "terms_title");
  const values = { terms: linkToTerms(reader, due.url), name: html`<bdi>${name}</bdi>`, version: html`${due.version}` };
  return {
    title,
    content: html`<h1>${title}</h1>
<form id="terms" class="card" method="post" action="/terms">
<p>${reader.parts(due.isChanged ? "terms_changed_what" : "terms_what", values)}</p>
${hidden({ csrf, next, terms: due.version })}
<button class="wide">${reader.text("terms_accept")}</button>
</form>
<p class="ways">${reader.parts("terms_not_now", { account: html`<a href="/account">${reader.text("terms_account")}</a>` })}</p>`,
  };
}
