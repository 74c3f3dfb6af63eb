import { expect, it } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { ask, reasonOf, timed } from "./ask.ts";

const NEVER = () => new Promise<never>(() => undefined);

it("gives the answer, why there is none, or that it is late", async () => {
  expect(await ask(machineClock, async () => 7)).toEqual({ kind: "known", value: 7 });
  expect(await ask(machineClock, () => undefined)).toEqual({ kind: "known", value: undefined });
  expect(await ask(machineClock, () => Promise.reject(new Error("away\nat line 1")))).toEqual({
    kind: "unknown",
    why: "away",
  });
  const throws = () => {
    throw new Error("at once");
  };
  expect(await ask(machineClock, throws)).toEqual({ kind: "unknown", why: "at once" });
  expect(await ask(machineClock, NEVER, 5)).toEqual({ kind: "unknown", why: "no answer within 0.005 seconds" });
});

it("lets go of what fails after its time", async () => {
  const late = async () => {
    await machineClock.sleep(20);
    throw new Error("too late");
  };
  expect((await ask(machineClock, late, 1)).kind).toBe("unknown");
  await machineClock.sleep(40); // an error that nothing catches would end the run
});

it("says why, in one line", () => {
  const refused = new Error("connection refused");
  expect(reasonOf(new AppError("unavailable", "The database cannot do this.", { cause: refused }))).toBe(
    "connection refused",
  );
  expect(reasonOf({ message: "", code: "ECONNREFUSED" })).toBe("ECONNREFUSED");
  expect(reasonOf("a text")).toBe("a text");
});

it("knows when an answer was given: in the middle of the question", async () => {
  const times = [1_000, 1_400];
  const { answer, at } = await timed({ now: () => new Date(times.shift() ?? 0) }, async () => 7);
  expect([answer, at.getTime()]).toEqual([7, 1_200]);
});
