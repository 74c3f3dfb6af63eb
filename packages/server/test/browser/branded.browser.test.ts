import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { msats } from "#kernel/money.ts";
import { codeMail, emailChangedMail, emailGivenMail, type MailContent, plainMail, voucherMail } from "#mails";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { APP_LOGO, givenAccounts } from "#service/testing/accounts.harness.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { BRANDED } from "#service/testing/branding.harness.ts";
import { expectGoodPage, problemsOf, SIZES_DOWN_TO_320, useChromium } from "#service/testing/chromium.harness.ts";
import { securityMail } from "#slices/login/templates/security-mail.ts";
import { onLetterhead } from "#slices/mails/templates/letterhead.ts";

const AT = new Date("2026-12-20T16:12:00Z");
const LINKS = ["Help", "Terms", "Privacy", "Imprint"];

const footOf = (page: Page) => page.locator("footer").innerText();

onDatabase("a service with a name of its own, in a real browser", (database) => {
  const chromium = useChromium();

  it("shows name, logo and addresses from an application's login to the account, with the application's icon", async () => {
    const { url, lead, alice, code } = await givenAccounts(database(), BRANDED);
    const page = await chromium().newPage();
    await page.route(APP_LOGO, (route) => route.fulfill({ contentType: "image/svg+xml", body: APP }));
    const problems = problemsOf(page);
    const seen = async (name: string) => {
      await expectGoodPage(page, name, SIZES_DOWN_TO_320);
      expect(await page.title()).toContain(BRANDED.name);
      expect(await page.locator("header").innerText()).toContain(BRANDED.name);
      for (const label of LINKS) expect(await footOf(page), name).toContain(label);
      expect(await footOf(page)).toContain("Made with Leyden");
      expect((await page.locator("body").innerText()).match(/Leyden/g)).toHaveLength(1);
      const shown = page.locator("img").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
      for (const width of await shown) expect(width).toBeGreaterThan(0);
    };
    await page.goto(lead());
    await page.locator("input[name=email]").waitFor();
    await seen("branded-login-of-app");
    expect(await page.locator(".meet img").count()).toBe(2);
    await page.fill("input[name=email]", alice.email);
    await page.click("button[value=continue]");
    await page.locator("input[name=code]").waitFor();
    await page.fill("input[name=code]", await code());
    await page.click("button[value=continue]");
    await page.locator("#consent").waitFor();
    await seen("branded-consent");
    expect(await page.locator(".meet img").count()).toBe(2);
    await page.goto(`${url}/account`);
    await seen("branded-account");
    await page.goto(`${url}/unsubscribe/nothing`);
    await seen("branded-unsubscribe");
    await page.goto(`${url}/nothing`);
    await seen("branded-missing");
    // The last two are answers of 404, which Chromium logs.
    expect(problems).toEqual([expect.stringContaining("404"), expect.stringContaining("404")]);
  });

  it("asks without an icon where the application has none", async () => {
    const { lead, alice, code } = await givenAccounts(database());
    const page = await chromium().newPage();
    await page.goto(lead());
    await page.fill("input[name=email]", alice.email);
    await page.click("button[value=continue]");
    await page.fill("input[name=code]", await code());
    await page.click("button[value=continue]");
    await page.locator("#consent").waitFor();
    await expectGoodPage(page, "consent", SIZES_DOWN_TO_320);
    expect(await page.locator(".meet").count()).toBe(0);
  });
});

const APP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#ccd"/><circle cx="32" cy="32" r="18" fill="#446"/></svg>`;

const CLAIM = {
  amount: msats(1_234_500n),
  projectName: "Acme Games",
  comment: "Thanks for playing",
  claimUrl: "https://pay.example/claim/0A1B2C3E",
  expiresAt: AT,
  unsubscribeUrl: "https://pay.example/unsubscribe/abc",
  language: "en",
} as const;

const MAILS: Readonly<Record<string, MailContent>> = {
  code: codeMail({ code: "12345678", purpose: "log_in", app: "Acme Games", host: "pay.example", language: "en" }),
  voucher: voucherMail(CLAIM),
  security: plainMail(securityMail({ change: "totp_added", at: AT, baseUrl: "https://pay.example", language: "en" })),
  email_changed: emailChangedMail({ at: AT, host: "pay.example", language: "en", by: "operator" }),
  email_given: emailGivenMail({ at: AT, baseUrl: "https://pay.example", language: "en" }),
};

describe("what a service shows elsewhere, in a real browser", () => {
  const chromium = useChromium();

  it.each(Object.entries(MAILS))("a mail looks finished and says whose it is: %s", async (name, mail) => {
    const page = await chromium().newPage();
    await page.setContent(onLetterhead(mail, BRANDED).html);
    await expectGoodPage(page, `mail-${name}`, SIZES_DOWN_TO_320);
    const text = await page.locator("main").innerText();
    expect(text.startsWith(BRANDED.name)).toBe(true);
    for (const label of LINKS) expect(text).toContain(label);
    await page.setContent(onLetterhead(mail, PLAIN).html);
    expect(await page.locator("main").innerText()).not.toContain("Terms");
  });

  it("a logo runs nothing, also when it is opened by itself", async () => {
    const service = await serve(await sampleApp({ branding: BRANDED }));
    const page = await chromium().newPage();
    page.on("dialog", () => expect.unreachable("the logo opened a dialog"));
    const answer = await page.goto(`http://127.0.0.1:${service.port}/branding/logo`);
    expect(answer?.headers()["content-type"]).toBe("image/svg+xml");
    await page.goto(`http://127.0.0.1:${service.port}/nothing`);
    await page.close();
    await service.close();
  });

  it.each(["/docs", "/docs/guide", "/docs/errors"])("the documentation looks finished: %s", async (path) => {
    const service = await serve(await sampleApp());
    const page = await chromium().newPage();
    await page.goto(`http://127.0.0.1:${service.port}${path}`);
    await expectGoodPage(page, path.slice(1).replace("/", "-"), SIZES_DOWN_TO_320);
    await page.close();
    await service.close();
  });
});
