import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../../server/src/platform/machine/testing/scratch-folder.harness.ts";
import { createInstallation, type Installation, type Started } from "../../server/test/installation.harness.ts";
import type { Entry } from "../src/shrinkwrap.ts";
import { INSTALL_MS, installRelease, LAUNCHER, makeRelease, VERSION } from "./install-release.harness.ts";

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

describe("a release", { timeout: INSTALL_MS }, () => {
  let folder = "";
  let out = "";
  let installed = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(scratchFolder(), "leyden-release-"));
    out = join(folder, "out");
    await makeRelease(out);
    installed = await installRelease(out, join(folder, "prefix"));
  }, INSTALL_MS);

  afterAll(() => rmSync(folder, { recursive: true }));

  it("is a file with its libraries, checksums, parts and notes", () => {
    const names = ["leyden", "leyden-client", "leyden-widget"].map((name) => `${name}-${VERSION}.tgz`);
    expect(readdirSync(out).sort()).toEqual(["NOTES.txt", "SHA256SUMS", ...names, "parts.spdx.json"].sort());
    for (const line of readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n")) {
      const [hash = "", name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(readFileSync(join(out, name)))
          .digest("hex"),
        name,
      ).toBe(hash);
    }
    const { spdxVersion, packages } = readJson(join(out, "parts.spdx.json"));
    expect(spdxVersion).toMatch(/^SPDX-2/);
    expect(packages).toContainEqual(expect.objectContaining({ name: "fastify", licenseDeclared: "MIT" }));
  });

  it("is the same file when it is made again by somebody else in another place and time zone", async () => {
    const again = join(folder, "again");
    await makeRelease(again, { umask: "077", zone: "Asia/Tokyo" });
    const packed = (place: string) =>
      readFileSync(join(place, "SHA256SUMS"), "utf8")
        .split("\n")
        .filter((line) => line.endsWith(".tgz"));
    expect(packed(again)).toHaveLength(3);
    expect(packed(again)).toEqual(packed(out));
  });

  it("installs exactly what the lock file of the checkout names", () => {
    const { packages } = readJson(join(installed, "npm-shrinkwrap.json")) as { packages: Record<string, Entry> };
    const { "": _, ...needed } = packages;
    const versions = Object.entries(needed).map(([place, { version, os, cpu, optional }]) => {
      const isForOthers = optional === true && (os !== undefined || cpu !== undefined);
      try {
        return [place, readJson(join(installed, place, "package.json")).version, version];
      } catch {
        return [place, isForOthers ? version : "none", version];
      }
    });
    expect(versions.length).toBeGreaterThan(200);
    expect(versions.filter(([, found, wanted]) => found !== wanted)).toEqual([]);
  });

  it("has nothing to compile, and nothing that speaks of a checkout", () => {
    const files = execFileSync("find", [join(installed, "packages"), "-type", "f"], { encoding: "utf8" }).split("\n");
    expect(files.filter((path) => /\.tsx?$|\.(?:test|harness)\.|\/testing\//.test(path))).toEqual([]);
    const texts = files.filter((path) => path.endsWith(".js"));
    expect(texts.filter((path) => /npm run leyden -- |`npm start`/.test(readFileSync(path, "utf8")))).toEqual([]);
  });

  describe("that is installed", () => {
    let installation: Installation;
    let running: Started;

    beforeAll(async () => {
      installation = createInstallation({}, join(installed, LAUNCHER));
      running = await installation.start();
    }, INSTALL_MS);

    afterAll(async () => {
      await installation?.remove();
    });

    it("says its version and commit", async () => {
      const { output } = await installation.command("--version");
      expect(output).toMatch(new RegExp(`^${VERSION.replaceAll(".", "\\.")}, commit [0-9a-f]{12}`));
    });

    it("pays over Lightning, and its audit finds nothing", async () => {
      const payment = { lnAddress: `merchant@${running.network().merchantHost}`, amount: "10000" };
      const { body } = await running.call("POST", "/v0/ln-address/send-payment", payment);
      expect(body).toMatchObject({ message: "Payment done.", data: { status: "completed" } });
      const { status, output } = await installation.command("audit");
      expect([status, output]).toEqual([0, expect.stringContaining("I9")]);
    });

    it("shows pages that were built before", async () => {
      const widget = await fetch(`${running.baseUrl}/widget/v1/leyden-ramp.js`);
      expect(widget.status).toBe(200);
      expect(await (await fetch(`${running.baseUrl}/docs/guide`)).text()).toContain("webhook");
      expect(running.output()).not.toContain("Building the pages");
    });

    it("stops, and starts again on what it had", async () => {
      expect(await running.stop("SIGTERM")).toBe(0);
      running = await installation.start();
      expect((await running.call("GET", "/v0/wallet")).status).toBe(200);
    });
  });
});
