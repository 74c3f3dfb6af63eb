import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
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
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
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

  it("saves as a file what the filters of the history show", async () => {
    await open("/wallet/history?q=lunch&kind=sent&from=&cursor=25");
    const file = page.getByRole("link", { name: "Save as a file (CSV)" });
    expect(await file.getAttribute("href")).toBe("/wallet/api/history.csv?q=lunch&kind=sent");
  });
});
