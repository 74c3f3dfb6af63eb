import { expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import type { Conformance } from "./counterparty.harness.ts";

/** What a backend that shows its channels says of what forwarding earned; others cannot say it. */
export function earningConforms(world: () => Conformance): void {
  it("says what was earned behind a place, each fee once and also after a restart, or that it cannot", async () => {
    const { node, forward, restart } = world();
    const { operations } = node;
    const since = machineClock.now();
    await machineClock.sleep(2);
    if (operations === undefined) return expect(forward).toBeUndefined();
    if (forward === undefined)
      return expect(await operations.forwards("", since)).toMatchObject({ count: 0, earned: 0n });
    for (const fee of [1_001n, 0n, 2n]) await forward(fee);

    const first = await operations.forwards("", since);
    expect(first).toMatchObject({ count: 3, earned: 1_003n });
    const place = first?.cursor ?? "";
    expect(await operations.forwards(place, since)).toEqual({ cursor: place, count: 0, earned: 0n });
    await forward(5n);
    const second = await operations.forwards(place, since);
    expect(second).toMatchObject({ count: 1, earned: 5n });

    await restart();
    expect(await operations.forwards("", since)).toMatchObject({ cursor: second?.cursor, count: 4, earned: 1_008n });
  });
}
