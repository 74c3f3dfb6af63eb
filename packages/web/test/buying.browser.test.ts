import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { STEPS } from "./steps.harness.ts";

const PATIENCE_MS = 60_000;

describe("buying on the on-ramp's page", () => {
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

  const giveCard = async () => {
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByLabel("Expires").fill("1234");
    await page.getByLabel("Security code").fill("123");
  };
  const GOOD_LOOKING = `document.querySelector("h1").textContent === "Your purchase is on its way"
    && document.activeElement === document.querySelector("h1")
    && document.querySelector(".progress-list .current").textContent === "Your bank agrees to the payment"
    && document.querySelector("form")?.getBoundingClientRect().height !== undefined
    && document.querySelector("[inert]") !== null`;

  it("says about what an amount brings, also one of the buttons or in sats, and asks for the address afterwards", async () => {
    const { ramp, url } = given("amount_new");
    await page.goto(url);
    await page.getByRole("button", { name: "€50" }).click();
    await page.getByText("You get about").waitFor();
    await page.getByText("52,631 sat").waitFor();
    expect(await page.locator(".deadline").count()).toBe(0);
    expect(await page.locator(".bar .full").count()).toBe(1);
    await page.getByRole("button", { name: "I know how many sats I want" }).click();
    expect(await page.getByLabel("You get").inputValue()).toBe("52,631");
    await page.getByLabel("You get").fill("26,315");
    await page.getByText("€24.99").waitFor();
    await press("Continue");
    await heading("Confirm your e-mail address");
    expect(ramp.session.chosen).toEqual({ amount: "24.99", currency: "EUR" });
    expect(ramp.calls.filter((call) => call === "POST /api/quote")).toHaveLength(1);
    await page.reload();
    await heading("Confirm your e-mail address");
    await press("Change the amount");
    expect(await page.getByLabel("You pay").inputValue()).toBe("24.99");
    await page.getByLabel("You pay").fill("25");
    await press("Continue");
    await press("Send me a code");
    await page.getByLabel("Code").fill("12345678");
    await press("Continue");
    await heading("Pay with your card");
    await page.getByText(/This price holds for (1:00|0:5\d)/).waitFor();
    expect(ramp.purchase?.source_amount).toBe("25.00");
  });

  it("takes a German amount as a German writes it, and shows nothing for what is none", async () => {
    const german = await chromium().newContext({ locale: "de-DE" });
    const other = await german.newPage();
    const { url } = given("amount_new");
    await other.goto(url);
    await other.getByLabel("Du zahlst").fill("1.23,45");
    await other.getByText("Schreib es als Zahl, zum Beispiel 1234,50.").waitFor();
    await other.getByLabel("Du zahlst").fill("25,50");
    await other.getByText("26.842 sat").waitFor();
    expect(await other.getByText("Schreib es als Zahl").count()).toBe(0);
    await german.close();
  });

  it("begins the minute of a price when the card is asked for, however long the way to it was", async () => {
    const { ramp, url } = given("quoted");
    Object.assign(ramp.purchase ?? {}, { quote_expires_at: new Date(Date.now() - 300_000).toISOString() });
    const old = ramp.purchase?.id;
    await page.goto(url);
    await page.getByText(/This price holds for (1:00|0:5\d)/).waitFor();
    await page.getByLabel("Card number").waitFor();
    expect(ramp.purchase?.id).not.toBe(old);
    expect(ramp.calls.filter((call) => call === "POST /api/quote")).toHaveLength(1);
    expect(ramp.calls.filter((call) => call === "POST /api/pay")).toHaveLength(1);
  });

  it("says after the third declined card that it is over, why, and where to go on", async () => {
    const { ramp, url } = given("declined");
    ramp.session.return_url = "https://shop.example/cart";
    await page.goto(url);
    await heading("No card was accepted");
    await page.getByText("Your bank can tell you why.").waitFor();
    expect(await page.getByText("Try another one").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Back to Coffee & Games" }).getAttribute("href")).toBe(
      "https://shop.example/cart",
    );
  });

  it("goes one step back with the browser's own button, and leaves when there is none", async () => {
    const { ramp, url } = given("amount_new");
    await page.goto(`${service.baseUrl}/assets/none`); // where the person came from
    await page.goto(url);
    await page.getByLabel("You pay").fill("25");
    await press("Continue");
    await heading("Confirm your e-mail address");
    await page.goBack();
    await heading("How much do you want to buy?");
    await press("Continue");
    await heading("Confirm your e-mail address");
    await press("Send me a code");
    await page.getByLabel("Code").fill("12345678");
    await press("Continue");
    await heading("Pay with your card");
    await page.getByLabel("Card number").waitFor();
    await page.goBack();
    await heading("How much do you want to buy?");
    expect(ramp.purchase?.state).toBe("canceled");
    await press("Continue");
    await heading("Pay with your card");
    await giveCard();
    await press("Pay €25.00");
    await heading("Your bitcoin has arrived");
    await page.goBack().catch(() => undefined);
    await page.waitForURL("**/assets/none");
  });

  it("goes forward again to the step that was left: the address, and the card at its amount, also after a reload", async () => {
    const { ramp, url } = given("amount_new");
    await page.goto(url);
    await page.getByLabel("You pay").fill("30");
    await press("Continue");
    await heading("Confirm your e-mail address");
    await page.goBack();
    await heading("How much do you want to buy?");
    await page.goForward();
    await heading("Confirm your e-mail address");
    await press("Send me a code");
    await page.getByLabel("Code").fill("12345678");
    await press("Continue");
    await heading("Pay with your card");
    const entries = await page.evaluate("history.length");
    for (const reloads of [false, false, true]) {
      await page.getByLabel("Card number").waitFor();
      await page.goBack();
      await heading("How much do you want to buy?");
      if (reloads) await page.reload();
      await page.getByLabel("You pay").fill("77"); // not asked for
      await page.goForward();
      await heading("Pay with your card");
      expect(ramp.purchase?.source_amount).toBe("30.00");
    }
    expect(await page.evaluate("history.length")).toBe(entries);
    await giveCard();
    await press("Pay €30.00");
    await heading("Your bitcoin has arrived");
  });

  it("stays at the amount, and says why, when what was left cannot be taken up", async () => {
    const { ramp, url } = given("quoted");
    await page.goto(`${service.baseUrl}/assets/none`);
    await page.goto(url);
    await page.getByLabel("Card number").waitFor();
    await press("Change the amount");
    await heading("How much do you want to buy?");
    await press("Continue");
    await page.getByLabel("Card number").waitFor();
    await page.goBack();
    await heading("How much do you want to buy?");
    await page.route("**/api/quote", (route) => route.abort());
    await page.goForward();
    await page.getByRole("alert").getByText("There was no answer.").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("How much do you want to buy?");
    await page.unroute("**/api/quote");
    await page.goForward();
    await heading("Pay with your card");
    expect(ramp.purchase?.source_amount).toBe("25.00");
  });

  it("leads back to the shop at the end, and never to a script", async () => {
    const { ramp, url } = given("done");
    ramp.session.return_url = "https://shop.example/thanks?order=7";
    await page.goto(url);
    const link = page.getByRole("link", { name: "Back to Coffee & Games" });
    expect(await link.getAttribute("href")).toBe("https://shop.example/thanks?order=7");
    ramp.session.return_url = "javascript:alert(1)";
    await page.reload();
    await page.getByText("You can close this window.").waitFor();
    expect(await page.getByRole("link").count()).toBe(0);
  });

  it("has a receipt with number, price, fee, destination, proof of payment and seller; a number while it waits", async () => {
    const { ramp, url } = given("working", { isWorking: true });
    await page.goto(url);
    await heading("Your bitcoin has arrived");
    await page.getByText("Receipt").click();
    for (const text of [
      "0F3A-6D1E-9B20",
      "€95,000.00 per BTC",
      "€0.75",
      "abababab…abababab",
      "Coin Shop",
      "12345 Town",
    ])
      await page.locator(".receipt").getByText(text).first().waitFor();
    expect(ramp.purchase?.proof?.kind).toBe("preimage");
    expect(await page.locator(".receipt").innerText()).not.toContain("Given back");
    const waiting = given("on_hold");
    await page.goto("about:blank");
    await page.goto(waiting.url);
    await page.getByText("Purchase number 0F3A-6D1E-9B20").waitFor();
  });

  it("has a receipt of money that goes back, which names no bitcoin and no fee, and the card without a brand", async () => {
    const { ramp, url } = given("refunded");
    if (ramp.purchase !== null) ramp.purchase.card = { brand: "", last4: "4242" };
    await page.goto(url);
    await heading("Your money went back");
    await page.getByText("The bitcoin could not be delivered.").waitFor();
    await page.getByText("Receipt").click();
    const receipt = await page.locator(".receipt").innerText();
    expect(receipt).toContain("0F3A-6D1E-9B20");
    for (const said of [/Paid\s+€25.00/, /Given back\s+€25.00/, /Seller\s+Coin Shop/]) expect(receipt).toMatch(said);
    expect(receipt).toMatch(/Card\s+···· 4242/);
    for (const none of [" sat", "per BTC", "Fee", "€0.75", "Sent to"]) expect(receipt).not.toContain(none);
  });

  it.each([
    ["a session without a destination", "done_own", null],
    ["a person who chose it when the destination could not be reached", "done_own", "shop@wallet.example"],
  ])("leads to the wallet that the bitcoin is in: %s", async (_, step, destination) => {
    const { ramp, url } = given(step);
    ramp.destination = destination;
    await page.goto(url);
    await heading("Your bitcoin has arrived");
    const link = page.getByRole("link", { name: "Go to your wallet" });
    expect(await link.getAttribute("href")).toBe("/wallet");
    expect(await link.getAttribute("target")).toBe("_blank");
    await page.getByText("Log in with ann@example.com").waitFor();
    await page.getByText("Your wallet here").first().waitFor();
    expect(await page.getByText("shop@wallet.example").count()).toBe(0);
  });

  it("leads a person who came from the own wallet back to it, and speaks of no login", async () => {
    const { ramp, url } = given("done_own");
    const own = `${new URL(url).origin}/wallet`;
    ramp.session.return_url = own;
    await page.goto(url);
    await heading("Your bitcoin has arrived");
    await page.getByText("Your wallet here").first().waitFor();
    const links = page.getByRole("main").getByRole("link");
    expect(await links.allInnerTexts()).toEqual(["Go to your wallet"]);
    expect([await links.getAttribute("href"), await links.getAttribute("target")]).toEqual([own, null]);
    expect(await page.getByText("Log in with").count()).toBe(0);
  });

  it("leads back to the own wallet before anything is bought, and has one name for who sells there", async () => {
    const { ramp, url } = given("amount_new");
    const own = `${new URL(url).origin}/wallet`;
    Object.assign(ramp.session, { return_url: own, of_wallet: true });
    await page.goto(url);
    expect(await page.getByRole("link", { name: "Go to your wallet" }).getAttribute("href")).toBe(own);
    expect(await page.locator("header bdi, footer bdi").allInnerTexts()).toEqual(["Coin Shop", "Bitcoin by Coin Shop"]);
    await expectGoodPage(page, "ramp-from-wallet", SIZES_DOWN_TO_320);
  });

  it("leads to no wallet when the bitcoin went elsewhere", async () => {
    await page.goto(given("done").url);
    await heading("Your bitcoin has arrived");
    expect(await page.getByRole("link").count()).toBe(0);
  });

  it.each(["/api/card", "/confirm"])(
    "says within 100 ms of the press that the purchase is on its way, and the same after a reload (slow: %s)",
    async (slow) => {
      const { ramp, url } = given("card", { isWorking: false });
      await page.route(`**${slow}`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        await route.continue().catch(() => undefined);
      });
      await page.goto(url);
      await giveCard();
      const shown = await page.evaluate(`new Promise((resolve) => {
        [...document.querySelectorAll("button")].find(({ type }) => type === "submit").click();
        setTimeout(() => resolve(${GOOD_LOOKING}), 100);
      })`);
      expect(shown).toBe(true);
      const seen = page.evaluate(`new Promise((resolve) => {
        const names = new Set();
        const look = () => names.add(document.querySelector("h1")?.textContent);
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => resolve([...names]), 3_500);
      })`);
      expect((await seen) as string[]).not.toContain("Pay with your card");
      await expect.poll(() => ramp.purchase?.state).toBe("authorized");
      await page.reload();
      await heading("Your purchase is on its way");
    },
  );

  it("says the same after a reload while the bank has not answered, and shows a card that it did not take", async () => {
    const { ramp, url } = given("card");
    await page.route("**/confirm", () => undefined); // for ever
    await page.goto(url);
    await giveCard();
    await press("Pay €25.00");
    await expect.poll(() => ramp.step).toBe("working");
    await page.reload();
    await heading("Your purchase is on its way");
    expect(await page.locator(".progress-list .current").textContent()).toBe("Your bank agrees to the payment");
    Object.assign(ramp, { step: "card" });
    Object.assign(ramp.purchase ?? {}, { declines: 1 });
    await heading("Pay with your card");
    await page.getByText("The card was declined. Try another one").waitFor();
  });

  it("gives the focus to the field that is wrong: amount, code, card, name", async () => {
    const focused = (name: string) =>
      expect.poll(() => page.evaluate("document.activeElement.labels?.[0]?.textContent")).toBe(name);
    await page.goto(given("amount_new").url);
    await press("Continue");
    await focused("You pay");
    await page.goto("about:blank");
    await page.goto(given("code").url);
    await page.getByLabel("Code").fill("123");
    await press("Continue");
    await focused("Code");
    await page.getByLabel("Code").fill("87654321");
    await press("Continue"); // the service says so
    await page.getByText("This code is wrong.").waitFor();
    await focused("Code");
    await page.goto("about:blank");
    await page.goto(given("card").url);
    await page.getByLabel("Card number").fill("4242424242424242");
    await press("Pay €25.00");
    await focused("Expires");
    await page.goto("about:blank");
    await page.goto(given("identity").url);
    await press("Begin");
    for (const name of ["First name", "Surname"]) {
      await page.getByLabel("First name").waitFor();
      await press("Continue");
      await focused(name);
      await page.getByLabel(name).fill("Ann");
    }
  });

  it("keeps what was typed when a card is declined, and is at its heading", async () => {
    const { url } = given("card");
    await page.goto(url);
    await page.getByText("Test cards").click();
    await page.getByText("4000 0000 0000 0002").click();
    await press("Pay €25.00");
    const declined = page.getByText("The card was declined. Try another one");
    await page.getByRole("alert").filter({ has: declined }).waitFor();
    expect(await page.getByLabel("Card number").inputValue()).toBe("4000 0000 0000 0002");
    expect(await declined.count()).toBe(1);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Pay with your card");
  });

  it("says at once that an identity is looked at, and takes it back when it could not be sent", async () => {
    const { ramp, url } = given("identity", { isWorking: false });
    await page.goto(url);
    await press("Begin");
    await page.getByLabel("First name").fill("Ann");
    await page.getByLabel("Surname").fill("Approve");
    let release: (() => void) | undefined;
    await page.route("**/sandbox/identity/*", async (route) => {
      await new Promise<void>((resolve) => (release = resolve));
      await route.abort();
    });
    await press("Continue");
    await heading("Your identity is being checked");
    await expect.poll(() => release !== undefined).toBe(true);
    release?.();
    await heading("Show who you are");
    await page.getByRole("alert").getByText("There was no answer.").waitFor();
    expect(await page.getByLabel("Surname").inputValue()).toBe("Approve");
    await page.unroute("**/sandbox/identity/*");
    await press("Continue");
    await heading("Your identity is being checked");
    await expect.poll(() => ramp.calls).toContain("POST /api/identity/given");
  });
});
