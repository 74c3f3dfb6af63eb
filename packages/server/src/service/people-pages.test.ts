import { beforeAll, describe, expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { builtFileRoutes } from "#platform/http/built-file-routes.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { LANGUAGES, TEXTS } from "#texts/language.ts";
import { dashboardUrlOf, peoplePages, walletPathOf } from "./people-pages.ts";
import { ask, sampleApp } from "./testing/app.harness.ts";
import { BRANDED } from "./testing/branding.harness.ts";

const BASE_URL = "https://leyden.example";
const IN = "A".repeat(43);
const OUT = "B".repeat(43);
const NO_TEXTS = { preloads: [], texts: {} };
const pages = {
  wallet: {
    script: "wallet.1.js",
    styles: ["wallet.2.css"],
    preloads: ["react.3.js"],
    texts: { de: "wallet-de.4.js" },
  },
  dashboard: { script: "dashboard.5.js", styles: ["dashboard.6.css"], ...NO_TEXTS },
  worker: "wallet-worker.7.js",
  files: new Map(),
};

const givenApp = (branding = BRANDED, options: Parameters<typeof sampleApp>[0] = {}) =>
  sampleApp({
    baseUrl: BASE_URL,
    branding,
    ...options,
    routes: [
      builtFileRoutes(async () => pages),
      peoplePages({
        baseUrl: BASE_URL,
        random: { bytes: (count) => new Uint8Array(count).fill(1) },
        findPerson: async (secret) =>
          secret === IN ? { placeNow: async () => "the-place", usesDashboard: async () => false } : undefined,
        pages: async () => pages,
        network: () => "regtest",
      }),
    ],
  });

it.each([
  ["on", "/wallet"],
  ["off", "/account"],
] as const)("people see their money at a page that there is: scripts %s, %s", (web, path) =>
  expect(walletPathOf({ web })).toBe(path),
);

it("mails name a dashboard that there is", () => {
  const urlOf = (web: "on" | "off") => dashboardUrlOf({ baseUrl: BASE_URL, web });
  expect([urlOf("on"), urlOf("off")]).toEqual([`${BASE_URL}/dashboard`, undefined]);
});

describe("wallet and dashboard", () => {
  let app: Api;
  beforeAll(async () => {
    app = await givenApp();
  });

  const get = (url: string, secret: string | null = IN, headers: Record<string, string> = {}) => {
    const cookie = secret === null ? headers["cookie"] : `__Host-leyden=${secret}`;
    return ask(app, { url, headers: { accept: "text/html", ...headers, ...(cookie === undefined ? {} : { cookie }) } });
  };
  const policyOf = (header: unknown) =>
    Object.fromEntries(
      String(header)
        .split("; ")
        .map((part) => part.split(/ (.*)/s)),
    );

  it.each(["/wallet", "/wallet/send?to=x", "/dashboard", "/dashboard/projects/1/payments/2?status=failed"])(
    "at %s want a login, and lead back",
    async (path) => {
      for (const secret of [OUT, null]) {
        const { statusCode, headers, body } = await get(path, secret);
        expect([statusCode, headers.location]).toEqual([303, `/login?next=${encodeURIComponent(path)}`]);
        expect(body).not.toContain(".js");
      }
    },
  );

  it.each(["/wallet", "/dashboard"])(
    "at %s load from the service alone, and no text becomes a script",
    async (path) => {
      const { statusCode, headers, body } = await get(path);
      expect(statusCode).toBe(200);
      const { "style-src": styles, ...policy } = policyOf(headers["content-security-policy"]);
      expect(policy).toEqual({
        "default-src": "'none'",
        "script-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
        // The wallet names its service worker, and nothing else.
        "trusted-types": path === "/wallet" ? "leyden-worker" : "'none'",
      });
      expect(styles).toMatch(path === "/wallet" ? /^'self'$/ : /^'self' 'sha256-[\w+/=]{44}'$/);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "permissions-policy": `camera=(${path === "/wallet" ? "self" : ""}), geolocation=(), microphone=()`,
        "referrer-policy": "same-origin",
        "x-frame-options": "DENY",
        "x-robots-tag": "noindex",
      });
      expect(body).not.toMatch(/<script(?! type="module" src="\/assets\/)|<style|style="|\son\w+=/);
    },
  );

  it("load their script, style and what these import, and know branding, network and the token of forms", async () => {
    const { body } = await get("/wallet", IN, { "accept-language": "de" });
    expect(body).toContain('<html lang="de">');
    expect(body).toContain(`<title>${TEXTS.de.wallet_head} · ${BRANDED.name.replace("&", "&#38;")}</title>`);
    expect(body).toContain('<script type="module" src="/assets/wallet.1.js"></script>');
    expect(body).toContain('<link rel="stylesheet" id="react-aria-pressable-style" href="/assets/wallet.2.css">');
    expect(body.indexOf("/branding/style.css")).toBeGreaterThan(body.indexOf("wallet.2.css"));
    for (const file of ["react.3.js", "wallet-de.4.js"])
      expect(body).toContain(`<link rel="modulepreload" href="/assets/${file}">`);
    const metaOf = (name: string) =>
      new RegExp(`<meta name="leyden-${name}" content="([^"]*)">`).exec(body)?.[1]?.replaceAll("&#34;", '"');
    expect(JSON.parse(metaOf("branding") ?? "")).toMatchObject({ support: "mailto:help@nordpay.example" });
    expect(metaOf("network")).toBe("regtest");
    expect(metaOf("form")).toMatch(/^[\w-]{43}$/);
    expect(metaOf("place")).toBe("the-place");
    expect(body).not.toContain(IN);
    expect((await get("/dashboard")).body).not.toContain("the-place");
  });

  it("show whose they are, and of which network, while their script is on its way", async () => {
    const name = BRANDED.name.replace("&", "&#38;");
    const shown = async (path: string) => {
      const { body } = await get(path, IN, { "accept-language": "de" });
      return /<div id="page">([\s\S]*)<noscript>/
        .exec(body)?.[1]
        ?.replaceAll(/<[^>]+>/g, "|")
        .split(/[|\n]+/);
    };
    const german = TEXTS.de.wallet_network.replace("{network}", "regtest");
    expect(await shown("/wallet")).toEqual(["", german, name, TEXTS.de.wallet_loading, ""]);
    const english = TEXTS.en.wallet_network.replace("{network}", "regtest");
    expect(await shown("/dashboard/projects/1")).toEqual(["", english, name, TEXTS.en.wallet_loading, ""]);
  });

  it("load no colour of the operator where there is none", async () => {
    const plain = await givenApp({ ...BRANDED, accent: undefined });
    const { body } = await ask(plain, { url: "/wallet", headers: { cookie: `__Host-leyden=${IN}` } });
    expect(body).not.toContain("/branding/style.css");
  });

  it("say in each language what is needed where no script runs; the dashboard is in English", async () => {
    for (const language of LANGUAGES) {
      const { body } = await get("/wallet", IN, { "accept-language": language });
      expect(body).toContain(TEXTS[language].widget_no_script.replaceAll("'", "&#39;"));
      const dashboard = await get("/dashboard", IN, { "accept-language": language });
      expect(dashboard.body).toContain('<html lang="en">');
      expect(dashboard.body).toContain("Please allow scripts");
    }
  });

  it("give a phone that takes no SVG an icon of the wallet, unless the operator's logo is one", async () => {
    const wanted = { url: "/wallet", headers: { accept: "text/html", cookie: `__Host-leyden=${IN}` } };
    const { body } = await ask(await givenApp(PLAIN), wanted);
    expect(body).toContain('<link rel="apple-touch-icon" href="/branding/touch-icon">');
    expect((await get("/wallet")).body).not.toContain("apple-touch-icon");
  });

  it("leave what is asked of an API that is not there to programs", async () => {
    for (const path of ["/dashboard/api/nothing", "/wallet/api/nothing"]) {
      const { statusCode, body } = await get(path, IN, { accept: "application/json" });
      expect([path, statusCode, JSON.parse(body).error.code]).toEqual([path, 404, "not_found"]);
    }
  });
});

describe("loads of wallet and dashboard", () => {
  const PER_ADDRESS = 3;
  const FILES = 10 * PER_ADDRESS;
  /** What a page loads, beside calls of its own. */
  const LOADED = ["/assets/dashboard.5.js", "/assets/dashboard.6.css", "/branding/style.css", "/branding/logo"];
  const clock = { ...machineClock, monotonicMs: () => 0 };

  async function given() {
    const app = await givenApp(BRANDED, { clock, rateLimits: { perKey: 100, perAddress: PER_ADDRESS } });
    const status = async (url: string, { secret = IN, from = "192.0.2.1" } = {}) => {
      const headers = { accept: "text/html", cookie: `__Host-leyden=${secret}` };
      const { statusCode, headers: answered } = await ask(app, { url, headers, remoteAddress: from });
      if (statusCode === 429) expect(answered["retry-after"]).toBe("60");
      return statusCode;
    };
    const times = async (count: number, one: () => Promise<number>) =>
      new Set(await Promise.all(Array.from({ length: count }, one)));
    return { status, times };
  }

  it("are not among what an address may ask for besides, and end too", async () => {
    const { status, times } = await given();
    for (let load = 0; load < FILES / (1 + LOADED.length); load += 1)
      for (const url of ["/dashboard", ...LOADED]) expect(await status(url), `load ${load}: ${url}`).not.toBe(429);
    for (const url of ["/dashboard", "/wallet/send", "/wallet/worker.js", ...LOADED])
      expect(await status(url), url).toBe(429);
    expect(await status("/dashboard", { from: "192.0.2.2" })).toBe(200);
    // Who has opened so many pages can log in.
    expect(await times(PER_ADDRESS, () => status("/nowhere"))).toEqual(new Set([404]));
    expect(await status("/nowhere")).toBe(429);
  });

  it("go on where strangers at the same address have used up what it may ask for", async () => {
    const { status, times } = await given();
    expect(await times(PER_ADDRESS, () => status("/nowhere"))).toEqual(new Set([404]));
    expect(await status("/nowhere")).toBe(429);
    for (const url of ["/dashboard", "/wallet"]) expect(await status(url), url).toBe(200);
  });

  it("without a login count with the others: cookies are not tried out for nothing", async () => {
    const { status } = await given();
    const tries = ["C", "D", "E"].map((letter) => letter.repeat(43));
    for (const secret of tries) expect(await status("/dashboard", { secret })).toBe(303);
    expect(await status("/wallet", { secret: OUT })).toBe(429);
    expect(await status("/wallet/api/nothing")).toBe(429);
    expect(await status("/nowhere")).toBe(429);
    expect(await status("/wallet")).toBe(200);
  });
});
