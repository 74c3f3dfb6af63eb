import { describe, expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { BRANDED, LOGO } from "#service/testing/branding.harness.ts";
import { readerOf } from "#texts/reader.ts";
import { touchIconOf } from "./branding-routes.ts";
import { footOf } from "./foot.ts";

describe("the logo of the service", () => {
  it("is the operator's, and may do nothing, also when it is opened by itself", async () => {
    const { statusCode, headers, body } = await ask(await sampleApp({ branding: BRANDED }), "/branding/logo");
    expect([statusCode, body]).toEqual([200, LOGO]);
    expect(headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  it("is that of the software where there is none", async () => {
    const { headers, body } = await ask(await sampleApp(), "/branding/logo");
    expect(headers["content-type"]).toBe("image/svg+xml");
    expect(body).toContain("<title>Leyden</title>");
  });
});

describe("the icon of the wallet as an app", () => {
  it("is a PNG of 180 pixels, or the operator's logo where that is a PNG", async () => {
    const bytes = new Uint8Array();
    const logos = [undefined, { type: "image/png", bytes }, { type: "image/svg+xml", bytes }] as const;
    expect(logos.map((logo) => touchIconOf({ logo }))).toEqual(["/branding/touch-icon", "/branding/logo", undefined]);
    const app = await sampleApp();
    const { headers, rawPayload } = await ask(app, "/branding/touch-icon");
    expect(headers["content-type"]).toBe("image/png");
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([180, 180]);
    expect(rawPayload.length).toBeLessThan(10_000);
    const head = await ask(app, { method: "HEAD", url: "/branding/touch-icon" });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });
});

describe("the colour of the service", () => {
  it("is a style of its own for pages that run as scripts, and empty where there is none", async () => {
    const { headers, body } = await ask(await sampleApp({ branding: BRANDED }), "/branding/style.css");
    expect(headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(body).toContain("--accent: light-dark(#1f4fd0, #8fb0ff);");
    expect(body).toContain("--on-accent: light-dark(#ffffff, #1c1c1e);");
    expect((await ask(await sampleApp(), "/branding/style.css")).body).toBe("");
  });

  it("is after ours in the style of pages, for browsers of both themes", async () => {
    const page = await ask(await sampleApp({ branding: BRANDED }), { url: "/", headers: { accept: "text/html" } });
    expect(page.body.indexOf("--accent: #1f4fd0;")).toBeGreaterThan(page.body.indexOf("--accent: #f2b632;"));
    expect(page.body.indexOf("--accent: #8fb0ff;")).toBeGreaterThan(page.body.indexOf("--accent: #1f4fd0;"));
  });
});

describe("a page", () => {
  const given = async (branding = BRANDED) =>
    (await ask(await sampleApp({ branding }), { url: "/nothing", headers: { accept: "text/html" } })).body;

  it("has the name of the service in its title, head and foot, with what the operator wants read", async () => {
    const body = await given();
    expect(body).toContain("<title>Not found · Nordpay &#38; Söhne</title>");
    expect(body).toContain("<bdi>Nordpay &#38; Söhne</bdi></a>");
    expect(
      [...body.matchAll(/<a href="([^"]*)" rel="noreferrer">([^<]*)<\/a>/g)].map(([, href, label]) => [label, href]),
    ).toEqual([
      ["Help", "mailto:help@nordpay.example"],
      ["Terms", "https://nordpay.example/terms"],
      ["Privacy", "https://nordpay.example/privacy"],
      ["Imprint", "https://nordpay.example/imprint?of=&#60;us&#62;"],
    ]);
  });

  it("names the software once, in small print; or not at all beside its own name", async () => {
    expect((await given()).match(/Leyden/g)).toEqual(["Leyden"]);
    expect((await given()).match(/<p class="software">Made with Leyden<\/p>/g)).toHaveLength(1);
    expect(await given(PLAIN)).not.toContain("Made with");
  });

  it("leaves out what is not set", () => {
    const { markup } = footOf({ ...PLAIN, name: "Example Pay", terms: "https://example.com/terms" }, readerOf("en"));
    expect(markup.match(/<a /g)).toHaveLength(1);
    expect(markup).toContain('<a href="https://example.com/terms" rel="noreferrer">Terms</a>');
  });
});
