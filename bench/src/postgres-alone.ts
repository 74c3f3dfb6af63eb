import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../packages/server/src/platform/postgres/server.ts";
import { type Figure, median } from "./figure.ts";

/** One differs from the next by a third. */
const TIMES = 3;

/**
 * Seconds until a PostgreSQL that is made anew answers, the median of three times: the yardstick of starts, which takes
 * the processors and the disk of the same machine.
 */
export async function secondsOfPostgresAlone(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i += 1) times.push(await startOnce());
  return median(times);
}

async function startOnce(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
  const home = join(folder, "postgres");
  try {
    const begun = performance.now();
    const server = await startPostgres({ folder: home });
    const seconds = (performance.now() - begun) / 1_000;
    await server.stop();
    return seconds;
  } finally {
    // As root the server's folder may be a link to one that its user can reach; there is none when the start failed.
    const real = await realpath(home).catch(() => home);
    for (const path of [real, folder]) await rm(path, { recursive: true, force: true });
  }
}

/** A start as it is, and by the yardstick of its round. @param atMost floor of that ratio. */
export function startFigures(
  title: string,
  starts: readonly { readonly seconds: number; readonly yardstick: number }[],
  atMost: number,
): readonly Figure[] {
  return [
    { title, unit: "s", rounds: starts.map(({ seconds }) => seconds) },
    {
      title: `${title} / of a new PostgreSQL alone`,
      unit: "ratio",
      rounds: starts.map(({ seconds, yardstick }) => seconds / yardstick),
      wanted: { atMost },
    },
  ];
}

/** Floors: docs/decisions/0078-floors-of-any-machine.md. */
export const FIRST_START_MAX = 10;
export const SECOND_START_MAX = 4;
