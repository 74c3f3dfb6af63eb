import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createInstallation, type Installation, type Started } from "../../server/test/installation.harness.ts";
import { isProgram } from "../src/compile.ts";
import type { Entry } from "../src/shrinkwrap.ts";
import { describeContainer } from "./container.harness.ts";
import { diskMegabytes, INSTALL_MS, LAUNCHER, VERSION } from "./install-release.harness.ts";
import { sharedRelease } from "./shared-release.harness.ts";

const ROOT = join(import.meta.dirname, "../../..");
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const run = promisify(execFile);

/** Tests of packages, by their place in the file. */
const OF_MAKERS =
  /\/node_modules\/(?:@[^/]+\/)?[^/]+\/(?:(?:tests?|specs?|benchmarks?)\/|test(?:-[^/]*)?\.[cm]?js$)|\.(?:test|spec)\.[cm]?js$/;

describe("a release", { timeout: INSTALL_MS }, () => {
  let out = "";
  let installed = "";

  beforeAll(async () => {
    ({ out, installed } = await sharedRelease());
  }, INSTALL_MS);

  it("is a file with its libraries, checksums, parts and notes", () => {
    const names = ["leyden", "leyden-client", "leyden-widget"].map((name) => `${name}-${VERSION}.tgz`);
    const install = readdirSync(join(import.meta.dirname, "../install"));
    expect(install).toEqual(expect.arrayContaining(["Containerfile", "leyden.service"]));
    const others = ["NOTES.txt", "SHA256SUMS", "parts.spdx.json"];
    expect(readdirSync(out).sort()).toEqual([...others, ...names, ...install].sort());
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
    for (const name of ["fastify", "react"])
      expect(packages).toContainEqual(expect.objectContaining({ name, licenseDeclared: "MIT" }));
  });

  it("has libraries that a program can import, without a network", async () => {
    const names = ["leyden-client", "leyden-widget"].map((name) => join(out, `${name}-${VERSION}.tgz`));
    const folder = mkdtempSync(join(out, "../libraries-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "package.json"), "{}");
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...names], { cwd: folder });
    const program = `const { createClient } = await import("@leyden/client");
      const { createRamp } = await import("@leyden/widget");
      console.log(typeof createClient, typeof createRamp)`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder });
    expect(stdout).toBe("function function\n");
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
    expect(texts.filter((path) => /npm run leyden -- |`npm start`|npm ci/.test(readFileSync(path, "utf8")))).toEqual(
      [],
    );
  });

  it("has in its file no tests of others, no place of the machine that made it, and no link that leads nowhere", async () => {
    const { stdout } = await run("tar", ["tzf", join(out, `leyden-${VERSION}.tgz`)], { maxBuffer: 1e8 });
    const names = stdout.trim().split("\n");
    expect(names).toContain("package/LICENSE");
    expect(names.filter((name) => OF_MAKERS.test(name))).toEqual([]);
    expect(names.filter((name) => /\.(?:pem|key|env|npmrc)$|\/\.[^/]*$/.test(name))).toEqual([]);
    const own = names.filter((name) => /^package\/(?:[^/]+|(?:docs|packages)\/.*)$/.test(name));
    const texts = own.map(
      (name) => [name, readFileSync(join(installed, name.slice("package/".length)), "utf8")] as const,
    );
    expect(
      texts.filter(([, text]) => text.includes(ROOT) || text.includes(dirname(out))).map(([name]) => name),
    ).toEqual([]);
    const links = texts
      .filter(([name]) => name.endsWith(".md"))
      .flatMap(([name, text]) =>
        [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, to = ""]) => join(name, "..", to)),
      );
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((path) => !existsSync(join(installed, path.slice("package/".length))))).toEqual([]);
  });

  it("says of each package in its file where the text of its licence is, and has it there", async () => {
    const { stdout } = await run("tar", ["tzf", join(out, `leyden-${VERSION}.tgz`)], { maxBuffer: 1e8 });
    const isOfPackage = /\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/;
    const packages = stdout.split("\n").filter((name) => isOfPackage.test(name));
    expect(packages.length).toBeGreaterThan(200);
    const [ofPackages = ""] = readFileSync(join(installed, "LICENCES.txt"), "utf8").split(
      "\nLibraries in the built pages",
    );
    const lines = ofPackages.split("\n").filter((line) => line.startsWith("  "));
    expect(lines).toHaveLength(packages.length);
    const places = lines.flatMap((line) => /node_modules\/\S+$/.exec(line) ?? []);
    expect(places.length).toBeGreaterThan(packages.length - 5);
    expect(places.filter((place) => !existsSync(join(installed, place)))).toEqual([]);
  });

  it("has every program and every statement of the checkout, compiled or as it is, and the built pages", () => {
    const places = ["packages/server/src", "packages/server/migrations", "packages/regtest/src", "packages/client/src"];
    const tracked = execFileSync("git", ["ls-files", ...places], { cwd: ROOT, encoding: "utf8" })
      .trim()
      .split("\n");
    const files = tracked.filter(isProgram).map((path) => path.replace(/\.ts$/, ".js"));
    expect(files.length).toBeGreaterThan(1_000);
    const { imports } = readJson(join(installed, "package.json")) as { imports: Record<string, string> };
    const named = Object.values(imports).filter((path) => !path.includes("*"));
    expect(named.length).toBeGreaterThan(20);
    const pages = readJson(join(installed, "packages/web/dist/manifest.json")).files as string[];
    const built = pages.map((name) => `packages/web/dist/${name}`);
    expect(built.length).toBeGreaterThan(2);
    expect([...files, ...named, ...built].filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it("takes no more than 250 MB of the disk", async () => {
    expect(await diskMegabytes(installed)).toBeLessThan(250);
  });

  describeContainer(() => out);

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
