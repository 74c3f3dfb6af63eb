import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { expectSoonReadable, germanPhone } from "../../server/src/service/testing/phone.harness.ts";
import { englishIn } from "../../server/src/service/testing/words.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { STEPS } from "./steps.harness.ts";

/** Of logging in and of claiming, see `packages/server/test/browser/walks.browser.test.ts`. */
describe("the on-ramp in German on a phone", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeService>>;

  beforeAll(async () => {
    service = await startFakeService({});
  });
  afterAll(() => service?.close());

  function given() {
    const ramp = Object.assign(service.given(), STEPS["amount_new"]?.[0](), { needsIdentity: true });
    ramp.session.proved = false;
    return { ramp, url: service.pageUrl(ramp) };
  }

  it("is bought with from begin to end by the keyboard alone", async () => {
    const { ramp, url } = given();
    const { page, enter, write } = await germanPhone(chromium());
    /** Its words, without the address that is paid. */
    const words = async () => (await page.content()).replaceAll(/ann\.the\.coll[^<"]*/g, "");
    const step = async (title: string) => {
      await page.getByRole("heading", { name: title }).waitFor();
      expect(englishIn(await words()), title).toEqual([]);
    };
    await page.goto(url);
    await step("Für wie viel möchtest du kaufen?");
    await write("Du zahlst", "25,50");
    await page.getByText("26.842 sat").waitFor();
    await enter("Weiter");
    await step("Bestätige deine E-Mail-Adresse");
    await enter("Code senden");
    await step("Gib den Code ein");
    await write("Code", "12345678");
    await enter("Weiter");
    await step("Zeig, wer du bist");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await write("Vorname", "Ann");
    await write("Nachname", "approve");
    await page.keyboard.press("Enter");
    await step("Mit der Karte zahlen");
    await write("Kartennummer", "4242424242424242");
    await write("Gültig bis", "1234");
    await write("Prüfnummer", "123");
    await enter("25,50 € zahlen");
    await step("Deine Bitcoin sind da");
    expect(ramp.purchase?.state).toBe("completed");
  });

  it("on a line of 50 kB/s the first second brings something to read", async () => {
    const { page } = await germanPhone(chromium());
    await expectSoonReadable(page, () => page.goto(given().url), page.getByText("Bitcoin kaufen").first());
  });
});
