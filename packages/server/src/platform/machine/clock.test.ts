import { describe, it } from "vitest";
import { machineClock } from "./clock.ts";

const sleep = machineClock.sleep;
const FOREVER_MS = 1_000_000;

describe("sleep", () => {
  it("ends early, without an error, when the signal aborts or has aborted before", async () => {
    const controller = new AbortController();
    const long = sleep(FOREVER_MS, controller.signal);
    controller.abort();

    await long;
    await sleep(FOREVER_MS, controller.signal);
  });
});
