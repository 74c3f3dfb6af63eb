import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * What a start loads is a decision: each module costs time and stays in memory (docs/decisions/0039). A package that is
 * not needed by every installation is loaded where it is first used, and stands in the second list.
 */

const PACKAGE = join(import.meta.dirname, "..");
const PACKAGES = join(PACKAGE, "..");

/** Our own dependencies that a start loads, and behind each what it brings along. */
const EVERY_START: Readonly<Record<string, readonly string[]>> = {
  "@fastify/cookie": [],
  "@noble/curves": [],
  "@noble/hashes": [],
  "@node-rs/argon2": [],
  "@scure/base": [],
  "@scure/btc-signer": ["micro-packed"],
  commander: [],
  fastify: [
    ...["@fastify/error", "@fastify/forwarded", "@fastify/proxy-addr", "avvio", "fast-decode-uri-component"],
    ...["fast-deep-equal", "fast-json-stringify", "fast-querystring", "fastify-plugin", "fastq", "find-my-way"],
    ...["process-warning", "ret", "reusify", "rfdc", "safe-regex2", "secure-json-parse", "semver", "toad-cache"],
  ],
  "ipaddr.js": [],
  marked: [],
  otpauth: [],
  pg: [
    ...["pg-connection-string", "pg-int8", "pg-pool", "pg-protocol", "pg-types", "postgres-array", "postgres-bytea"],
    ...["postgres-date", "postgres-interval", "split2", "xtend"],
  ],
  pino: [
    ...["@pinojs/redact", "atomic-sleep", "on-exit-leak-free", "pino-std-serializers", "quick-format-unescaped"],
    ...["safe-stable-stringify", "sonic-boom", "thread-stream"],
  ],
  "pino-pretty": [
    ...["colorette", "dateformat", "end-of-stream", "fast-copy", "fast-safe-stringify", "once"],
    ...["pino-abstract-transport", "pump", "wrappy"],
  ],
  postgrator: ["balanced-match", "brace-expansion", "glob", "lru-cache", "minimatch", "minipass", "path-scurry"],
  "prom-client": ["@opentelemetry/api", "bintrees", "tdigest"],
  qr: [],
  "tiny-secp256k1": ["uint8array-tools"],
  undici: [],
  zod: [],
};

/** By the file that loads them: what is loaded when it is first used, or while something else starts. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  "server/src/adapters/lightning/nwc/link.ts": ["./session.ts"],
  "server/src/adapters/mail/smtp.ts": ["nodemailer"],
  "server/src/adapters/processors/choose.ts": ["../identity/stripe.ts", "./stripe.ts"],
  "server/src/cli/commands.ts": [
    ...[
      "./after-restore.ts",
      "./apps.ts",
      "./backups.ts",
      "./doctor.ts",
      "./equity.ts",
      "./incidents.ts",
      "./lab.ts",
      "./listen.ts",
    ],
    ...[
      "./mails.ts",
      "./migrate.ts",
      "./money.ts",
      "./node.ts",
      "./onchain.ts",
      "./payments.ts",
      "./projects.ts",
      "./ramp.ts",
    ],
    ...["./restore.ts", "./service-limits.ts", "./start.ts", "./status.ts", "./users.ts", "./vouchers.ts"],
  ],
  "server/src/cli/lab.ts": ["@leyden/regtest"],
  "server/src/cli/start.ts": ["#supervisor/join.ts", "./doctor/examine.ts"],
  "server/src/platform/database/migration-step.ts": ["postgrator"],
  "server/src/protocol/passkey.ts": ["@simplewebauthn/server", "@simplewebauthn/server/helpers"],
  "server/src/service/load-ramp.ts": ["./ramp-part.ts"],
  "server/src/slices/oauth/provider/interactions.ts": ["oidc-provider"],
  "server/src/slices/oauth/provider/protocol.ts": ["./provider.ts"],
  "server/src/supervisor/start.ts": ["#service/routes.ts", "./serve.ts"],
  "server/src/supervisor/test-network.ts": ["@leyden/regtest"],
};

/** An import of a value from these loads far more than is used: `node-http.ts` and `undici.ts` go past their doors. */
const HEAVY_DOORS = ["node:http", "undici"];

describe("a start", () => {
  it("loads these packages and no others", () => {
    const expected = Object.entries(EVERY_START).flatMap(([name, brought]) => [name, ...brought]);
    const parts = ["#supervisor/serve.ts", "#service/ramp-part.ts", "postgrator"];
    const loaded = loadedBy("#cli/program.ts", "#cli/start.ts", ...parts, "./test/http-server.harness.ts");
    expect(packagesOf(loaded)).toEqual(expected.sort());
  });

  it("begins the node's processes before it loads the service", () => {
    const loaded = loadedBy("#cli/program.ts", "#cli/start.ts");
    const services = loaded.flatMap((url) => /server\/src\/service\/(.+)$/.exec(url)?.[1] ?? []);
    expect(services.sort()).toEqual(["front-door.ts", "open-branding.ts"]);
  });

  it("loads no other command", () => {
    const loaded = loadedBy("#cli/program.ts");
    expect(packagesOf(loaded)).toEqual(["@scure/base", "commander"]);
    expect(loaded.filter((url) => /server\/src\/(?:service|slices)\//.test(url))).toEqual([]);
  });

  it("leaves these modules for later", () => {
    const found = sources("{server,regtest}/src/**/*.ts").flatMap((path) => {
      const imported = [...read(path).matchAll(/\bimport\("([^"]+)"\)/g)].map(([, name = ""]) => name);
      return imported.length === 0 ? [] : [[path, [...new Set(imported)].sort()] as const];
    });
    expect(Object.fromEntries(found)).toEqual(LATER);
  });

  it.each(HEAVY_DOORS)("takes no value from the door of %s", (name) => {
    const value = new RegExp(`^import (?!type\\b)[^"]*"${name}";`, "m");
    expect(sources("{server,regtest}/src/**/*.ts").filter((path) => value.test(read(path)))).toEqual([]);
  });
});

/** Addresses of all modules that Node loads for these, in a process of its own. */
function loadedBy(...specifiers: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "leyden-modules-"));
  const file = join(folder, "loaded");
  const load = "for (const name of process.argv.slice(1)) await import(name);";
  const hooks = ["--import", join(import.meta.dirname, "modules.harness.ts")];
  try {
    execFileSync(process.execPath, [...hooks, "--input-type=module", "--eval", load, ...specifiers], {
      cwd: PACKAGE,
      env: { ...process.env, LOADED_MODULES: file },
    });
    return readFileSync(file, "utf8").trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without the packages that hold a library's native part for this platform. */
function packagesOf(urls: readonly string[]): readonly string[] {
  const names = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return [...new Set(names)].filter((name) => !name.startsWith("@node-rs/argon2-")).sort();
}

function sources(pattern: string): readonly string[] {
  const paths = globSync(join(PACKAGES, pattern)).map((path) => relative(PACKAGES, path).replaceAll("\\", "/"));
  return paths.filter((path) => !/\.(test|harness|setup)\.ts$/.test(path)).sort();
}

function read(path: string): string {
  return readFileSync(join(PACKAGES, path), "utf8");
}
