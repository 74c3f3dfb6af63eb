import type { FastifyRequest } from "fastify";
import { type Html, html } from "#platform/html.ts";
import { type Api, success } from "#platform/http/index.ts";
import { isLocal } from "#platform/http/is-local.ts";
import type { ListedPage, ListedPages } from "#platform/http/listed.ts";
import { sendPage } from "#platform/http/page.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import type { Reader } from "#texts/reader.ts";

export type DemoUser = { readonly gamertag: string; readonly email: string; readonly lnAddress: string };

/** What a service has where money is worth nothing. */
export type Development = { readonly users: readonly DemoUser[] };

/**
 * `/`: what runs here, as a page for browsers and as JSON for programs. What belongs to development is shown to
 * browsers on this machine alone, as the pages of development are.
 */
export function homeRoutes(api: Api, options: { readonly development?: () => Development | undefined }): void {
  api.get("/", { config: { access: "public" }, schema: { hide: true } }, async (request, reply) => {
    const home = { listed: api.listed(), development: isLocal(request) ? options.development?.() : undefined };
    if (!wantsPage(request)) return success(dataOf(home), "Leyden runs here.");
    const reading = { reader: readerOfRequest(request), name: request.server.shell.branding.name };
    return sendPage(reply, { ...pageOf(home, reading), isBroad: true });
  });
}

type Home = { readonly listed: ListedPages; readonly development: Development | undefined };

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

function dataOf({ listed: { development: played, ...everywhere }, development }: Home) {
  const pages = Object.values(everywhere)
    .flat()
    .map(({ path, name, about }) => ({ path, name, about }));
  if (development === undefined) return { pages };
  const users = development.users.map(({ gamertag, email, lnAddress }) => ({ gamertag, email, lnAddress }));
  return { pages: [...pages, ...played], users };
}

/** Who looks, and the name of the service. */
type Reading = { readonly reader: Reader; readonly name: string };

/** What is for developers is English, as the documents are. */
function pageOf({ listed, development }: Home, { reader, name }: Reading) {
  const { docs, account, health } = listed;
  const title = development ? "What runs here" : name;
  const content = html`<h1>${title}</h1>
<p>${reader.text("page_home", { name })}</p>
${development && ofDevelopment(development, listed.development)}
${pagesOf(reader.text("page_home_people"), account.map(inLanguage(reader)))}
${pagesOf(reader.text("page_home_developers"), docs)}
${pagesOf(reader.text("page_home_monitors"), health)}`;
  return { title, content };
}

function inLanguage(reader: Reader): (page: ListedPage) => ListedPage {
  return ({ path, name, about, said }) =>
    said === undefined
      ? { path, name, about }
      : { path, name: reader.write(said.name), about: reader.write(said.about) };
}

function ofDevelopment({ users }: Development, pages: readonly ListedPage[]): Html {
  return html`<p class="notice">This is a development system: its coins are worth nothing.</p>
${pagesOf("To try it, on this machine alone", pages)}
${users.length > 0 && usersOf(users)}`;
}

function usersOf(users: readonly DemoUser[]): Html {
  return html`<h2>Users to try it with</h2>
<ul class="index">${users.map(
    ({ gamertag, email, lnAddress }) =>
      html`<li><strong>${gamertag}</strong><span>Logs in as ${email}; is paid at ${lnAddress}</span></li>
`,
  )}</ul>`;
}

function pagesOf(title: string, pages: readonly ListedPage[]): Html | undefined {
  if (pages.length === 0) return undefined;
  return html`<h2>${title}</h2>
<ul class="index">${pages.map(
    ({ path, name, about }) => html`<li><a href="${path}">${name}</a><span>${about}</span></li>
`,
  )}</ul>`;
}
