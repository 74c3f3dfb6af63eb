/** The service worker of the wallet: with it the wallet opens without a connection. It answers no call of the API. */
import { emptyCaches, PREFIX, ROOT, STATE_CACHE } from "./names.ts";

/** What it was built with: addresses of all files of the wallet. `script`: the one that a page of this build loads. */
export type Build = { readonly version: string; readonly script: string; readonly files: readonly string[] };

/** What of a browser it works with. */
export type WorkerMachine = {
  readonly caches: Pick<CacheStorage, "open" | "keys" | "delete">;
  readonly fetch: typeof fetch;
  readonly origin: string;
};

/** A request as far as it decides. */
type Asked = Pick<Request, "method" | "mode" | "url">;

/** Of the service itself; another picture has the same address. */
const BRANDING = ["/branding/logo", "/branding/style.css"];

/**
 * Each build has a worker and a cache of its own, and a worker shows a page of its own build alone. A newer worker
 * waits until no page of the older one is open, as browsers do it by themselves.
 */
export function walletWorker(build: Build, { caches, fetch, origin }: WorkerMachine) {
  const name = `${PREFIX}${build.version}`;
  const files = new Set(build.files);

  /** Of the page for who is logged in, and of this build; another one is not kept. */
  async function keepShell(response: Response): Promise<boolean> {
    if (!response.ok || response.redirected) return false;
    if (!(await response.clone().text()).includes(`"${build.script}"`)) return false;
    await (await caches.open(name)).put(ROOT, response);
    return true;
  }

  async function keepFiles(): Promise<void> {
    const cache = await caches.open(name);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    await cache.addAll([...build.files, ...BRANDING].filter((path) => !kept.has(path)));
  }

  async function page(request: Request, later: (done: Promise<unknown>) => void): Promise<Response> {
    const response = await fetch(request).catch(() => undefined);
    if (response === undefined) return (await kept(ROOT)) ?? Response.error();
    // It leads to the login: whoever was here is not any more.
    if (response.type === "opaqueredirect") later(emptyCaches(caches));
    else {
      const copy = response.clone();
      later(keepShell(copy).then((isKept) => (isKept ? keepFiles() : undefined)));
    }
    return response;
  }

  async function kept(path: string): Promise<Response | undefined> {
    return await (await caches.open(name)).match(path);
  }

  return {
    /** @throws {Error} when the service has another build by now: the browser tries again later. */
    async install(): Promise<void> {
      const response = await fetch(ROOT, { credentials: "same-origin", cache: "no-store" });
      if (!(await keepShell(response))) throw new Error("the page is of another build, or wants a login");
      await keepFiles();
    },

    /** Takes away the files of older builds. */
    async activate(): Promise<void> {
      const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== STATE_CACHE);
      await Promise.all(others.filter((one) => one !== name).map((one) => caches.delete(one)));
    },

    /** Undefined: the browser asks the service, as without a worker. `later`: what may go on after the answer. */
    answer(request: Request, later: (done: Promise<unknown>) => void): Promise<Response> | undefined {
      const { pathname } = new URL(request.url);
      switch (kindOf(request, { origin, files })) {
        case "page":
          return page(request, later);
        case "file":
          return kept(pathname).then((file) => file ?? fetch(request));
        case "branding":
          return fetch(request).catch(async () => (await kept(pathname)) ?? Response.error());
        case "other":
          return undefined;
      }
    },
  };
}

/** @internal */
export function kindOf(
  { method, mode, url }: Asked,
  { origin, files }: { readonly origin: string; readonly files: ReadonlySet<string> },
): "page" | "file" | "branding" | "other" {
  const asked = new URL(url);
  if (method !== "GET" || asked.origin !== origin) return "other";
  const path = asked.pathname;
  if (mode === "navigate")
    return path === ROOT || (path.startsWith(`${ROOT}/`) && !path.startsWith(`${ROOT}/api/`)) ? "page" : "other";
  if (files.has(path)) return "file";
  return BRANDING.includes(path) ? "branding" : "other";
}
