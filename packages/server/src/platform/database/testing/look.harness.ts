import type { Clock, Scheduler } from "#kernel/clock.ts";
import { machineClock } from "../../machine/clock.ts";
import type { Db } from "../db.ts";
import { type Look, startLook } from "../look.ts";

/** Never looks: a loop is run by the test, or woken by it. */
export const noLook: Look = {
  ask: () => () => undefined,
  now: () => undefined,
  stop: async () => undefined,
};

/** A look that is made when the test says so. */
export function lookByHand(db: Pick<Db, "query">, clock: Clock = machineClock): { look: Look; run(): Promise<void> } {
  let run = async (): Promise<void> => undefined;
  const scheduler: Scheduler = {
    loop(_name, _intervalMs, task) {
      run = () => task(new AbortController().signal);
      return { wake: () => void run().catch(() => undefined), stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  const look = startLook({ db, clock, scheduler });
  return { look, run: () => run() };
}
