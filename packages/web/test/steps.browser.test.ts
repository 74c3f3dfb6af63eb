import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { STEPS } from "./steps.harness.ts";

describe("each step of the on-ramp's page", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeService>>;

  beforeAll(async () => {
    service = await startFakeService({});
  });
  afterAll(() => service?.close());

  it.each(Object.entries(STEPS))(
    "%s looks finished at 1280, 390 and 320 pixels, light and dark, without a finding of axe",
    async (name, [changes, heading]) => {
      const ramp = service.given();
      const url = service.pageUrl(ramp);
      Object.assign(ramp, changes());
      const page = await chromium().newPage({ reducedMotion: "reduce" });
      page.setDefaultTimeout(60_000);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(url);
      await page.getByRole("heading", { name: heading }).waitFor();
      if (name === "card") {
        await page.getByText("Test cards").click();
        await page.getByText("4000 0000 0000 0002").click();
        await page.getByRole("button", { name: "Pay €25.00" }).click();
        await page.getByText("The card was declined.").waitFor();
      }
      await expectGoodPage(page, `ramp-${name}`, SIZES_DOWN_TO_320);
      expect(errors).toEqual([]);
      await page.close();
    },
    120_000,
  );
});
