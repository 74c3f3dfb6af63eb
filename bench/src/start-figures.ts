import { type Figure, median } from "./figure.ts";
import { divided } from "./measure-rows.ts";
import { newPostgres } from "./new-postgres.ts";

/** Seconds of a round: a first start, a second one, and the yardstick of both. */
export type Starts = { readonly first: number; readonly second: number; readonly yardstick: number };

/** Times as long as a new PostgreSQL alone. Source: docs/decisions/0078-floors-of-any-machine.md. */
const FLOORS = { first: 10, second: 4 };

/** Starts as they are, and by the yardstick of their round. @param of what is started: " of an installed release". */
export function startFigures(rounds: readonly Starts[], of = ""): readonly Figure[] {
  const yardsticks = rounds.map(({ yardstick }) => yardstick);
  return (["first", "second"] as const).flatMap((which): Figure[] => {
    const title = `${which} start${of}`;
    const seconds = rounds.map((round) => round[which]);
    return [
      { title, unit: "s", rounds: seconds },
      {
        title: `${title} / of a new PostgreSQL alone`,
        unit: "ratio",
        rounds: divided(seconds, yardsticks),
        wanted: { atMost: FLOORS[which] },
      },
    ];
  });
}

/** One differs from the next by a third. */
const TIMES = 3;

/**
 * Seconds until a PostgreSQL that is made anew answers, the median of three times: the yardstick of starts, which takes
 * the processors and the disk of the same machine.
 */
export async function secondsOfPostgresAlone(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    const begun = performance.now();
    const { remove } = await newPostgres();
    times.push((performance.now() - begun) / 1_000);
    await remove();
  }
  return median(times);
}
