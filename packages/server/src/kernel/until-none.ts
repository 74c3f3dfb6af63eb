/**
 * Takes the next step for as long as the last one found something and `signal` has not aborted. A step says how much it
 * found.
 */
export async function untilNone(step: () => Promise<number>, signal: AbortSignal): Promise<void> {
  let found: number;
  do found = await step();
  while (found > 0 && !signal.aborted);
}
