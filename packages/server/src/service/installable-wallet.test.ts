import { describe, expect, it } from "vitest";
import type { Branding } from "#kernel/branding.ts";
import { PLAIN } from "#kernel/branding.ts";
import { installableWallet } from "./installable-wallet.ts";
import { ask, sampleApp } from "./testing/app.harness.ts";

const NONE = Buffer.alloc(0);
const WORKER = { type: "text/javascript; charset=utf-8", body: Buffer.from("// worker"), br: NONE, gzip: NONE };

/** The beginning of a PNG of this size: all that is read of it. */
function png(width: number, height: number): Branding["logo"] {
  const bytes = Buffer.alloc(40);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { type: "image/png", bytes };
}

async function get(url: string, branding: Branding = PLAIN, files: ReadonlyMap<string, typeof WORKER> = new Map()) {
  const pages = async () => ({ worker: "wallet-worker.1.js", files });
  const app = await sampleApp({
    baseUrl: "https://leyden.example",
    branding,
    routes: [installableWallet(pages)],
  });
  return await ask(app, { url });
}

describe("the wallet as an app", () => {
  it("has the name and the logo of the service, for anybody", async () => {
    const { statusCode, headers, body } = await get("/wallet/app.webmanifest", { ...PLAIN, name: "Nord & Pay" });
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/manifest+json; charset=utf-8"]);
    expect(JSON.parse(body)).toMatchObject({
      name: "Nord & Pay",
      start_url: "/wallet",
      scope: "/wallet",
      display: "standalone",
      icons: [
        { src: "/branding/logo", type: "image/svg+xml", sizes: "any" },
        { src: "/branding/touch-icon", type: "image/png", sizes: "180x180" },
      ],
    });
  });

  it("says how large a PNG is, because browsers take no icon that is too small", async () => {
    const iconOf = async (logo: Branding["logo"]) =>
      JSON.parse((await get("/wallet/app.webmanifest", { ...PLAIN, logo })).body).icons[0];
    expect(await iconOf(png(512, 300))).toMatchObject({ type: "image/png", sizes: "512x300" });
    expect(await iconOf({ type: "image/png", bytes: Buffer.alloc(20) })).toMatchObject({ sizes: "any" });
  });

  it("has its worker at one address, which works for the whole wallet and may load from the service alone", async () => {
    const { statusCode, headers, body } = await get(
      "/wallet/worker.js",
      PLAIN,
      new Map([["wallet-worker.1.js", WORKER]]),
    );
    expect([statusCode, body]).toEqual([200, "// worker"]);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": "default-src 'none'; connect-src 'self'",
      "service-worker-allowed": "/wallet",
    });
  });
});
