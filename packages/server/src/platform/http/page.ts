import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Message } from "#kernel/errors.ts";
import { LANGUAGES, ownNameOf } from "#texts/language.ts";
import type { Reader } from "#texts/reader.ts";
import { type Html, html, htmlDocument } from "../html.ts";
import { footOf } from "./foot.ts";
import { ownPageHeaders } from "./look.ts";
import type { PageShell } from "./page-shell.ts";
import { readerOfRequest } from "./reader-of-request.ts";
import { withWholeWords } from "./whole-words.ts";

/** `label`: of a page that is in English alone. */
export type NavItem = { readonly href: string } & ({ readonly said: Message } | { readonly label: string });

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
  /** Rules of its own. */
  readonly style?: string;
  /** Its address is a secret: it goes nowhere, also not within this service. */
  readonly isSecret?: boolean;
  /** Runs in the page. A page works without, unless it is about something that a browser has in scripts alone. */
  readonly script?: string;
  /** It has no form. */
  readonly isFormless?: boolean;
  /** Its script asks this service. */
  readonly connects?: boolean;
  /** The application that a login is for: its icon is shown beside that of the service. */
  readonly app?: { readonly name: string; readonly logoUrl: string | undefined } | undefined;
  /** The answer to its form may send the browser on to another site. */
  readonly leadsOnward?: boolean;
};

/** Writes times in the zone and the language of whoever looks. */
const TIMES_SCRIPT = readFileSync(new URL("times.js", import.meta.url), "utf8");

/**
 * Headers of an answer with `page`: of its own style and script, and nothing else. Frames of other sites show no page,
 * and no other site learns its address. A form says where it comes from (`Origin`), unless the address is a secret.
 */
export function pageHeaders(page: Page, shell: PageShell): Readonly<Record<string, string>> {
  const { connects = false, leadsOnward = false, isSecret = false, isFormless = false, app } = page;
  const script = scriptOf(page);
  return {
    ...ownPageHeaders({
      style: styleOf(page, shell),
      connects,
      posts: leadsOnward ? "onward" : !isFormless,
      shows: app?.logoUrl === undefined ? true : new URL(app.logoUrl).origin,
      ...(script === undefined ? {} : { script }),
    }),
    "referrer-policy": isSecret ? "no-referrer" : "same-origin",
  };
}

function styleOf({ style = "" }: Pick<Page, "style">, shell: PageShell): string {
  return shell.style + style;
}

/** Its own, and the one for times where it has some. */
function scriptOf({ content, script }: Pick<Page, "content" | "script">): string | undefined {
  return content.markup.includes("<time ") ? TIMES_SCRIPT + (script ?? "") : script;
}

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const { request, server } = reply;
  const { shell } = server;
  const reading = { reader: readerOfRequest(request), path: request.url, csrf: csrfOf(request) };
  return reply
    .code(status)
    .headers(pageHeaders(page, shell))
    .send(pageText(page, shell, reading));
}

/** Who reads a page, and where it is. `csrf`: of the browser; undefined: it has no cookie, and cannot choose. */
type Reading = { readonly reader: Reader; readonly path: string; readonly csrf: string | undefined };

function csrfOf(request: FastifyRequest): string | undefined {
  return (request.browser as FastifyRequest["browser"] | undefined)?.csrf;
}

export function pageText(page: Page, shell: PageShell, reading: Reading): string {
  const { title, content, nav, account, isBroad = false } = page;
  const { name } = shell.branding;
  const { reader } = reading;
  return htmlDocument({
    language: reader.language,
    title: `${title} · ${name}`,
    style: styleOf(page, shell),
    script: scriptOf(page),
    head: html`<link rel="icon" href="/branding/logo">`,
    body: html`<a class="skip" href="#content">${reader.text("common_skip")}</a>
<header class="top"><a class="brand" href="/account"><img src="/branding/logo" alt="" width="28" height="28"><bdi>${name}</bdi></a>${account && whoIsIn(account, reader)}</header>
<div class="frame ${frameOf(nav !== undefined, isBroad)}">
${nav && navOf(nav, reader)}
<main id="content">
${page.app?.logoUrl !== undefined && iconsOf(page.app.logoUrl)}
${withWholeWords(content)}
</main>
</div>
<footer class="foot">${reading.csrf !== undefined && languageForm(reading, reading.csrf)}${footOf(shell.branding, reader)}</footer>`,
  });
}

/** The page at `path` comes again in the chosen language; `attributes`: for its script. */
export function languageForm({ reader, path }: Omit<Reading, "csrf">, csrf: string, attributes?: Html): Html {
  return html`<form class="language" method="post" action="/language"${attributes}><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="back" value="${path}">
<label for="language">${reader.text("common_language")}</label>
<select id="language" name="language">${LANGUAGES.map(
    (one) =>
      html`<option value="${one}" lang="${one}"${one === reader.language && html` selected`}>${ownNameOf(one)}</option>`,
  )}</select>
<button class="plain">${reader.text("common_language_use")}</button></form>`;
}

function iconsOf(logoUrl: string): Html {
  return html`<p class="meet"><img src="${logoUrl}" alt="" width="56" height="56"> <span aria-hidden="true">→</span> <img src="/branding/logo" alt="" width="56" height="56"></p>`;
}

/** A page that is one of several has them beside it; one that is alone stands as a card in the middle. */
function frameOf(hasNav: boolean, isBroad: boolean): string {
  if (hasNav) return isBroad ? "wide broad" : "wide";
  return isBroad ? "broad" : "sole";
}

function whoIsIn({ name, csrf }: NonNullable<Page["account"]>, reader: Reader): Html {
  return html`<form class="who" method="post" action="/logout"><bdi>${name}</bdi><input type="hidden" name="csrf" value="${csrf}"><button class="plain">${reader.text("common_log_out")}</button></form>`;
}

function navOf({ items, current, label }: NonNullable<Page["nav"]>, reader: Reader): Html {
  return html`<nav class="side" aria-label="${label ?? reader.text("common_account")}"><ul>${items.map(
    ({ href, ...item }) =>
      html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${"said" in item ? reader.write(item.said) : item.label}</a></li>`,
  )}</ul></nav>`;
}
