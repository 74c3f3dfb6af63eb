import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import { LANGUAGES } from "../../server/src/texts/language.ts";
import { fakeOwnPayment, startFakeMoney } from "./fake-money.harness.ts";

describe("what the pages of the wallet say", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeMoney>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    service = await startFakeMoney();
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    // A worker keeps files that a test takes away.
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block" });
    page = await context.newPage();
    problems = problemsOf(page);
  });
  afterEach(async () => {
    expect(problems).toEqual([]);
    await context.close();
  });

  const open = (path: string) => page.goto(service.baseUrl + path);

  it("says of an invoice that was paid what it is for, cut in the list and whole on its page", async () => {
    const description = `Order 4711: ${"Käse".repeat(40)} ${"two words ".repeat(40)}`.slice(0, 600).trim();
    const payment = fakeOwnPayment(7, { kind: "invoice", recipient: "", name: "", description });
    const [item] = service.money.history.filter(({ kind }) => kind === "payment");
    if (item === undefined) throw new Error("no payment in the history");
    service.money.history = [{ ...item, about: payment.id, name: null, description, payment }];
    await open("/wallet/history");
    const line = page.getByRole("link", { name: /Order 4711/ });
    await line.waitFor();
    await expectGoodPage(page, "wallet-history-described", SIZES_DOWN_TO_320);
    expect((await line.boundingBox())?.height).toBeLessThan(80);
    await line.click();
    await page.getByRole("definition").filter({ hasText: description }).waitFor();
    await expectGoodPage(page, "wallet-history-described-payment", SIZES_DOWN_TO_320);
  });

  it("says of a check that is due that it comes within seconds, and not that it was", async () => {
    await open("/wallet/history");
    await page.getByRole("link", { name: /On its way/ }).click();
    const check = page.getByRole("definition").filter({ hasText: "within seconds" });
    await check.waitFor();
  });

  it.each(LANGUAGES)("has the ways to fill the recipient in one row on a phone, in %s", async (locale) => {
    const phone = await chromium().newContext({ locale, viewport: { width: 390, height: 844 } });
    onTestFinished(() => phone.close());
    page = await phone.newPage();
    await open("/wallet/send");
    const buttons = page.locator("main form button");
    await buttons.last().waitFor();
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    const [first, ...fillers] = boxes.map((box) => box?.y);
    expect(fillers).toHaveLength(3);
    expect(new Set(fillers).size).toBe(1);
    expect(fillers[0]).toBeGreaterThan(first ?? 0);
    if (locale === "fr") await expectGoodPage(page, "wallet-send-fr", SIZES_DOWN_TO_320);
  });

  it("says why there is no picture of the camera, and tries again with the focus in the dialog", async () => {
    const refuse = (name: string) =>
      page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException("no", ${JSON.stringify(name)});
      }`);
    await open("/wallet/send");
    await refuse("NotAllowedError");
    await page.getByRole("button", { name: "Camera" }).click();
    await page.getByText("This page may not use the camera").waitFor();
    await expectGoodPage(page, "wallet-camera-denied", SIZES_DOWN_TO_320);
    await refuse("NotReadableError");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The camera does not answer.").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Scan a code");
  });

  it("saves as a file what the filters of the history show", async () => {
    await open("/wallet/history?q=lunch&kind=sent&from=&cursor=25");
    const file = page.getByRole("link", { name: "Save as a file (CSV)" });
    expect(await file.getAttribute("href")).toBe("/wallet/api/history.csv?q=lunch&kind=sent");
  });

  it("says that a page cannot be loaded, as after an upgrade of the service, and loads it anew", async () => {
    const isGone = { contentType: "text/javascript", body: "throw new Error('gone')" };
    await page.route("**/wallet-receive.*.js", (route) => route.fulfill(isGone));
    await open("/wallet/receive");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.unroute("**/wallet-receive.*.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Receive", level: 1 }).waitFor();
  });

  describe("the palette", () => {
    beforeEach(() =>
      page.route("**/wallet/api/me", async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = (await response.json()) as { readonly data: object };
        await route.fulfill({ response, json: { ...rest, data: { ...data, buy: { seller: "Coin Shop" } } } });
      }),
    );
    const focused = () => page.evaluate("document.activeElement.textContent || document.activeElement.name");

    it("leaves the page as it is where it cannot be loaded, as after an upgrade of the service", async () => {
      const isGone = { contentType: "text/javascript", body: "throw new Error('gone')" };
      await page.route("**/wallet-palette.*.js", (route) => route.fulfill(isGone));
      await open("/wallet/settings");
      await page.getByRole("heading", { level: 1 }).waitFor();
      const asked = page.waitForResponse("**/wallet-palette.*.js");
      await page.keyboard.press("Control+k");
      await asked;
      await page.waitForTimeout(300);
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Settings");
      expect(await page.getByRole("dialog").count()).toBe(0);
    });

    it("leads to each page by a few letters, and to what the history has of a text, by the keyboard alone", async () => {
      await open("/wallet/settings");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      const [dialog, options] = [
        page.getByRole("dialog", { name: "Go to" }),
        page.getByRole("dialog").getByRole("option"),
      ];
      await dialog.waitFor();
      const pages = ["Home", "Receive", "Send", "History", "Settings", "Redeem a voucher", "Buy bitcoin"];
      expect(await options.allInnerTexts()).toEqual(pages);
      await expectGoodPage(page, "wallet-palette", SIZES_DOWN_TO_320);
      await page.keyboard.type("s");
      await page.keyboard.press("ArrowUp");
      expect(await options.and(page.locator("[aria-selected=true]")).innerText()).toBe("Search the history for “s”");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/wallet/send");
      await expect.poll(focused).toBe("recipient");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("lunch");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/wallet/history?q=lunch");
      await expect.poll(focused).toBe("History");
      await page.keyboard.press("Control+k");
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await focused()).toBe("History");
    });

    it("leads to the button that buys; without a search on the page it opens with `/`", async () => {
      await open("/wallet/receive");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "A page, or a text to search the history for" }).fill("BUY");
      await page.keyboard.press("Enter");
      await expect.poll(focused).toBe("Buy bitcoin");
    });
  });
});
