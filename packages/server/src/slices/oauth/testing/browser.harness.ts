import { createHash } from "node:crypto";

/** A browser without scripts, but one that sends a form: cookies by path, redirects, forms. */
export type Browser = {
  readonly open: (url: string) => Promise<Page>;
  readonly cookies: () => readonly Cookie[];
  /** Presses a button of the page's form: its hidden fields go with `fields`. */
  readonly submit: (page: Page, form: string, fields: Readonly<Record<string, string>>) => Promise<Page>;
  /** The page's script sends its form, where the policy of the page lets it run. */
  readonly runScript: (page: Page) => Promise<Page>;
  /** Another browser with the same cookies. */
  readonly copy: () => Browser;
  readonly take: (cookies: readonly Cookie[]) => void;
};

export type Page = {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
};

type Cookie = { readonly name: string; readonly value: string; readonly path: string };

/** More than this, one after another, and a browser gives up. */
const REDIRECTS_MAX = 20;

/**
 * @param stopAt a redirect to an address that begins like this is not followed: the page is where it leads.
 * @param added headers of all requests, as a proxy adds them.
 */
export function newBrowser(stopAt: (url: string) => boolean, added: Readonly<Record<string, string>> = {}): Browser {
  const jar = new Map<string, Cookie>();

  async function request(url: string, init: RequestInit = {}, redirects = 0): Promise<Page> {
    if (redirects > REDIRECTS_MAX) throw new Error(`too many redirects, the last one to ${url}`);
    const { pathname } = new URL(url);
    const sent = [...jar.values()].filter(({ path }) => path === "/" || `${pathname}/`.startsWith(`${path}/`));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { ...init, redirect: "manual", headers: { ...added, cookie, ...init.headers } });
    for (const text of answer.headers.getSetCookie()) keep(text, pathname);
    const location = answer.headers.get("location");
    if (location === null) return { url, status: answer.status, headers: answer.headers, html: await answer.text() };
    await answer.body?.cancel();
    const next = URL.parse(location, url)?.href ?? location;
    return stopAt(next)
      ? { url: next, status: answer.status, headers: answer.headers, html: "" }
      : await request(next, {}, redirects + 1);
  }

  function keep(text: string, requested: string): void {
    const [pair = "", ...attributes] = text.split(/;\s*/);
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? requested;
    const isOver = attributes.some((attribute) => /^(?:expires=Thu, 01 Jan 1970|max-age=0)/i.test(attribute));
    if (isOver) jar.delete(`${path} ${name}`);
    else jar.set(`${path} ${name}`, { name, value, path });
  }

  async function send(page: Page, { action, hidden }: Form, fields: Readonly<Record<string, string>> = {}) {
    const target = new URL(action, page.url).href;
    if (stopAt(target)) return { ...page, url: `${target}?${new URLSearchParams({ ...hidden, ...fields })}`, html: "" };
    return await request(target, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(page.url).origin },
      body: new URLSearchParams({ ...hidden, ...fields }).toString(),
    });
  }

  return {
    open: (url: string) => request(url),
    cookies: () => [...jar.values()],
    submit: (page, form, fields) => send(page, formIn(page, form), fields),
    async runScript(page) {
      const [, attributes = "", inside = ""] = /<form([^>]*)>(.*?)<\/form>/s.exec(page.html) ?? [];
      const script = /<script>(.*?)<\/script>/s.exec(page.html)?.[1] ?? "";
      const digest = createHash("sha256").update(script).digest("base64");
      const policy = page.headers.get("content-security-policy") ?? "";
      if (!policy.includes(`script-src 'sha256-${digest}'`))
        throw new Error(`the policy forbids the script: ${policy}`);
      return await send(page, formOf(attributes, inside));
    },
    copy() {
      const other = newBrowser(stopAt, added);
      other.take([...jar.values()]);
      return other;
    },
    take: (cookies) => {
      for (const cookie of cookies) jar.set(`${cookie.path} ${cookie.name}`, cookie);
    },
  };
}

type Form = { readonly action: string; readonly hidden: Readonly<Record<string, string>> };

/** Where a form of a page goes, and its hidden fields. */
export function formIn(page: Page, id: string): Form {
  const [, attributes = "", inside] =
    new RegExp(`<form([^>]*id="${id.replaceAll(".", "\\.")}"[^>]*)>(.*?)</form>`, "s").exec(page.html) ?? [];
  if (inside === undefined)
    throw new Error(`the page ${page.url} has no form ${id}: ${page.status}\n${page.html.slice(-2_000)}`);
  return formOf(attributes, inside);
}

function formOf(attributes: string, inside: string): Form {
  const hidden = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/?>/g)];
  return {
    action: textOf(/action="([^"]*)"/.exec(attributes)?.[1] ?? ""),
    hidden: Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, textOf(value)])),
  };
}

/** What an attribute says. */
function textOf(attribute: string): string {
  const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return attribute.replaceAll(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code: string | undefined, name = "") =>
    code === undefined ? (names[name] ?? "") : String.fromCodePoint(Number(code)),
  );
}
