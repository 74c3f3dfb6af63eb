import { beforeAll, describe, expect, it } from "vitest";
import type { Api } from "#platform/http/index.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { type Language, TEXTS } from "#texts/language.ts";
import { type RampAssets, rampPage } from "./pages.ts";

const SESSION = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
const EMPTY = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60719";

const asset = (text: string, type: string) => {
  const zipped = Buffer.from(`zipped ${text}`);
  return { type, body: Buffer.from(text), br: zipped, gzip: zipped };
};
const assets: RampAssets = {
  ramp: { script: "ramp.1.js", styles: ["ramp.2.css"], preloads: [], texts: {} },
  loader: "leyden-ramp.3.js",
  files: new Map([
    ["ramp.1.js", asset("page", "text/javascript")],
    ["ramp.2.css", asset("style", "text/css")],
    ["leyden-ramp.3.js", asset("loader", "text/javascript")],
  ]),
};
const ORIGINS = [
  ...["https://shop.example", "http://localhost:3000"],
  // What must never get into a header, wherever it comes from.
  ...["*", "https:", "https://x.example; script-src *", "https://x.example/path", "'none'", "null"],
];

describe("the ramp's page", () => {
  let app: Api;
  const asked: string[] = [];
  let isTestNetwork = false;

  beforeAll(async () => {
    const findFrame = async (id: string) => {
      asked.push(id);
      return { [SESSION]: { origins: ORIGINS }, [EMPTY]: { origins: [] } }[id];
    };
    app = await sampleApp({
      routes: [
        rampPage({
          findFrame,
          assets: async () => assets,
          baseUrl: "https://pay.example/leyden",
          isTestNetwork: () => isTestNetwork,
          proofFor: (id, cookies) => (cookies === undefined ? undefined : `proof of ${id} ${cookies}`),
        }),
      ],
    });
  });

  const policyOf = (header: unknown) =>
    Object.fromEntries(
      String(header)
        .split("; ")
        .map((part) => part.split(/ (.*)/s)),
    );

  it("may be in a frame of each server of the developer's machine where money is made up", async () => {
    isTestNetwork = true;
    const { headers, body } = await ask(app, `/ramp/${EMPTY}`);
    isTestNetwork = false;
    expect(policyOf(headers["content-security-policy"])).toMatchObject({
      "frame-ancestors": "'self' http://localhost:* http://127.0.0.1:*",
    });
    expect(body).toContain("http://127.0.0.1:*");
  });

  it("has a proof that it was opened as a page where the browser says so, and in no frame", async () => {
    const get = async (headers: Record<string, string>) =>
      (await ask(app, { method: "GET", url: `/ramp/${EMPTY}`, headers })).body;
    const cookie = "who=ann";
    expect(await get({ cookie, "sec-fetch-dest": "document" })).toContain(
      `<meta name="leyden-top-page" content="proof of ${EMPTY} who=ann">`,
    );
    for (const headers of [{ cookie, "sec-fetch-dest": "iframe" }, { cookie }, { "sec-fetch-dest": "document" }])
      expect(await get(headers as Record<string, string>)).not.toContain("leyden-top-page");
  });

  it("may be in a frame of the project's origins and of its own, and loads from itself and Stripe alone", async () => {
    const { statusCode, headers, body } = await ask(app, `/ramp/${SESSION}?utm_source=mail`);
    expect(statusCode).toBe(200);
    expect(policyOf(headers["content-security-policy"])).toEqual({
      "default-src": "'none'",
      "script-src": "'self' https://js.stripe.com",
      "style-src": "'self'",
      "img-src": "'self'",
      "connect-src": "'self' https://api.stripe.com",
      "frame-src": "https://js.stripe.com https://hooks.stripe.com",
      "form-action": "'none'",
      "base-uri": "'none'",
      "frame-ancestors": "'self' https://shop.example http://localhost:3000",
    });
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
    expect(headers).not.toHaveProperty("x-frame-options");
    expect(headers).not.toHaveProperty("set-cookie");
    expect(body).toContain('<script type="module" src="/assets/ramp.1.js"></script>');
    expect(body).toContain('<link rel="stylesheet" href="/assets/ramp.2.css">');
    // The operator's colour, after ours.
    expect(body.indexOf('href="/branding/style.css"')).toBeGreaterThan(body.indexOf("ramp.2.css"));
    const branding = /<meta name="leyden-branding" content="([^"]*)">/.exec(body)?.[1]?.replaceAll("&#34;", '"');
    expect(JSON.parse(String(branding))).toEqual({ name: "Leyden" });
    const listed = /<meta name="leyden-origins" content="([^"]*)">/.exec(body)?.[1]?.replaceAll("&#34;", '"');
    expect(JSON.parse(String(listed))).toEqual([
      "https://pay.example",
      "https://shop.example",
      "http://localhost:3000",
    ]);
  });

  it("is in no other site's frame when the project lists none", async () => {
    const { headers } = await ask(app, `/ramp/${EMPTY}`);
    expect(policyOf(headers["content-security-policy"])["frame-ancestors"]).toBe("'self'");
  });

  it.each([SESSION.replace("18", "99"), "1", "constructor", `${SESSION}'`, "a".repeat(60)])(
    "of %s, which is no session, says so and runs nothing",
    async (id) => {
      const { statusCode, headers, body } = await ask(app, `/ramp/${id}`);
      expect(statusCode).toBe(404);
      expect(headers["content-type"]).toContain("text/html");
      expect(body).toContain("This link does not work");
      expect(body).not.toContain("<script");
      expect(policyOf(headers["content-security-policy"])).not.toHaveProperty("script-src");
    },
  );

  it.each([
    ["xx, fr-CH;q=0.9, en;q=0.5", undefined, "fr", "Acheter des bitcoins", "Veuillez autoriser les scripts"],
    ["fr", "who=ann; leyden-language=de; x=y", "de", "Bitcoin kaufen", "Bitte erlaube Skripte"],
    ["xx", undefined, "en", "Buy bitcoin", "Please allow scripts"],
  ])(
    "is in the language that the browser wants or had chosen: %s, %s",
    async (wanted, cookie, language, title, text) => {
      const headers = { "accept-language": wanted, ...(cookie === undefined ? {} : { cookie }) };
      const { body } = await ask(app, { url: `/ramp/${EMPTY}`, headers });
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).toContain(`<title>${title} · Leyden</title>`);
      expect(body).toContain(`<h1>${text}</h1>`);
      const missing = await ask(app, { url: "/ramp/1", headers });
      expect(missing.body).toContain(`<html lang="${language}">`);
      expect(missing.body).toContain(`<h1>${TEXTS[language as Language].ramp_unknown_title}</h1>`);
      expect(missing.body).toContain(TEXTS[language as Language].ramp_unknown_text);
    },
  );

  it("looks up ids and nothing else", () => {
    expect(asked.filter((id) => !/^[0-9a-f-]{36}$/.test(id))).toEqual([]);
  });
});

describe("the loader of the widget", () => {
  let app: Api;
  beforeAll(async () => {
    app = await sampleApp({
      routes: [
        rampPage({
          findFrame: async () => undefined,
          assets: async () => assets,
          baseUrl: "https://pay.example",
          isTestNetwork: () => false,
          proofFor: () => undefined,
        }),
      ],
    });
  });

  it("has a name that stays, for pages of any origin", async () => {
    const newest = await ask(app, "/widget/v1/leyden-ramp.js");
    expect(newest.statusCode).toBe(302);
    expect(newest.headers).toMatchObject({
      location: "/widget/v1/leyden-ramp.3.js",
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    const loader = await ask(app, "/widget/v1/leyden-ramp.3.js");
    expect(loader.body).toBe("loader");
    expect(loader.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect((await ask(app, "/widget/v1/ramp.1.js")).statusCode).toBe(404);
  });
});
