import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { localMinute, timeOfMinute } from "./local-minute.ts";

it("is the same minute there and back, whatever the zone of the browser", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("2000-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }), (at) => {
      const minute = localMinute(at);
      expect(minute).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      const back = Date.parse(timeOfMinute(minute) ?? "");
      expect(at.getTime() - back).toBeGreaterThanOrEqual(0);
      expect(at.getTime() - back).toBeLessThan(3_660_000);
    }),
    { numRuns: inject("runs") * 10 },
  );
  expect(timeOfMinute("")).toBeUndefined();
});
