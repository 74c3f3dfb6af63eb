import { beforeAll, describe, expect, it } from "vitest";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { builtFileRoutes, noBuiltFiles } from "./built-file-routes.ts";
import type { Api } from "./index.ts";

const file = {
  type: "text/javascript",
  body: Buffer.from("page"),
  br: Buffer.from("smallest page"),
  gzip: Buffer.from("zipped page"),
};

describe("built files", () => {
  let app: Api;
  beforeAll(async () => {
    const files = new Map([["ramp.1.js", file]]);
    app = await sampleApp({ routes: [builtFileRoutes(async () => ({ files }))] });
  });

  it("may be kept for ever", async () => {
    const { headers, body } = await ask(app, "/assets/ramp.1.js");
    expect(body).toBe("page");
    expect(headers).toMatchObject({
      "content-type": "text/javascript",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it.each([
    ["br", "br", "smallest page"],
    ["gzip, deflate, BR;q=0.5", "br", "smallest page"],
    ["gzip, deflate", "gzip", "zipped page"],
    ["br;q=0, gzip;q=1.0", "gzip", "zipped page"],
    ["gzip; q=0.000, identity", undefined, "page"],
    ["broken, xgzip", undefined, "page"],
  ])("are sent to who takes %s as %s", async (accepted, encoding, text) => {
    const { headers, body } = await ask(app, { url: "/assets/ramp.1.js", headers: { "accept-encoding": accepted } });
    expect([headers["content-encoding"], headers["vary"], body]).toEqual([encoding, "accept-encoding", text]);
  });

  it("are those of the build and no others", async () => {
    for (const name of ["ramp.9.js", "manifest.json", "..%2Fpackage.json", "constructor"])
      expect((await ask(app, `/assets/${name}`)).statusCode, name).toBe(404);
  });

  it("are none where pages are switched off", async () => {
    const off = await sampleApp({ routes: [noBuiltFiles] });
    const { statusCode, body } = await ask(off, "/assets/ramp.1.js");
    expect(statusCode).toBe(410);
    expect(body).toContain("<!doctype html>");
  });
});
