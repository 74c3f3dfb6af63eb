import { createHash } from "node:crypto";
import { globSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createInstallation } from "./installation.harness.ts";

describe("leyden doctor", () => {
  const installation = createInstallation();
  afterAll(() => installation.remove());

  const examine = async () => {
    const { status, output } = await installation.command("doctor", "--json");
    const { findings } = JSON.parse(output) as {
      findings: readonly { about: string; verdict: string; says: string }[];
    };
    const bad = findings.filter(({ verdict }) => verdict !== "ok").map(({ about }) => about);
    return { status, bad, findings };
  };

  /** Each file of the data folder but those of the database's own, with a hash of what is in it. */
  const files = () =>
    globSync("**/*", { cwd: installation.dataDir, exclude: (name) => name === "postgres" })
      .filter((name) => lstatSync(join(installation.dataDir, name)).isFile())
      .map(
        (name) =>
          `${name} ${createHash("sha256")
            .update(readFileSync(join(installation.dataDir, name)))
            .digest("hex")}`,
      )
      .toSorted();

  it("makes no installation where there is none", async () => {
    const { status, findings } = await examine();
    expect(status).toBe(1);
    expect(findings).toContainEqual(
      expect.objectContaining({ about: "database", says: expect.stringContaining("there is no installation") }),
    );
    expect(findings.filter(({ says }) => says.startsWith("is not known"))).toEqual([]);
    expect(globSync("*", { cwd: installation.dataDir })).toEqual([]);
  });

  it("finds a new installation well", async () => {
    const { stop, baseUrl } = await installation.start();
    const { status, bad, findings } = await examine();
    expect(bad).toEqual([]);
    expect(status).toBe(0);
    expect(findings.map(({ about }) => about)).toEqual(
      expect.arrayContaining(["node", "chain", "liquidity", "holdings", "database", "secret key"]),
    );
    const measured = async () => {
      const page = await (await fetch(`${baseUrl}/metrics`)).text();
      return [...page.matchAll(/^leyden_doctor_verdict\{about="(.*)"\} 0$/gm)].map(([, about]) => about);
    };
    const about = [...new Set(findings.map((finding) => finding.about))];
    await expect.poll(measured, { timeout: 60_000, interval: 1_000 }).toEqual(about);
    await stop("SIGINT");
  });

  it("looks at what it can while none runs, changes nothing, and leaves nothing running", async () => {
    const before = files();
    expect(before.length).toBeGreaterThan(5);
    const { status, bad, findings } = await examine();
    expect(bad).toEqual(["service", "node"]);
    expect(status).toBe(1);
    expect(findings).toContainEqual(expect.objectContaining({ about: "durability", verdict: "ok" }));
    expect(files()).toEqual(before);
    expect(globSync("postgres/data/postmaster.pid", { cwd: installation.dataDir })).toEqual([]);
  });
});
