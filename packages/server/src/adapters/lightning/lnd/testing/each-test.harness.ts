import { afterEach } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeLnd, type FakeLnd, type FakeLndOptions } from "./fake-lnd.harness.ts";

/** Makes nodes, and stops them after each test. */
export function nodesOfEachTest(): (options?: Partial<FakeLndOptions>) => Promise<FakeLnd> {
  const running: FakeLnd[] = [];
  afterEach(async () => {
    for (const lnd of running.splice(0)) await lnd.stop();
  });
  return async (options) => {
    const lnd = await createFakeLnd({ clock: machineClock, ...options });
    running.push(lnd);
    return lnd;
  };
}
