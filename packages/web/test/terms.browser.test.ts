import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { englishIn } from "../../server/src/service/testing/words.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { STEPS } from "./steps.harness.ts";

const PATIENCE_MS = 60_000;
const OLD = { url: "https://coin.example/terms/1", version: "2026-11-01" };
const NEW = { url: "https://coin.example/terms/2", version: "2026-12-01" };

describe("the on-ramp's page, when the terms change under it", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeService>>;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    service = await startFakeService({});
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const heading = (name: string) => page.getByRole("heading", { name }).waitFor();
  const press = (name: string) => page.getByRole("button", { name }).click();
  const link = () => page.getByRole("link", { name: "terms of the service" });
  const said = () => page.getByRole("alert").getByText("The terms have changed while you were here (2026-12-01).");
  const given = (step: string, changes = {}) => {
    const ramp = service.given();
    const url = service.pageUrl(ramp);
    Object.assign(ramp, STEPS[step]?.[0](), { terms: OLD }, changes);
    ramp.session.proved = !["amount_new", "email", "code"].includes(step);
    if (ramp.purchase !== null) ramp.purchase.id = `purchase of ${ramp.session.id}`;
    return { ramp, url };
  };
  /** The page has asked for the state since. */
  const looked = async (ramp: ReturnType<typeof given>["ramp"]) => {
    const asked = ramp.calls.length;
    await expect.poll(() => ramp.calls.length).toBeGreaterThan(asked + 1);
  };

  it("shows the terms that it had until they are refused; then the new ones, and the amount is still there", async () => {
    const { ramp, url } = given("amount");
    await page.goto(url);
    await page.getByLabel("You pay").fill("25.50");
    await page.getByText("26,842 sat").waitFor();
    ramp.terms = NEW;
    await looked(ramp);
    expect(await link().getAttribute("href")).toBe(OLD.url);

    await press("Continue");

    await said().waitFor();
    expect(await link().getAttribute("href")).toBe(NEW.url);
    expect(await page.getByLabel("You pay").inputValue()).toBe("25.50");
    expect(await page.getByLabel("You pay").getAttribute("aria-invalid")).toBe("false");
    expect([ramp.purchase, ramp.terms]).toEqual([null, NEW]);
    await expectGoodPage(page, "ramp-terms-changed", SIZES_DOWN_TO_320);

    await press("Continue");

    await heading("Pay with your card");
    expect([ramp.purchase?.source_amount, ramp.terms]).toEqual(["25.50", null]);
  });

  it("keeps the code that was typed, and takes it after the second press", async () => {
    const { ramp, url } = given("code");
    ramp.session.chosen = { amount: "25.00", currency: "EUR" };
    await page.goto(url);
    await page.getByLabel("Code").fill("12345678");
    ramp.terms = NEW;
    await press("Continue");
    await said().waitFor();
    expect(await page.getByLabel("Code").inputValue()).toBe("12345678");
    await press("Continue");
    await heading("Pay with your card");
    expect(ramp.terms).toBeNull();
  });

  it("keeps the card that was typed when another price is asked for, and gives nothing up before", async () => {
    const { ramp, url } = given("amount", { quoteMs: 3_000 });
    await page.goto(url);
    await page.getByLabel("You pay").fill("25");
    await page.getByText("26,315 sat").waitFor();
    await press("Continue");
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByText("The price has run out.").first().waitFor();
    Object.assign(ramp, { terms: NEW, quoteMs: 60_000 });
    await press("Get a new price");
    await said().waitFor();
    expect(await page.getByLabel("Card number").inputValue()).toBe("4242 4242 4242 4242");
    expect(ramp.calls).not.toContain("POST /api/cancel");
    await press("Get a new price");
    await page.getByRole("button", { name: "Pay €25.00" }).waitFor();
    expect(await page.getByLabel("Card number").inputValue()).toBe("4242 4242 4242 4242");
    expect(ramp.terms).toBeNull();
  });

  it("accepts nothing by looking on: a price that is too old waits for a press", async () => {
    const { ramp, url } = given("quoted");
    Object.assign(ramp.purchase ?? {}, { quote_expires_at: new Date(Date.now() - 300_000).toISOString() });
    ramp.terms = NEW;
    await page.goto(url);
    await link().waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(ramp.terms).toEqual(NEW);
    await press("Try again");
    await page.getByLabel("Card number").waitFor();
    expect(ramp.terms).toBeNull();
  });

  it("asks also who had nothing to accept when the page was opened", async () => {
    const { ramp, url } = given("amount", { terms: null });
    await page.goto(url);
    await page.getByLabel("You pay").fill("25");
    ramp.terms = NEW;
    await looked(ramp);
    expect(await link().count()).toBe(0);
    await press("Continue");
    await said().waitFor();
    await press("Continue");
    await heading("Pay with your card");
  });

  it("says so in the language of the page", async () => {
    const german = await chromium().newContext({ locale: "de-DE" });
    const other = await german.newPage();
    const { ramp, url } = given("amount");
    await other.goto(url);
    await other.getByLabel("Du zahlst").fill("25");
    ramp.terms = NEW;
    await other.getByRole("button", { name: "Weiter" }).click();
    await other.getByText("Die Bedingungen haben sich geändert, während du hier warst (2026-12-01).").waitFor();
    expect(englishIn((await other.content()).replaceAll(/ann\.the\.coll[^<"]*/g, ""))).toEqual([]);
    await german.close();
  });
});
