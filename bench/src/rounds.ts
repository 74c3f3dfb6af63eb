import { setTimeout as sleep } from "node:timers/promises";
import type { Contender, Rate, Rounds } from "./contender.ts";
import type { Scale } from "./scale.ts";

export type Options = {
  /** Done before each turn. */
  readonly beforeEach?: () => Promise<unknown>;
  /** Names a contender when it fails; without it, its own name does. */
  readonly titleOf?: (contender: Contender) => string;
  /** Takes a line for each turn. */
  readonly say?: (line: string) => void;
};

/** Longer than any turn takes. */
const TURN_MS = 300_000;

/**
 * Prepares each contender, then measures in turns: every one once in every round, in turning order, so that none always
 * follows the same one.
 * @throws when one fails, does nothing or does not end. Its title is in the message.
 */
export async function measureInTurns(
  contenders: readonly Contender[],
  { rounds, seconds }: Pick<Scale, "rounds" | "seconds">,
  { beforeEach = async () => undefined, titleOf = ({ name }) => name, say = console.log }: Options = {},
): Promise<Rounds> {
  const measure = (contender: Contender, forSeconds: number) =>
    naming(titleOf(contender), () => measureOne(contender, forSeconds));
  for (const contender of contenders) await naming(titleOf(contender), () => contender.prepare());
  for (const contender of contenders) await measure(contender, Math.min(1, seconds));
  const measured = new Map<string, Rate[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turned = contenders.map((_, i) => contenders[(i + round) % contenders.length] as Contender);
    for (const contender of turned) {
      await beforeEach();
      const rate = await measure(contender, seconds);
      measured.get(contender.name)?.push(rate);
      say(`round ${round + 1}  ${contender.name}: ${rateText(rate)}`);
    }
  }
  return measured;
}

function rateText({ perSecond, latency }: Rate): string {
  const speed = `${Math.round(perSecond).toLocaleString("en")} a second`;
  if (latency === undefined) return speed;
  return `${speed}, p50 ${latency.p50Ms.toFixed(1)} ms, p99 ${latency.p99Ms.toFixed(1)} ms`;
}

async function measureOne(contender: Contender, seconds: number): Promise<Rate> {
  const rate = await inTime(contender.measure(seconds));
  if (!(rate.perSecond > 0)) throw new Error(`it did nothing: ${rate.perSecond} a second`);
  return rate;
}

/** Does the work. @throws with the name before the message. */
export async function naming<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function inTime<T>(turn: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = sleep(TURN_MS, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error(`it did not end within ${TURN_MS / 1_000} s`);
  });
  late.catch(() => undefined); // of no interest when the turn has ended
  try {
    return await Promise.race([turn, late]);
  } finally {
    done.abort();
  }
}
