import type { Contender, Row } from "./contender.ts";
import type { Figure } from "./figure.ts";
import { measureInTurns, type Options } from "./rounds.ts";
import type { Scale } from "./scale.ts";

/**
 * Measures rows in turns, and closes their contenders. Returns the ratio of each, and what each contender did.
 * @throws with the titles of the rows that could not be measured.
 */
export async function measureRows(
  rows: readonly Row[],
  scale: Pick<Scale, "rounds" | "seconds">,
  options: Pick<Options, "beforeEach" | "say"> = {},
): Promise<readonly Figure[]> {
  const contenders = contendersOf(rows);
  try {
    const titleOf = (contender: Contender) => titleIn(rows, contender);
    const rounds = await measureInTurns(contenders, scale, { ...options, titleOf });
    const speeds = ({ name }: Contender) => (rounds.get(name) ?? []).map(({ perSecond }) => perSecond);
    const ratios = rows.flatMap(({ of, to, title, wanted }): Figure[] => {
      if (to === undefined) return [];
      return [{ title, unit: "ratio", rounds: divided(speeds(of), speeds(to)), ...(wanted && { wanted }) }];
    });
    return [
      ...contenders.map((one): Figure => ({ title: one.name, unit: "a second", rounds: speeds(one) })),
      ...ratios,
    ];
  } finally {
    for (const contender of contenders) await contender.close();
  }
}

/** Each once: rounds know them by their name. */
function contendersOf(rows: readonly Row[]): readonly Contender[] {
  const all = rows.flatMap(({ of, to }) => (to === undefined ? [of] : [to, of]));
  return [...new Map(all.map((contender) => [contender.name, contender])).values()];
}

/** The contender, and the rows that cannot be measured without it. */
function titleIn(rows: readonly Row[], { name }: Contender): string {
  const mine = rows.filter(({ of, to }) => of.name === name || to?.name === name).map(({ title }) => `"${title}"`);
  return `not measured: ${mine.join(", ")}: ${name}`;
}

/** Each round's own ratio: what disturbs the machine for a minute disturbs both sides of it. */
export function divided(speeds: readonly number[], by: readonly number[]): number[] {
  return speeds.map((speed, i) => speed / (by[i] ?? Number.NaN));
}
