import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BRANDED } from "../../server/src/service/testing/branding.harness.ts";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { STEPS } from "./steps.harness.ts";

describe("the on-ramp's page of a service with a name of its own", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeService>>;

  beforeAll(async () => {
    service = await startFakeService({}, BRANDED);
  });
  afterAll(() => service?.close());

  it("shows its name, logo, colour and addresses, in the language of the person, and the software in small print", async () => {
    const ramp = service.given();
    const url = service.pageUrl(ramp);
    Object.assign(ramp, STEPS["amount"]?.[0]());
    const page = await chromium().newPage({ reducedMotion: "reduce", locale: "de-DE", colorScheme: "light" });
    await page.goto(url);
    await page.getByRole("button", { name: "Weiter" }).waitFor();
    await expectGoodPage(page, "branded-ramp", SIZES_DOWN_TO_320);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await page.title()).toContain(BRANDED.name);
    const links = page
      .locator("footer a")
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("href")]));
    expect(await links).toEqual([
      ["Hilfe", "mailto:help@nordpay.example"],
      ["Bedingungen", "https://nordpay.example/terms"],
      ["Datenschutz", "https://nordpay.example/privacy"],
      ["Impressum", "https://nordpay.example/imprint?of=<us>"],
    ]);
    expect(await page.locator("footer").innerText()).toContain(`Bitcoin mit ${BRANDED.name}`);
    expect((await page.locator("body").innerText()).match(/Leyden/g)).toHaveLength(1);
    expect(await page.locator("footer img").evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(
      0,
    );
    const colours = page
      .getByRole("button", { name: "Weiter" })
      .evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]);
    expect(await colours).toEqual(["rgb(31, 79, 208)", "rgb(255, 255, 255)"]);
    await page.close();
  });
});
