import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { ids, startFakeMoney } from "./fake-money.harness.ts";

describe("amounts of the wallet", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeMoney>>;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    service = await startFakeMoney();
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const open = (path: string) => page.goto(service.baseUrl + path);
  const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  it("are in sats on an invoice also while money is chosen, at a price that is called made up", async () => {
    const { price } = service.people.wallet;
    service.people.wallet = { ...service.people.wallet, price: price && { ...price, source: "fixed" } };
    await open("/wallet/receive");
    await page.getByRole("radio", { name: "USD" }).check();
    await said(/1 BTC = \D*97,123\.45, the made-up price of this test network/);
    await page.getByLabel("Amount in USD").fill("2.50");
    await press("Make an invoice");
    await page.getByRole("img", { name: "QR code of this invoice" }).waitFor();
    const sats = BigInt(service.money.charges.get(ids(5, 0))?.amount ?? "0") / 1_000n;
    expect(sats).toBe(2_574n);
    await said("2,574 sat");
    await said(/about \D*2\.49/);
  });

  it("are refused where they are typed, when they are more than can be sent", async () => {
    service.money.previews.set("bob@pay.example", { available: "1000000" });
    await open("/wallet");
    await page.getByRole("link", { name: "Send" }).click();
    await page.getByLabel("Recipient").waitFor();
    await page.keyboard.type("bob@pay.example");
    await page.keyboard.press("Enter");
    await page.getByLabel("Amount in sat").fill("1001");
    await press("Continue");
    await said("This is more than you can send now.");
    await page.getByLabel("Amount in sat").fill("1000");
    await press("Continue");
    await page.getByRole("heading", { name: "Check and send" }).waitFor();
  });

  it("are shown with the recipient while the answer to a payment is lost", async () => {
    await page.route("**/wallet/api/payments/by-key/*", () => new Promise(() => undefined));
    service.money.losing = "answer";
    await open("/wallet/send?to=bob%40pay.example&amount=2000000");
    await press("Send");
    await said("The answer to your payment was lost.");
    await said("bob@pay.example");
    await said("2,000 sat");
  });
});
