import { describe, expect, it } from "vitest";
import { isUuid } from "#kernel/ids.ts";
import { machineRandom } from "./random.ts";

describe("an id", () => {
  it("is a UUID version 7 that holds the time it was made", () => {
    const at = new Date("2030-01-02T03:04:05.678Z");

    const id = machineRandom({ now: () => at }).uuid();

    expect(isUuid(id)).toBe(true);
    expect(id[14]).toBe("7");
    expect("89ab").toContain(id[19]);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(at.getTime());
  });

  it("is random in its last 62 bits, also when many are made in the same millisecond", () => {
    const random = machineRandom({ now: () => new Date("2030-01-02T03:04:05.678Z") });
    const tails = new Set(Array.from({ length: 1_000 }, () => random.uuid().slice(19)));

    expect(tails.size).toBe(1_000);
    for (const place of [1, 3, 5, 16]) expect(new Set([...tails].map((tail) => tail[place])).size).toBe(16);
  });

  it("is greater than the one before, however many are made in one millisecond and wherever the clock jumps", () => {
    let ms = 1_900_000_000_000;
    const random = machineRandom({ now: () => new Date(ms) });

    const ids = Array.from({ length: 20_000 }, (_, i) => {
      if (i === 5_000) ms -= 60_000;
      if (i === 15_000) ms += 120_000;
      return random.uuid();
    });

    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
