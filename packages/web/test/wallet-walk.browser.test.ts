import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cutHints, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { expectSoonReadable, focusedOn, germanPhone } from "../../server/src/service/testing/phone.harness.ts";
import { LANGUAGES } from "../../server/src/texts/language.ts";
import { startFakeMoney } from "./fake-money.harness.ts";
import { LINK, startFakeSettings } from "./fake-settings.harness.ts";

/** Of logging in, claiming and buying, see `walks.browser.test.ts` of the server and `walk.browser.test.ts`. */
describe("the wallet in German on a phone, by the keyboard alone", () => {
  const chromium = useChromium();
  let money: Awaited<ReturnType<typeof startFakeMoney>>;
  let settings: Awaited<ReturnType<typeof startFakeSettings>>;

  beforeAll(async () => {
    [money, settings] = await Promise.all([startFakeMoney(), startFakeSettings()]);
  });
  afterAll(async () => {
    await money?.close();
    await settings?.close();
  });

  /** The heading of the step has the focus, so that the next Tab goes on from there. */
  const step = (page: Page, title: string) => expect.poll(() => focusedOn(page), { message: title }).toBe(title);
  /** What a reader of screens is told without being asked. */
  const told = (page: Page, text: string) =>
    page.locator("[role=alert], [role=status]").filter({ hasText: text }).first().waitFor();

  it.each([
    ["a gamertag", "bob"],
    ["a Lightning address", "bob@pay.example"],
  ])("sends to %s, says what is wrong on the way, and goes back", async (_, recipient) => {
    money.reset();
    const { page, enter, write } = await germanPhone(chromium());
    await page.goto(`${money.baseUrl}/wallet`);
    await enter("Senden");
    await step(page, "Empfänger");
    await enter("Weiter");
    await told(page, "Gib an, wohin das Geld gehen soll.");
    await step(page, "Empfänger");
    await enter("Weiter"); // the same again
    await step(page, "Empfänger");
    await write("Empfänger", "nobody");
    await page.keyboard.press("Enter");
    await told(page, "Das ist weder eine Lightning-Adresse noch LNURL");
    await page.goBack();
    await step(page, "Empfänger");
    await expect.poll(() => page.getByLabel("Empfänger").inputValue()).toBe("nobody");
    await write("Empfänger", recipient);
    await page.keyboard.press("Enter");
    await step(page, "Wie viel?");
    await enter("Weiter");
    await step(page, "Betrag in sat");
    await write("Betrag in sat", "2.000");
    await page.keyboard.press("Enter");
    await step(page, "Prüfen und senden");
    await page.goBack();
    await step(page, "Wie viel?");
    await page.goForward();
    await step(page, "Prüfen und senden");
    await write("Notiz", "Kaffee");
    await page.keyboard.press("Enter");
    await step(page, "Zahlung");
    await told(page, "Bezahlt");
    expect(money.money.sent.map(({ body }) => body)).toEqual([
      expect.objectContaining({ recipient, amount: "2000000", note: "Kaffee" }),
    ]);
  });

  it("redeems a voucher, and never loses the focus", async () => {
    settings.reset();
    const { page, enter, write } = await germanPhone(chromium());
    await page.goto(`${settings.baseUrl}/wallet`);
    await enter("Gutschein einlösen");
    await step(page, "Gutschein einlösen");
    await write("Link oder Code", "nothing");
    await page.keyboard.press("Enter");
    await told(page, "Einen solchen Gutschein gibt es für dich nicht.");
    await step(page, "Gutschein einlösen");
    await enter("Noch einen einlösen");
    await step(page, "Gutschein einlösen");
    await write("Link oder Code", LINK);
    await page.keyboard.press("Enter");
    await page.getByText("Einlösbar bis").waitFor();
    await step(page, "Gutschein einlösen");
    await enter("Einlösen");
    await expect.poll(() => focusedOn(page)).toMatch(/^Deiner Wallet gutgeschrieben/);
    await enter("Noch einen einlösen");
    await step(page, "Gutschein einlösen");
    expect(settings.settings.written.map(({ path }) => path)).toEqual(["/vouchers/redeem"]);
  });

  it.each(LANGUAGES)("says whole on a phone what the search of the history finds, in %s", async (locale) => {
    const context = await chromium().newContext({ locale, viewport: { width: 390, height: 844 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${money.baseUrl}/wallet/history`);
    const { wallet: texts } = await import(`../../server/src/texts/${locale}/wallet.ts`);
    await page.getByRole("searchbox").waitFor();
    const what = await page.getByRole("searchbox").evaluate((field) => {
      const described = document.getElementById(field.getAttribute("aria-describedby") ?? "");
      return described !== null && described.clientHeight > 0 ? described.textContent : null;
    });
    expect(what).toBe(texts.wallet_history_find_what);
    expect(await cutHints(page)).toEqual([]);
  });

  it("changes its language with two keys", async () => {
    settings.reset();
    const { page, enter, tabTo } = await germanPhone(chromium());
    await page.goto(`${settings.baseUrl}/wallet/settings`);
    await tabTo("Sprache");
    await page.keyboard.type("Fr");
    await enter("Ändern");
    await expect.poll(() => settings.settings.written).toMatchObject([{ path: "/language", body: { language: "fr" } }]);
  });

  it("on a line of 50 kB/s the first second brings something to read", async () => {
    const { page } = await germanPhone(chromium());
    for (const path of ["", "/send", "/vouchers", "/settings"])
      await expectSoonReadable(page, () => page.goto(`${money.baseUrl}/wallet${path}`), page.getByText("Wird geladen"));
  });
});
