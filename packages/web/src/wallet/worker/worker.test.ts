import { describe, expect, it } from "vitest";
import { emptyCaches, STATE_CACHE } from "./names.ts";
import { type Build, kindOf, walletWorker } from "./worker.ts";

const ORIGIN = "https://leyden.example";
const OLD: Build = { version: "old", script: "/assets/wallet.1.js", files: ["/assets/wallet.1.js", "/assets/a.1.css"] };
const NEW: Build = { version: "new", script: "/assets/wallet.2.js", files: ["/assets/wallet.2.js", "/assets/a.1.css"] };

/** As much of the caches of a browser as is used. */
function fakeCaches(fetched: (path: string) => Response) {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const cache = all.get(name) ?? new Map<string, Response>();
    all.set(name, cache);
    return {
      keys: async () => [...cache.keys()].map((path) => ({ url: ORIGIN + path })),
      match: async (path: string) => cache.get(path)?.clone(),
      put: async (path: string, response: Response) => void cache.set(path, response),
      addAll: async (paths: string[]) => {
        for (const path of paths) cache.set(path, fetched(path));
      },
    };
  };
  const caches = { open, keys: async () => [...all.keys()], delete: async (name: string) => all.delete(name) };
  return { caches: caches as unknown as Pick<CacheStorage, "open" | "keys" | "delete">, all };
}

/** A browser whose service has `build`; undefined: there is no connection. */
function givenBrowser() {
  const service: { build: Build | undefined; isLoggedIn: boolean } = { build: OLD, isLoggedIn: true };
  const pageOf = ({ script }: Build) => new Response(`<script src="${script}"></script>`);
  const fetched = (path: string): Response => {
    const { build, isLoggedIn } = service;
    if (build === undefined) throw new TypeError("no connection");
    if (path !== "/wallet" && !path.startsWith("/wallet/")) return new Response(`${path} of the service`);
    if (isLoggedIn) return pageOf(build);
    return Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
  };
  const { caches, all } = fakeCaches(fetched);
  const fetch = async (request: string | Request) =>
    fetched(new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname);
  const workerOf = (build: Build) =>
    walletWorker(build, { caches, fetch: fetch as typeof globalThis.fetch, origin: ORIGIN });
  return { service, caches, all, workerOf };
}

type Worker = ReturnType<typeof walletWorker>;

/** What a worker answers, when all that it does afterwards is done. */
async function open(worker: Worker, path: string, mode = "navigate"): Promise<string | undefined> {
  const rest: Promise<unknown>[] = [];
  const request = { url: ORIGIN + path, method: "GET", mode } as Request;
  const answer = await worker.answer(request, (done) => rest.push(done));
  const text = answer?.type === "error" ? undefined : await answer?.text();
  await Promise.all(rest);
  return text;
}

describe("the worker of the wallet", () => {
  it("shows its page and its files without a connection, whatever page was asked for", async () => {
    const { service, workerOf } = givenBrowser();
    const worker = workerOf(OLD);
    await worker.install();
    service.build = undefined;
    expect(await open(worker, "/wallet/history?q=x")).toContain(OLD.script);
    for (const file of OLD.files) expect(await open(worker, file, "cors")).toBe(`${file} of the service`);
    expect(await open(worker, "/branding/logo", "no-cors")).toBe("/branding/logo of the service");
  });

  it("never shows a page of one build with a worker of another", async () => {
    const { service, all, workerOf } = givenBrowser();
    const old = workerOf(OLD);
    await old.install();
    service.build = NEW;
    // With a connection the newer page comes from the service, and is not kept by the older worker.
    expect(await open(old, "/wallet")).toContain(NEW.script);
    await expect(workerOf({ ...OLD, version: "older" }).install()).rejects.toThrow("another build");
    const young = workerOf(NEW);
    await young.install();
    service.build = undefined;
    expect(await open(old, "/wallet")).toContain(OLD.script);
    expect(await open(old, OLD.script, "cors")).toBe(`${OLD.script} of the service`);
    await young.activate();
    expect([...all.keys()].filter((name) => name.includes("old"))).toEqual([]);
    expect(await open(young, "/wallet")).toContain(NEW.script);
  });

  it("keeps what was known last when a newer build comes, and empties all when the login has ended", async () => {
    const { service, caches, all, workerOf } = givenBrowser();
    const worker = workerOf(OLD);
    await worker.install();
    await caches.open(STATE_CACHE);
    await worker.activate();
    expect([...all.keys()]).toContain(STATE_CACHE);
    service.isLoggedIn = false;
    await open(worker, "/wallet");
    expect([...all.keys()]).toEqual([]);
    await expect(worker.install()).rejects.toThrow();
    service.isLoggedIn = true;
    await open(worker, "/wallet");
    service.build = undefined;
    expect(await open(worker, "/wallet")).toContain(OLD.script);
    expect(await open(worker, OLD.script, "cors")).toBe(`${OLD.script} of the service`);
    await emptyCaches(caches);
    expect(await open(worker, "/wallet")).toBeUndefined();
  });

  it.each([
    ["/wallet", "navigate", "page"],
    ["/wallet/send?to=x", "navigate", "page"],
    ["/wallet/api/history.csv", "navigate", "other"],
    ["/walletx", "navigate", "other"],
    ["/account", "navigate", "other"],
    ["/assets/wallet.1.js", "cors", "file"],
    ["/assets/wallet.9.js", "cors", "other"],
    ["/branding/logo", "no-cors", "branding"],
    ["/wallet/api/me", "cors", "other"],
    ["/wallet/api/events/stream", "cors", "other"],
  ] as const)("takes %s (%s) as %s", (path, mode, kind) => {
    const site = { origin: ORIGIN, files: new Set(OLD.files) };
    expect(kindOf({ url: ORIGIN + path, method: "GET", mode }, site)).toBe(kind);
    expect(kindOf({ url: ORIGIN + path, method: "POST", mode }, site)).toBe("other");
    expect(kindOf({ url: `https://elsewhere.example${path}`, method: "GET", mode }, site)).toBe("other");
  });
});
