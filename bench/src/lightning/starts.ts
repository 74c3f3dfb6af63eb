import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Part, Wanted } from "../figure.ts";
import { type Starts, secondsOfPostgresAlone, startFigures } from "../start-figures.ts";
import { type Installation, type ProcessName, startInstallation } from "./installation.ts";

type Round = Starts & { readonly memory: Readonly<Record<ProcessName, number>> };

/** `leyden start` on an empty data folder and again on the same one; what the processes hold when nothing happens. */
export const lightningStarts: Part = {
  title: "Lightning network: starts and memory",
  async measure({ rounds, restSeconds }) {
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) measured.push(await measureRound(round, restSeconds));
    const memory = (title: string, name: ProcessName, wanted?: Wanted): Figure => ({
      title,
      unit: "MB",
      rounds: measured.map((round) => round.memory[name]),
      ...(wanted && { wanted }),
    });
    return [
      ...startFigures(measured),
      memory("memory of the server at rest", "server", { atMost: 150, goal: 120 }),
      memory("memory of our node at rest", "node"),
      memory("memory of router and merchant at rest", "world"),
      memory("memory of the chain at rest", "chain"),
    ];
  },
};

async function measureRound(round: number, restSeconds: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
  const load = loadavg()[0]?.toFixed(1);
  try {
    const yardstick = await secondsOfPostgresAlone();
    const first = await during(folder, async ({ readySeconds }) => readySeconds);
    const { readySeconds, memory } = await during(folder, async (installation) => {
      await sleep(restSeconds * 1_000);
      return { ...installation, memory: installation.memory() };
    });
    const starts = `started in ${first.toFixed(1)} s, then in ${readySeconds.toFixed(1)} s`;
    const alone = `PostgreSQL alone ${yardstick.toFixed(2)} s`;
    console.log(`round ${round}: ${starts}, ${alone}, server ${memory.server.toFixed(0)} MB; load before ${load}`);
    return { first, second: readySeconds, yardstick, memory };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function during<T>(dataDir: string, work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await startInstallation(dataDir);
  try {
    return await work(installation);
  } finally {
    await installation.stop();
  }
}
