import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { scratchFolder } from "#platform/machine/testing/scratch-folder.harness.ts";
import { NEEDED } from "../src/adapters/lightning/lnd/permissions.ts";
import { createFakeLnd } from "../src/adapters/lightning/lnd/testing/fake-lnd.harness.ts";
import { createInstallation } from "./installation.harness.ts";

const GUIDE = readFileSync(new URL("../../../docs/nodes/lnd.md", import.meta.url), "utf8");
const EXAMINE_MS = 60_000;

/** What the guide shows behind these words, one line each; `…` stands for what differs. */
function shownAfter(words: string): readonly string[] {
  const [, block = ""] = /^```text\n(.+?)^```$/ms.exec(GUIDE.slice(GUIDE.indexOf(words))) ?? [];
  return block.trimEnd().split("\n");
}

const formOf = (line: string): RegExp =>
  new RegExp(
    `^${line
      .split("…")
      .map((text) => RegExp.escape(text).replaceAll("\\x20", " "))
      .join(".*")}$`,
  );

/** The folder of another disk than `folder` is on. */
const otherDisk = (folder: string) => ["/dev/shm", tmpdir()].find((one) => statSync(one).dev !== statSync(folder).dev);

describe.runIf(process.platform === "linux")("the guide of LND", () => {
  const clean: (() => unknown)[] = [];
  afterAll(async () => {
    for (const one of clean.reverse()) await one();
  });

  /** An LND on mainnet with the macaroon of the guide, and folders elsewhere, as the guide has them. */
  async function settings(elsewhere: string): Promise<Readonly<Record<string, string>>> {
    const lnd = await createFakeLnd({ clock: machineClock });
    clean.push(() => lnd.stop());
    lnd.now.node.network = "mainnet";
    await lnd.allow(Object.values(NEEDED).flatMap((rights) => rights.map(({ name }) => `uri:${name}`)));
    const { port, certFile, credentialFile } = lnd.address;
    chmodSync(credentialFile, 0o600);
    const folder = mkdtempSync(join(elsewhere, "leyden-guide-"));
    clean.push(() => rmSync(folder, { recursive: true }));
    const [journal, backup] = [join(folder, "journal"), join(folder, "backup")];
    for (const one of [journal, backup]) mkdirSync(one, { mode: 0o700 });
    return {
      LEYDEN_NODE: `lnd://127.0.0.1:${port}`,
      LEYDEN_NODE_CERT: certFile,
      LEYDEN_NODE_CREDENTIAL: credentialFile,
      LEYDEN_JOURNAL_DIR: journal,
      LEYDEN_BACKUP_DIR: backup,
      LEYDEN_PORT: "8080",
    };
  }

  it("shows what doctor says before the first start on mainnet", { timeout: EXAMINE_MS }, async () => {
    const elsewhere = otherDisk(scratchFolder());
    if (elsewhere === undefined) throw new Error("/dev/shm and the folder of temporary files are on one disk");
    const installation = createInstallation(await settings(elsewhere));
    clean.push(() => installation.remove());
    const { output } = await installation.command("doctor");
    const shown = shownAfter("On mainnet these lines of `doctor` are not `ok`");
    const said = output.split("\n").filter((line) => /^(?:warning|WRONG) /.test(line));
    expect(said.map((line, i) => (formOf(shown[i] ?? "").test(line) ? shown[i] : line))).toEqual(shown);
  });
});
