import { median } from "./figure.ts";

/** How often something is done, and how often at the same time. */
export type Turn = { readonly count: number; readonly inFlight: number };

export type Speed = { readonly perSecond: number; readonly medianSeconds: number; readonly p95Seconds: number };

/** Does the work of a turn; `afterwards` is part of its time, and of none of its works. */
export async function measureTurn(
  { count, inFlight }: Turn,
  work: () => Promise<void>,
  afterwards: () => Promise<void> = async () => undefined,
): Promise<Speed> {
  const taken: number[] = [];
  let left = count;
  const begun = performance.now();
  const workOneAfterAnother = async () => {
    while (left-- > 0) {
      const started = performance.now();
      await work();
      taken.push((performance.now() - started) / 1_000);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, workOneAfterAnother));
  await afterwards();
  const perSecond = (count * 1_000) / (performance.now() - begun);
  taken.sort((a, b) => a - b);
  return { perSecond, medianSeconds: median(taken), p95Seconds: taken[Math.ceil(count * 0.95) - 1] ?? Number.NaN };
}
