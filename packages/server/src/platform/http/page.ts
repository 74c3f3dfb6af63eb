import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LANGUAGES, OWN_NAMES } from "#texts/language.ts";
import type { Reader } from "#texts/reader.ts";
import { type Html, html, htmlDocument } from "../html.ts";
import { LOOK, ownPageHeaders } from "./look.ts";
import { readerOfRequest } from "./reader-of-request.ts";

export type NavItem = { readonly href: string; readonly label: string };

/** A page of the service for people with a browser. */
export type Page = {
  readonly title: string;
  /** Begins with an `h1`. */
  readonly content: Html;
  /** The pages of which this is one, and its own address among them. */
  readonly nav?: { readonly items: readonly NavItem[]; readonly current: string; readonly label?: string };
  /** Its content needs more width than a form. */
  readonly isBroad?: boolean;
  /** Who is logged in: the page shows it and has a button that logs out. */
  readonly account?: { readonly name: string; readonly csrf: string };
  /** Runs in the page. A page works without, unless it is about something that a browser has in scripts alone. */
  readonly script?: string;
  /** Its script asks this service. */
  readonly connects?: boolean;
  /** Origin of an image that it shows from elsewhere. */
  readonly imageOrigin?: string | undefined;
  /** The answer to its form may send the browser on to another site. */
  readonly leadsOnward?: boolean;
};

/** Look and parts of all pages that are made with `pageText`. */
export const PAGE_STYLE = LOOK + readFileSync(new URL("page.css", import.meta.url), "utf8");
const ICON: Html = {
  markup: readFileSync(new URL("docs/icon.svg", import.meta.url), "utf8")
    .trim()
    .replace("<svg ", '<svg aria-hidden="true" width="28" height="28" ')
    .replace(/<title>.*?<\/title>/, ""),
};

/**
 * Frames of other sites show no page, and no other site learns its address. A form says where it comes from (`Origin`).
 */
function headersOf({ script, connects = false, leadsOnward = false, imageOrigin }: Omit<Page, "title" | "content">) {
  const posts = leadsOnward ? "onward" : true;
  return {
    ...ownPageHeaders({
      style: PAGE_STYLE,
      connects,
      posts,
      shows: imageOrigin ?? true,
      ...(script === undefined ? {} : { script }),
    }),
    "referrer-policy": "same-origin",
  };
}

const HEADERS = { here: headersOf({}), onward: headersOf({ leadsOnward: true }) };

/** Headers of an answer with `page`: of its own style and script, and nothing else. */
export function pageHeaders(page: Omit<Page, "title" | "content">): Readonly<Record<string, string>> {
  if (page.script !== undefined || page.connects === true || page.imageOrigin !== undefined) return headersOf(page);
  return page.leadsOnward === true ? HEADERS.onward : HEADERS.here;
}

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const { request } = reply;
  const text = pageText(page, { reader: readerOfRequest(request), path: request.url, csrf: csrfOf(request) });
  return reply.code(status).headers(pageHeaders(page)).send(text);
}

/** Who reads a page, and where it is. `csrf`: of the browser; undefined: it has no cookie, and cannot choose. */
type Reading = { readonly reader: Reader; readonly path: string; readonly csrf: string | undefined };

function csrfOf(request: FastifyRequest): string | undefined {
  return (request.browser as FastifyRequest["browser"] | undefined)?.csrf;
}

export function pageText({ title, content, nav, account, script, isBroad = false }: Page, reading: Reading): string {
  const { reader } = reading;
  return htmlDocument({
    language: reader.language,
    title: `${title} · Leyden`,
    style: PAGE_STYLE,
    script,
    head: html`<link rel="icon" href="/docs/icon.svg">`,
    body: html`<a class="skip" href="#content">${reader.text("common_skip")}</a>
<header class="top"><a class="brand" href="/account">${ICON}<span>Leyden</span></a>${account && whoIsIn(account, reader)}</header>
<div class="frame${nav !== undefined && " wide"}${isBroad && " broad"}">
${nav && navOf(nav, reader)}
<main id="content">
${content}
</main>
</div>
${reading.csrf !== undefined && html`<footer class="foot">${languageForm(reading, reading.csrf)}</footer>`}`,
  });
}

/** The page at `path` comes again in the chosen language; `attributes`: for its script. */
export function languageForm({ reader, path }: Omit<Reading, "csrf">, csrf: string, attributes?: Html): Html {
  return html`<form class="language" method="post" action="/language"${attributes}><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="back" value="${path}">
<label for="language">${reader.text("common_language")}</label>
<select id="language" name="language">${LANGUAGES.map(
    (one) =>
      html`<option value="${one}" lang="${one}"${one === reader.language && html` selected`}>${OWN_NAMES[one]}</option>`,
  )}</select>
<button class="plain">${reader.text("common_language_use")}</button></form>`;
}

function whoIsIn({ name, csrf }: NonNullable<Page["account"]>, reader: Reader): Html {
  return html`<form class="who" method="post" action="/logout"><bdi>${name}</bdi><input type="hidden" name="csrf" value="${csrf}"><button class="plain">${reader.text("common_log_out")}</button></form>`;
}

function navOf({ items, current, label }: NonNullable<Page["nav"]>, reader: Reader): Html {
  return html`<nav class="side" aria-label="${label ?? reader.text("common_account")}"><ul>${items.map(
    ({ href, label }) => html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}
