import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CHROMIUM,
  expectGoodPage,
  launchChromium,
  warnWithoutChromium,
} from "../../server/src/service/chromium.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { STEPS } from "./steps.harness.ts";

warnWithoutChromium();

const SIZES = [
  [1280, 900],
  [390, 844],
  [320, 640],
] as const;

describe.skipIf(CHROMIUM === undefined)("each step of the on-ramp's page", () => {
  let chromium: Browser;
  let service: Awaited<ReturnType<typeof startFakeService>>;

  beforeAll(async () => {
    chromium = await launchChromium();
    service = await startFakeService({});
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.close();
  });

  it.each(Object.entries(STEPS))(
    "%s looks finished at 1280, 390 and 320 pixels, light and dark, without a finding of axe",
    async (name, [changes, heading]) => {
      const ramp = service.given();
      const url = service.pageUrl(ramp);
      Object.assign(ramp, changes());
      const page = await chromium.newPage({ reducedMotion: "reduce" });
      page.setDefaultTimeout(10_000);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(url);
      await page.getByRole("heading", { name: heading }).waitFor();
      if (name === "card") {
        await page.getByText("Test cards").click();
        await page.getByText("4000 0000 0000 0002").click();
        await page.getByRole("button", { name: "Pay €25.00" }).click();
        await page.getByText("Your card was declined.").waitFor();
      }
      await expectGoodPage(page, `ramp-${name}`, SIZES);
      expect(errors).toEqual([]);
      await page.close();
    },
    120_000,
  );
});
