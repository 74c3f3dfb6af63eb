import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenAccounts } from "#service/testing/accounts.harness.ts";
import { BRANDED } from "#service/testing/branding.harness.ts";
import { expectGoodPage, problemsOf, SIZES_DOWN_TO_320, useChromium } from "#service/testing/chromium.harness.ts";
import { onLetterhead } from "#slices/mails/templates/letterhead.ts";
import { receivedMail } from "#slices/notices/templates/received-mail.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { givenPayer, newGamertag } from "#slices/users/testing/users.harness.ts";
import type { Received } from "#statements";
import { LANGUAGES } from "#texts/language.ts";

const VERSIONED = { ...BRANDED, termsVersion: "2026-11-01" };
const AT = new Date("2026-12-20T16:12:00Z");

const LINK = { settledAt: AT, request: "pay_link", askedBy: undefined, description: "" } as const;
const SHOP = { settledAt: AT, request: "project", askedBy: "shop" as never, description: "Order 4711" } as const;
const received = (count: number): Received => {
  const latest = [SHOP, undefined, LINK].map((origin, i) => ({
    at: AT,
    amount: sats(BigInt(1_000 * (i + 1))),
    origin,
  }));
  return { newest: undefined, count, sum: sats(123_456n), latest: latest.slice(0, count) };
};

onDatabase("what a person is told, in a real browser,", (database) => {
  const chromium = useChromium();

  it.each([
    ["en", "Terms of the service", "Accept and go on", "Sending is paused", "Send me a mail", "Mails are turned off"],
    [
      "de",
      "Nutzungsbedingungen",
      "Annehmen und weiter",
      "Senden ist angehalten",
      "E-Mails bekommen",
      "E-Mails sind ausgeschaltet",
    ],
  ])("is read in %s: terms, a switch for mails, a pause", async (language, terms, accept, paused, turnOn, ended) => {
    const { url, lead, alice, code } = await givenAccounts(database(), VERSIONED);
    await givenPayer(database(), alice, sats(12_345n));
    const page = await chromium().newPage({ locale: language });
    await page.route(/cdn\.example/, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" }),
    );
    const problems = problemsOf(page);
    const seen = (name: string) => expectGoodPage(page, `told-${name}-${language}`, SIZES_DOWN_TO_320);
    await page.goto(lead());
    await page.locator("input[name=email]").fill(alice.email);
    await page.keyboard.press("Enter");
    await page.locator("input[name=code]").waitFor();
    await page.locator("input[name=code]").fill(await code());
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: terms }).waitFor();
    await seen("terms");
    await page.getByRole("button", { name: accept }).press("Enter");
    await page.locator("#consent").waitFor();

    await page.goto(`${url}/account`);
    await page.getByRole("button", { name: turnOn }).press("Enter");
    await page.locator("button[value=receipts_off]").waitFor();
    await seen("account");
    await whilePaused(database(), async () => {
      await page.goto(`${url}/account/send`);
      await page.getByText(paused).waitFor();
      expect(await page.locator("button[value=quote]").isDisabled()).toBe(true);
      await seen("send-paused");
    });
    expect(problems).toEqual([]);
    expect(ended).not.toBe("");
    await page.close();
  });

  it("is said where an account is made", async () => {
    const { url } = await givenAccounts(database(), VERSIONED);
    const page = await chromium().newPage();
    const email = `${newGamertag("ann")}@example.com`;
    await page.goto(`${url}/login`);
    await page.locator("input[name=email]").fill(email);
    await page.keyboard.press("Enter");
    await page.locator("input[name=code]").waitFor();
    const mail = await database().admin.query<{ text: string }>({
      text: `select body_text as text from mails.mail where recipient = '${email}'`,
      values: [],
    });
    const digits = /^ {4}([\d ]+)$/m.exec(mail[0]?.text ?? "")?.[1]?.replaceAll(" ", "") ?? "";
    await page.locator("input[name=code]").fill(digits);
    await page.keyboard.press("Enter");
    await page.locator("input[name=gamertag]").waitFor();
    await expectGoodPage(page, "told-gamertag", SIZES_DOWN_TO_320);
    expect(await page.locator("form#login").innerText()).toContain("By going on you accept the terms of the service.");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/account`); // and not to the terms
    await page.close();
  });

  it.each(LANGUAGES)("is a mail about money that has arrived, in %s", async (language) => {
    const page = await chromium().newPage();
    const walletUrl = "https://pay.example/wallet";
    const facts = { projects: new Map([["shop", "Example shop"]]), language, walletUrl };
    for (const count of [1, 3, 25]) {
      const stopUrl = `https://pay.example/mails/received/0198f2c0-0000-7000-8000-000000000001.${"a".repeat(43)}`;
      const mail = onLetterhead(
        receivedMail({ ...facts, received: received(count), name: BRANDED.name, stopUrl }),
        BRANDED,
      );
      await page.setContent(mail.html);
      await expectGoodPage(page, `told-mail-${count}-${language}`);
      expect(mail.text).toContain(stopUrl);
      for (const line of mail.text.split("\n")) expect(line.length).toBeLessThan(998); // RFC 5322, section 2.1.1
    }
    await page.close();
  });
});
