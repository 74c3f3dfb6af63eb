import type { Branding } from "#kernel/branding.ts";
import { type Html, html } from "#platform/html.ts";
import type { Language } from "#texts/language.ts";
import type { Reader } from "#texts/reader.ts";

/** Addresses of what the page loads. */
export type RampFiles = { readonly script: string; readonly styles: readonly string[] };

export type RampFacts = {
  /** Of pages that may have it in a frame, and that it may speak to. */
  readonly origins: readonly string[];
  /** That it was opened as a page, and not in a frame. */
  readonly proof: string | undefined;
  readonly branding: Branding;
  /** The script goes on in this language, unless the widget asks for another one. */
  readonly reader: Reader;
};

/** The page in the widget's frame: a script does everything. */
export function rampPageText({ script, styles }: RampFiles, { origins, proof, branding, reader }: RampFacts): string {
  const { name, support, terms, privacy, imprint } = branding;
  const shown = { name, support: support?.href, terms, privacy, imprint };
  return shell({
    language: reader.language,
    title: `${reader.text("ramp_head")} · ${name}`,
    styles: [...styles, BRANDING_STYLE],
    head: html`<meta name="leyden-origins" content="${JSON.stringify(origins)}">
<meta name="leyden-branding" content="${JSON.stringify(shown)}">
${proof === undefined ? html`` : html`<meta name="leyden-top-page" content="${proof}">`}
<script type="module" src="${script}"></script>`,
    body: html`<div id="ramp"><div class="ramp"><header><div class="head"><p class="who"><span class="soft">${reader.text("ramp_head")}</span><bdi>${"\u00a0"}</bdi></p></div>
<div class="bar" aria-hidden="true">${BAR}</div></header>
<main><p class="loading" role="status"><span class="spinner"></span> ${reader.text("ramp_loading")}</p></main></div></div>
<noscript><div class="ramp"><main><h1>${reader.text("widget_no_script")}</h1>
<p>${reader.text("widget_no_script_why")}</p></main></div></noscript>`,
  });
}

/** Of `platform/http/branding-routes.ts`: the colour of the operator, after ours. */
const BRANDING_STYLE = "/branding/style.css";
/** As the script draws it: what is there before it runs must not move then. */
const BAR = Array.from({ length: 5 }, () => html`<span></span>`);

/** What is shown for a session that there is not. */
export function unknownSessionText({ styles }: Pick<RampFiles, "styles">, { language, text }: Reader): string {
  const title = text("ramp_unknown_title");
  return shell({
    language,
    title,
    styles: [...styles, BRANDING_STYLE],
    head: html``,
    body: html`<div class="ramp"><main><h1>${title}</h1>
<p class="soft">${text("ramp_unknown_text")}</p></main></div>`,
  });
}

type Shell = {
  readonly language: Language;
  readonly title: string;
  readonly styles: readonly string[];
  readonly head: Html;
  readonly body: Html;
};

function shell({ language, title, styles, head, body }: Shell): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${title}</title>
<link rel="icon" href="/branding/logo">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${head}
</head>
<body>
${body}
</body>
</html>
`.markup;
}
