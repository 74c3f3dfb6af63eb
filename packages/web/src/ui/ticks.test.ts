import { describe, expect, it } from "vitest";
import { createTicks } from "./ticks.ts";

function given() {
  const machine = { time: 1_000, act: undefined as (() => void) | undefined };
  const heard: number[] = [];
  const ticks = createTicks({
    now: () => machine.time,
    every(_, act) {
      machine.act = act;
      return () => {
        machine.act = undefined;
      };
    },
  });
  const end = ticks.subscribe(() => heard.push(ticks.now()));
  return { machine, ticks, heard, end };
}

describe("the clock of a page", () => {
  it("ticks while somebody reads it, and goes on from the time that it is then", () => {
    const { machine, ticks, heard, end } = given();
    machine.time = 11_000;
    machine.act?.();
    expect(heard).toEqual([11_000]);
    end();
    expect(machine.act).toBeUndefined();
    machine.time = 50_000;
    ticks.subscribe(() => undefined);
    expect(ticks.now()).toBe(50_000);
  });

  it("ticks at once for what has come since the last tick, and not for what is to come", () => {
    const { machine, ticks, heard } = given();
    machine.time = 4_000;
    ticks.see(900);
    ticks.see(5_000);
    expect(heard).toEqual([]);
    ticks.see(3_000);
    expect(heard).toEqual([4_000]);
  });
});
