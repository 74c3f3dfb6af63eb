import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
import { loginPath } from "#login";
import { type Html, html } from "#platform/html.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import { type BuiltPages, builtFileRoutes, builtPagesOff, noBuiltFiles } from "#platform/http/built-file-routes.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import type { Listed } from "#platform/http/listed.ts";
import type { NavItem } from "#platform/http/page.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { ANY_QUERY, type ScriptPage, sendScriptPage } from "#platform/http/script-page.ts";
import { ACCOUNT_PAGES } from "#slices/login/pages.ts";
import { message, type Reader, readerOf } from "#texts/reader.ts";
import { INSTALL, installableWallet } from "./installable-wallet.ts";
import type { WebPages } from "./web-pages.ts";

export type PeoplePagesDeps = BrowserDeps & {
  /** Who is logged in with the browser whose cookie holds `secret`; undefined: nobody. */
  readonly findPerson: (secret: string) => Promise<PageReader | undefined>;
  readonly pages: () => Promise<Pick<BuiltPages, "wallet" | "dashboard" | "worker" | "files">>;
  /** Of the Lightning node; undefined until it is known. */
  readonly network: () => string | undefined;
};

/** Who opens a page. */
export type PageReader = {
  /** Where the changes of the own wallet's page begin (`Place` of slice `events`). */
  readonly placeNow: () => Promise<string>;
  /** Whether the dashboard is for them: a member of a project, or who may make one. */
  readonly usesDashboard: () => Promise<boolean>;
};

const optionsOf = (name: keyof typeof ROOTS, path: string) =>
  ({ config: { access: "public", isFile: true, ...(path === ROOTS[name] && { listed: LISTED[name] }) } }) as const;

/** Of each page: its own address and all below it. */
const ROOTS = { wallet: "/wallet", dashboard: "/dashboard" } as const;

/** Path of the page that shows people their money: that of the wallet, or where there is none that of the account. */
export function walletPathOf({ web }: Pick<Config, "web">): string {
  return web === "on" ? ROOTS.wallet : ACCOUNT_PAGES.profile.href;
}

/** Address of the dashboard; undefined: this installation has none. */
export function dashboardUrlOf({ baseUrl, web }: Pick<Config, "baseUrl" | "web">): string | undefined {
  return web === "on" ? new URL(ROOTS.dashboard, baseUrl).href : undefined;
}

/** The wallet among the pages of an account. */
export const WALLET_PAGE: NavItem = { href: ROOTS.wallet, said: message("wallet_head") };

const pathsOf = (root: string) => [root, `${root}/*`];

/** Of each page's own address: what the page at `/` and the message of a start say of it. */
const LISTED: Readonly<Record<keyof typeof ROOTS, Listed>> = {
  wallet: {
    kind: "account",
    name: "Wallet",
    about: "Receive, send, see what happened; can be installed on a phone",
    said: { name: message("wallet_head"), about: message("page_home_wallet") },
  },
  dashboard: { kind: "docs", name: "Dashboard", about: "The money, keys, webhooks and members of a project" },
};

/**
 * What react-aria writes into the page on iOS while something lies over it (`usePreventScroll`); a test compares. It
 * must be as it is, to the letter.
 */
export const OVERLAY_STYLE = `@layer {
  * {
    overscroll-behavior: contain;
  }
}`;

/** `/wallet` and `/dashboard` with all that is below them, for who is logged in; the script does everything. */
export function peoplePages(deps: PeoplePagesDeps): RoutesPlugin {
  const pages = browserPages(deps, (routes) => {
    for (const name of ["wallet", "dashboard"] as const)
      for (const path of pathsOf(ROOTS[name]))
        routes.get(
          path,
          { ...optionsOf(name, path), schema: { querystring: ANY_QUERY, hide: true } },
          async (request, reply) => {
            // What is asked of an API that is not there is no page.
            const isPage = !request.url.startsWith(`${ROOTS[name]}/api/`);
            const person = isPage ? await deps.findPerson(request.browser.secret) : undefined;
            if (person !== undefined) return await send(deps, { name, person }, request, reply);
            // Neither is a file: cookies are not tried out for nothing.
            request.server.countAddress(request, reply);
            return isPage ? reply.redirect(loginPath(request.url), 303) : reply.callNotFound();
          },
        );
  });
  return (api) => {
    installableWallet(deps.pages)(api);
    pages(api);
  };
}

/** What people have without scripts: they log in, see their money and send it to where it is theirs. */
const ACCOUNT = {
  href: ACCOUNT_PAGES.profile.href,
  name: message("common_account"),
  about: message("page_home_account"),
};

/** In place of these pages, where the operator has switched pages off. */
const noPeoplePages: RoutesPlugin = builtPagesOff(Object.values(ROOTS).flatMap(pathsOf), ACCOUNT);

/** These pages, and the built files of all. `pages`: undefined where they are switched off. */
export function webRoutes(pages: WebPages | undefined, deps: Omit<PeoplePagesDeps, "pages">): readonly RoutesPlugin[] {
  if (pages === undefined) return [noBuiltFiles, noPeoplePages];
  return [builtFileRoutes(pages), peoplePages({ ...deps, pages })];
}

type Wanted = { readonly name: keyof typeof ROOTS; readonly person: PageReader };

async function send(deps: PeoplePagesDeps, { name, person }: Wanted, request: FastifyRequest, reply: FastifyReply) {
  const { [name]: files } = await deps.pages();
  const { branding } = reply.server.shell;
  const network = deps.network();
  const facts = {
    branding: JSON.stringify(shown(branding)),
    network,
    form: request.browser.csrf,
    // The dashboard gets it with its first read: here the project is not known.
    ...(name === "dashboard" ? { command: COMMAND } : await factsOfWallet(person)),
  };
  const reader = name === "wallet" ? readerOfRequest(request) : ENGLISH;
  const words = name === "wallet" ? walletWords(reader) : DASHBOARD_WORDS;
  const waiting = waitingText(reader.text("wallet_loading"), { serviceName: branding.name, network }, reader);
  return sendScriptPage(reply, { ...words, waiting, files, facts });
}

async function factsOfWallet({ placeNow, usesDashboard }: PageReader) {
  const [place, isShown] = await Promise.all([placeNow(), usesDashboard()]);
  return { place, dashboard: isShown ? ROOTS.dashboard : undefined };
}

/** How commands begin on this installation; a release has its own (packages/release/src/compile.ts). */
const COMMAND = "npm run leyden -- ";

/** What of the branding a script shows. */
function shown({ name, support, terms, privacy, imprint }: Branding) {
  return { name, support: support?.href, terms, privacy, imprint };
}

type Words = Pick<ScriptPage, "title" | "language" | "withoutScript" | "stylesOfLibraries" | "usesCamera" | "install">;

type Head = { readonly serviceName: string; readonly network: string | undefined };

/** The head of the page as its script draws it, so that nothing moves then, and a word for readers of screens. */
function waitingText(text: string, { serviceName, network }: Head, reader: Reader): Html {
  const isTest = network !== undefined && network !== "mainnet";
  return html`<div class="shell"><header class="top">${isTest && html`<p class="network">${reader.text("wallet_network", { network })}</p>`}
<div class="bar"><img class="logo" src="/branding/logo" alt="" width="28" height="28"><bdi class="service">${serviceName}</bdi></div></header>
<div id="content"><p class="begin" role="status">${text}</p></div></div>`;
}

const ENGLISH = readerOf("en");

function walletWords({ language, text }: Reader): Words {
  return {
    title: text("wallet_head"),
    language,
    withoutScript: { title: text("widget_no_script"), text: text("wallet_no_script_why") },
    usesCamera: true,
    install: INSTALL,
  };
}

/** In English alone, as what the script says. */
const DASHBOARD_WORDS: Words = {
  title: "Dashboard",
  language: "en",
  withoutScript: {
    title: ENGLISH.text("widget_no_script"),
    text: "The dashboard runs in your browser. What it does can also be done with the API and the command line.",
  },
  stylesOfLibraries: [OVERLAY_STYLE],
};
