import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { installRelease, LAUNCHER, makeRelease } from "../../packages/release/test/install-release.harness.ts";
import type { Part } from "./figure.ts";
import { type Start, startInstallation } from "./lightning/installation.ts";
import { type Starts, secondsOfPostgresAlone, startFigures } from "./start-figures.ts";

/**
 * `leyden start` of a release of this checkout that npm has installed, on an empty data folder and again on the same
 * one: until it says that it is ready, with database and Lightning network.
 */
export const releaseStarts: Part = {
  title: "an installed release: starts",
  async measure({ rounds, release }) {
    const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
    try {
      const installed = release ?? (await installAnew(folder));
      const start: Start = { words: [process.execPath, join(installed, LAUNCHER), "start"], cwd: installed };
      const measured: Starts[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const dataDir = join(folder, `data-${round}`);
        const load = loadavg()[0]?.toFixed(1);
        const yardstick = await secondsOfPostgresAlone();
        const first = await secondsUntilReady(dataDir, start);
        const second = await secondsUntilReady(dataDir, start);
        measured.push({ first, second, yardstick });
        const starts = `ready in ${first.toFixed(1)} s, then in ${second.toFixed(1)} s`;
        console.log(`round ${round}: ${starts}, PostgreSQL alone ${yardstick.toFixed(2)} s; load before ${load}`);
        await rm(dataDir, { recursive: true });
      }
      return startFigures(measured, " of an installed release");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** As an operator has it: made, packed, and installed by npm with its optional parts. */
async function installAnew(folder: string): Promise<string> {
  const out = join(folder, "out");
  await makeRelease(out);
  return await installRelease(out, join(folder, "prefix"));
}

async function secondsUntilReady(dataDir: string, start: Start): Promise<number> {
  const installation = await startInstallation(dataDir, {}, start);
  await installation.stop();
  return installation.readySeconds;
}
