import { expect, it } from "vitest";
import { VERSION } from "#platform/machine/release.ts";
import { requireSameVersion } from "./run-file.ts";

it("a process or command of another version than the one that runs is refused, with what may run beside it", () => {
  expect(() => requireSameVersion({ version: VERSION })).not.toThrow();
  expect(() => requireSameVersion({ version: "9.8.7" })).toThrow(
    expect.objectContaining({
      message: `Leyden 9.8.7 runs on this data folder, and this is ${VERSION}`,
      advice: expect.stringContaining("migrate"),
    }),
  );
});
