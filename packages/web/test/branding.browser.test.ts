import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BRANDED } from "../../server/src/service/testing/branding.harness.ts";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { createFakeLists, fakeListRoutes } from "./fake-lists.harness.ts";
import { createFakeMoney, fakeMoneyRoutes } from "./fake-money.harness.ts";
import { startFakePeople } from "./fake-people.harness.ts";
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

describe("wallet and dashboard of a service with a name of its own", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakePeople>>;

  beforeAll(async () => {
    service = await startFakePeople(BRANDED, (people) => [
      fakeListRoutes(people, createFakeLists()),
      ...fakeMoneyRoutes(createFakeMoney()),
    ]);
  });
  afterAll(() => service?.close());

  it.each([
    ["/wallet", "de-DE", "Start", ["Hilfe", "Bedingungen", "Datenschutz", "Impressum"], "Mit Leyden gemacht"],
    ["/dashboard", "de-DE", "Overview", ["Help", "Terms", "Privacy", "Imprint"], "Made with Leyden"],
  ])(
    "%s has the addresses of the operator below it, and the software in small print",
    async (path, locale, ...said) => {
      const [heading, labels, software] = said;
      const page = await chromium().newPage({ locale, reducedMotion: "reduce", viewport: { width: 390, height: 844 } });
      await page.goto(service.baseUrl + path);
      await page.getByRole("heading", { name: heading, exact: true }).waitFor();
      const foot = page.getByRole("contentinfo");
      const links = await foot
        .locator("a")
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("href")]));
      expect(links.map(([label]) => label)).toEqual(labels);
      expect(links.map(([, href]) => href)).toEqual([
        "mailto:help@nordpay.example",
        "https://nordpay.example/terms",
        "https://nordpay.example/privacy",
        "https://nordpay.example/imprint?of=<us>",
      ]);
      expect(await foot.innerText()).toContain(software);
      expect((await page.locator("body").innerText()).match(/Leyden/g)).toHaveLength(1);
      await page.close();
    },
  );

  it.each(["en-GB", "de-DE", "es-ES", "fr-FR", "pt-PT"])(
    "the wallet's pages under the thumb have whole words at 390 and 320 pixels: %s",
    async (locale) => {
      const page = await chromium().newPage({ locale, reducedMotion: "reduce", viewport: { width: 390, height: 844 } });
      await page.goto(`${service.baseUrl}/wallet`);
      const tabs = page.locator(".tabs a span");
      await tabs.first().waitFor();
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const lines = await tabs.evaluateAll((all) =>
          all.map((one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            return [one.textContent, text.getClientRects().length];
          }),
        );
        expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
        expect(lines).toHaveLength(5);
      }
      await page.close();
    },
  );
});
