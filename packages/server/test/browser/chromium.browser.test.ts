import { expect, inject, it } from "vitest";
import { launchChromium } from "#service/testing/chromium.harness.ts";

/** Without a browser this is the only test of its tier that runs: it fails, and says what to do. */
it("starts on this machine: CHROMIUM_PATH, or the system's", async () => {
  if (inject("chromium") === "") throw new Error("no Chromium: all tests of pages are left out. Set CHROMIUM_PATH.");
  const chromium = await launchChromium();
  expect(chromium.isConnected()).toBe(true);
  await chromium.close();
});
