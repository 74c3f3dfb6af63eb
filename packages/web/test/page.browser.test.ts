import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { CHAIN_ADDRESS, TXID } from "./fake-state.harness.ts";
import { STEPS } from "./steps.harness.ts";

const PATIENCE_MS = 60_000;

/** Stands for Stripe's script: as much of it as the page uses. What is done with it is in `window.stripe`. */
const STRIPE = `window.stripe = [];
window.Stripe = (key) => ({
  elements: (options) => ({ submit: async () => ({}), create: (kind) => ({
    mount: (into) => { stripe.push(["mount", key, options.clientSecret, kind]); into.append("A form of Stripe"); },
    on: (event, handle) => event === "ready" && setTimeout(handle), destroy: () => stripe.push(["destroy"]) }) }),
  confirmPayment: async (options) => { stripe.push(["confirm", options.redirect]); await new Promise((r) => (window.bank = r)); return {}; },
  verifyIdentity: async (secret) => { stripe.push(["verify", secret]); return {}; },
  handleNextAction: async ({ clientSecret }) => { stripe.push(["next", clientSecret]); return {}; },
});`;

describe("the on-ramp's page", () => {
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
  const given = (step: string, changes = {}) => {
    const ramp = service.given();
    const url = service.pageUrl(ramp);
    Object.assign(ramp, STEPS[step]?.[0](), changes);
    ramp.session.proved = !["amount_new", "email", "code"].includes(step);
    if (ramp.purchase !== null) ramp.purchase.id = `purchase of ${ramp.session.id}`;
    return { ramp, url };
  };

  it("is in the language that was chosen in this browser, and in the one that the widget asks for", async () => {
    const languageOf = async (url: string, name: string) => {
      await page.goto(url);
      await heading(name);
      return await page.locator("html").getAttribute("lang");
    };
    await context.addCookies([{ name: "leyden-language", value: "de", url: service.baseUrl }]);
    expect(await languageOf(given("amount_new").url, "Für wie viel möchtest du kaufen?")).toBe("de");
    const asked = `${given("amount_new").url}&locale=fr`;
    expect(await languageOf(asked, "Pour combien voulez-vous acheter\u00a0?")).toBe("fr");
  });

  it("is bought with from begin to end with the keyboard alone; each step's heading gets the focus", async () => {
    const { ramp, url } = given("amount_new", { needsIdentity: true });
    await page.goto(url);
    await heading("How much do you want to buy?");
    const focused = async (name: string) => {
      await heading(name);
      await page.waitForFunction(`document.activeElement.textContent === ${JSON.stringify(name)}`);
    };
    const keys = async (...list: readonly string[]) => {
      for (const key of list)
        await (key.length > 1 && /^[A-Z]/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
    };
    await keys("Tab", "25");
    await page.getByText("26,315 sat").waitFor();
    await keys("Enter");
    await focused("Confirm your e-mail address");
    await keys("Tab", "Enter");
    await focused("Enter the code");
    await keys("Tab", "12345678", "Enter");
    await focused("Show who you are");
    await keys("Tab", "Enter");
    await page.getByLabel("First name").waitFor();
    await keys("Tab", "ann", "Tab", "approve", "Enter");
    await focused("Pay with your card");
    await page.getByLabel("Card number").waitFor();
    await keys("Tab", "Tab", "Tab", "4242424242424242", "Tab", "1234", "Tab", "123", "Enter");
    await focused("Your bitcoin has arrived");
    expect(ramp.purchase?.state).toBe("completed");
  });

  it("says what is wrong with a code, an amount and a card, and tells readers of screens", async () => {
    const { url } = given("code");
    await page.goto(url);
    const alert = (text: string) => page.getByRole("alert").getByText(text).waitFor();
    await press("Continue");
    await alert("Type all digits of the code.");
    await page.getByLabel("Code").fill("87654321");
    await press("Continue");
    await alert("This code is wrong.");
    expect(await page.getByLabel("Code").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Code").fill("12345678");
    await press("Continue");
    await heading("How much do you want to buy?");
    await press("Continue");
    await alert("Enter an amount.");
    await page.getByLabel("You pay").fill("ten");
    await alert("Write it as a number, such as 1234.50.");
    await page.getByLabel("You pay").fill("2");
    await alert("At least €5.00.");
    await page.getByLabel("You pay").fill("200");
    await alert("This is more than you can buy now.");
    await page.getByLabel("You pay").fill("20,5");
    await page.getByText("€20.50").first().waitFor();
    await press("Continue");
    await press("Pay €20.50");
    await alert("Fill in number, expiry and security code");
  });

  it("shows the price of the amount that was typed last, however slow the answers are", async () => {
    const { ramp, url } = given("amount");
    await page.route("**/api/price", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.goto(url);
    for (const typed of ["2", "25"]) {
      await page.getByLabel("You pay").fill(typed);
      await page.waitForTimeout(550);
    }
    await page.getByText("26,315 sat").waitFor();
    expect(await page.getByRole("alert").getByText("At least").count()).toBe(0);
    expect(ramp.calls.filter((call) => call.endsWith("/quote")).length).toBeLessThanOrEqual(2);
  });

  it("asks for the price again soon after the service could not say it", async () => {
    await page.clock.install();
    const { url } = given("amount");
    let refused = 0;
    const error = { code: "unavailable", message: "the service is stopping, try again" };
    await page.route("**/api/price", (route) =>
      refused++ < 1
        ? route.fulfill({ status: 503, json: { success: false, message: error.message, error } })
        : route.continue(),
    );
    await page.goto(url);
    await page.getByLabel("You pay").fill("25");
    await page.getByRole("alert").getByText("The service cannot do this at the moment.").waitFor();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.clock.fastForward(3_000); // no more time passes: an old price is asked for after 30 s
    await page.getByText("26,315 sat").waitFor();
    expect((await page.getByRole("alert").allInnerTexts()).join("")).toBe("");
  });

  it("waits when it asks too often, and does not give the session up", async () => {
    const { url } = given("working", { isWorking: true });
    let refused = 0;
    const error = { code: "rate_limited", message: "Too many requests." };
    await page.route("**/api/state", (route) =>
      refused++ < 2
        ? route.fulfill({ status: 429, json: { success: false, message: error.message, error } })
        : route.continue(),
    );
    await page.goto(url);
    await heading("Your bitcoin has arrived");
  });

  it("sends another code after 30 seconds and not before", async () => {
    await page.clock.install();
    const { ramp, url } = given("code");
    await page.goto(url);
    await page.getByRole("button", { name: /Another code in/ }).dispatchEvent("click");
    expect(ramp.calls).not.toContain("POST /api/code");
    await page.clock.fastForward(31_000);
    await press("Send another code");
    await page.getByText("Another code was sent.").waitFor({ state: "attached" });
    expect(ramp.calls).toContain("POST /api/code");
  });

  it("counts a price down and renews it, with the card still in the form", async () => {
    const { ramp, url } = given("amount", { quoteMs: 3_000 });
    await page.goto(url);
    await page.getByLabel("You pay").fill("25");
    await page.getByText("26,315 sat").waitFor();
    await press("Continue");
    await page.getByText(/This price holds for 0:0\d/).waitFor();
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByLabel("Expires").fill("1234");
    await page.getByLabel("Security code").fill("123");
    await page.getByRole("status").getByText("The price has run out.").waitFor({ state: "attached" });
    const first = ramp.purchase?.id;
    ramp.quoteMs = 60_000;
    await press("Get a new price");
    await press("Pay €25.00");
    await heading("Your bitcoin has arrived");
    expect(ramp.purchase?.id).not.toBe(first);
  });

  it("goes on by itself when the connection comes back, and says so meanwhile", async () => {
    const { ramp, url } = given("working");
    await page.goto(url);
    await heading("Your purchase is on its way");
    await context.setOffline(true);
    await page.getByText("No connection. We keep trying.").waitFor();
    ramp.isWorking = true;
    await context.setOffline(false);
    await heading("Your bitcoin has arrived");
    expect(await page.getByText("No connection.").count()).toBe(0);
  });

  it("says that it loads, and tries again when the service is not there at first", async () => {
    const { url } = given("email");
    let refused = 0;
    await page.route("**/api/open", (route) => (refused++ < 2 ? route.abort() : route.continue()));
    await page.goto(url);
    await page.getByText("Loading …").waitFor();
    await page.getByText("No connection.").waitFor();
    await page.getByRole("button", { name: "Try now" }).click();
    await heading("Confirm your e-mail address");
  });

  it("asks nothing while nobody sees it", async () => {
    const { ramp, url } = given("working");
    await page.goto(url);
    await heading("Your purchase is on its way");
    const see = (state: string) =>
      page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
    await see("hidden");
    await page.waitForTimeout(1_200);
    const asked = ramp.calls.length;
    await page.waitForTimeout(1_500);
    expect(ramp.calls.length).toBe(asked);
    await see("visible");
    await expect.poll(() => ramp.calls.length).toBeGreaterThan(asked);
  });

  it("is of the first browser that opened it", async () => {
    const { url } = given("email");
    await page.goto(url);
    await heading("Confirm your e-mail address");
    const other = await (await chromium().newContext()).newPage();
    await other.goto(url);
    await other.getByRole("heading", { name: "Open in another browser" }).waitFor();
    await other.context().close();
    await page.goto("about:blank");
    await page.goto(url);
    await heading("Confirm your e-mail address");
  });

  it("pays with Stripe's form, and keeps the form while the bank asks in it", async () => {
    const { ramp, url } = given("amount", { processor: "stripe" });
    await context.route("https://js.stripe.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: STRIPE }),
    );
    await page.goto(url);
    await page.getByLabel("You pay").fill("25");
    await page.getByText("26,315 sat").waitFor();
    await press("Continue");
    await page.getByText("A form of Stripe").waitFor();
    await press("Pay €25.00");
    await page.waitForFunction("window.bank");
    ramp.step = "challenge";
    const asked = ramp.calls.length;
    await expect.poll(() => ramp.calls.length).toBeGreaterThan(asked + 1); // the page has seen that step
    expect(await page.getByText("A form of Stripe").count()).toBe(1);
    ramp.authorize();
    await page.evaluate("bank()");
    await heading("Your bitcoin has arrived");
    expect(await page.evaluate("stripe")).toEqual([
      ["mount", "pk_test_1", `${ramp.purchase?.id}_secret`, "payment"],
      ["confirm", "if_required"],
      ["destroy"],
    ]);
  });

  it("says when Stripe's script does not load, and when a card is given up", async () => {
    const { ramp, url } = given("card", { processor: "stripe" });
    await context.route("https://js.stripe.com/**", (route) => route.abort());
    await page.goto(url);
    await page.getByRole("alert").getByText("The payment form did not load.").waitFor();
    await press("Change the amount");
    await heading("How much do you want to buy?");
    expect(ramp.purchase?.state).toBe("canceled");
  });

  it("says what a delivery over the chain costs and where it goes, that it is sent, and when it is complete", async () => {
    const { ramp, url } = given("amount", { destination: CHAIN_ADDRESS });
    await page.goto(url);
    await page.getByText("At least €12.00.").waitFor();
    const row = (name: string) => page.locator(".rows > div").filter({ hasText: name }).locator("dd").first();
    const expectQuote = async () => {
      await page.getByText("24,905 sat").waitFor();
      expect(await row("Miners’ fee").textContent()).toBe("1,410 sat");
      expect(await row("To").locator("summary").textContent()).toBe("bcrt1q7v…0u3x5k2d");
    };
    await page.getByLabel("You pay").fill("25");
    await expectQuote();
    await press("Continue");
    await heading("Pay with your card");
    await expectQuote();
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByLabel("Expires").fill("1234");
    await page.getByLabel("Security code").fill("123");
    await press("Pay €25.00");
    await page.getByText("The transaction is being sent; it is complete with its first confirmation").waitFor();
    await page
      .getByRole("status")
      .getByText("The transaction gets its first confirmation")
      .waitFor({ state: "attached" });
    expect(await page.locator(".progress-list .over").count()).toBe(4);
    expect(await row("Transaction").locator(".whole").textContent()).toBe(TXID);
    ramp.isConfirmed = true;
    await page.getByRole("heading", { name: "Your bitcoin has arrived" }).waitFor({ timeout: 30_000 });
    expect(await row("Sent to").locator(".whole").textContent()).toBe(CHAIN_ADDRESS);
    expect(await row("Transaction").locator(".whole").textContent()).toBe(TXID);
  });

  it("says nothing of miners and transactions for a delivery over Lightning, nor before there is one", async () => {
    const lightning = given("quoted");
    await page.goto(lightning.url);
    await page.getByText("Fee, included").waitFor();
    expect(await page.getByText("Miners’ fee").count()).toBe(0);
    const unsent = given("working_chain_unsent");
    await page.goto("about:blank");
    await page.goto(unsent.url);
    await page.getByText("This takes some seconds.").waitFor();
    await page.getByText("The bitcoin is sent to you").first().waitFor();
    expect(await page.locator(".progress-list .current").textContent()).toBe("The bitcoin is sent to you");
    expect(await page.getByText("The transaction is being sent").count()).toBe(0);
    expect(await page.locator(".copy").count()).toBe(0);
  });

  it("copies an address with the keyboard, and shows it as a whole", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { url } = given("done_chain");
    await page.goto(url);
    await heading("Your bitcoin has arrived");
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    expect(await page.getByText(CHAIN_ADDRESS, { exact: true }).first().isVisible()).toBe(true);
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("status").getByText("Copied").waitFor({ state: "attached" });
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(CHAIN_ADDRESS);
    await page.getByRole("button", { name: "Copy: 4a5e1e4b" }).first().click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(TXID);
  });

  it("copies where the browser has no clipboard for scripts, and keeps the focus", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { url } = given("working_chain");
    await page.goto(url);
    await heading("Your purchase is on its way");
    await page.evaluate("navigator.clipboard.writeText('what was there before')");
    await page.evaluate(
      `Object.defineProperty(navigator.clipboard, "writeText", { value: async () => { throw new Error("NotAllowedError") } })`,
    );
    const copy = page.getByRole("button", { name: "Copy: " });
    await copy.press("Enter");
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(TXID);
    expect(await page.evaluate("document.activeElement.className")).toBe("copy");
    await page.evaluate("document.execCommand = () => false");
    await page.getByRole("status").getByText("Copied").waitFor({ state: "detached" });
    await copy.press("Enter");
    await page.getByText(TXID, { exact: true }).waitFor();
  });

  it.each([
    ["goes into it already", "on_hold_own", "It goes into your wallet here as soon as it can be sent."],
    ["goes back", "refund_pending", "You get your money back"],
  ])("does not offer the own wallet to a purchase that %s", async (_, step, text) => {
    await page.goto(given(step).url);
    await page.getByText(text).first().waitFor();
    expect(await page.getByRole("button", { name: "into my wallet here" }).count()).toBe(0);
  });

  it("offers the own wallet when a delivery must wait", async () => {
    const { ramp, url } = given("on_hold");
    await page.goto(url);
    await press("Put the bitcoin into my wallet here instead");
    await heading("Your bitcoin has arrived");
    expect(ramp.calls).toContain("POST /api/credit");
  });
});
