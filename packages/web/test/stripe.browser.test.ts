import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import type { FakeRamp } from "./fake-state.harness.ts";
import { slowPage } from "./slow-stripe.harness.ts";
import { STEPS } from "./steps.harness.ts";

const PATIENCE_MS = 60_000;
const LOADING = "The card form is loading …";
const CHECKING = "The form is being checked …";
const ON_ITS_WAY = ["Your purchase is on its way", "Your bank agrees to the payment"];
const PAY = "Pay €25.00";
const TRY_AGAIN = "Try again";

/** What the page says while Stripe takes its time. Each step of its script waits until the test lets it go on. */
describe("the on-ramp's page with a slow Stripe", () => {
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
  const given = (step: string, changes: Partial<FakeRamp> = {}) => {
    const ramp = service.given();
    const url = service.pageUrl(ramp);
    Object.assign(ramp, STEPS[step]?.[0](), { processor: "stripe", isWorking: false }, changes);
    ramp.session.proved = true;
    if (ramp.purchase !== null) ramp.purchase.id = `purchase of ${ramp.session.id}`;
    return { ramp, url };
  };
  /** At the form of Stripe, which is shown. */
  async function atForm(changes: Partial<FakeRamp> = {}) {
    const { ramp, url } = given("card", changes);
    const slow = await slowPage(page);
    await slow.script.release();
    await page.goto(url);
    await slow.begun("mount");
    await slow.go("mount", "ready");
    await page.getByText("A form of Stripe").waitFor();
    return { ramp, url, slow };
  }

  it("says that the form loads from the amount until it is there, also to who presses the button before", async () => {
    const { url } = given("amount");
    const slow = await slowPage(page);
    const [quote, pay] = [await slow.hold("/quote"), await slow.hold("/pay")];
    await page.goto(url);
    await page.getByLabel("You pay").fill("25");
    await page.getByText("26,315 sat").waitFor();
    expect(await slow.press("Continue")).toContain("busy: Continue");
    await quote.release();
    await heading("Pay with your card");
    await pay.reached();
    expect(await slow.said()).toContain(LOADING);
    await pay.release();
    await slow.script.reached();
    expect(await slow.said()).toContain(LOADING);
    expect(await slow.press(PAY)).toEqual(["Pay with your card", LOADING, `busy: ${PAY}`]);
    await slow.script.release();
    await slow.begun("mount");
    await expectGoodPage(page, "ramp-stripe-loading", SIZES_DOWN_TO_320);
    expect(await slow.press(PAY)).toContain(LOADING);
    await slow.go("mount", "ready");
    await page.getByText("A form of Stripe").waitFor();
    expect(await slow.said()).toEqual(["Pay with your card"]);
    expect(await slow.steps()).toEqual(["mount"]); // the presses before paid nothing
  });

  it("says from the press of Pay to the end what goes on, in each frame, whichever step takes long", async () => {
    const { ramp, slow } = await atForm();
    const card = await slow.hold("/card");
    const silent = await slow.watch("Pay with your card");
    expect(await slow.press(PAY)).toEqual(["Pay with your card", CHECKING, `busy: ${PAY}`]);
    const before = (await silent()).length; // drawn before the press
    await slow.begun("submit");
    await slow.go("submit");
    await card.reached();
    expect(await slow.said()).toEqual(ON_ITS_WAY);
    await card.release();
    await slow.begun("confirm");
    expect(await slow.said()).toEqual(ON_ITS_WAY);
    ramp.step = "challenge"; // the bank asks, in a window of Stripe's script
    const asked = ramp.calls.length;
    await expect.poll(() => ramp.calls.length).toBeGreaterThan(asked + 1); // the page has seen that step
    expect(await slow.said()).toEqual(ON_ITS_WAY);
    Object.assign(ramp, { isWorking: true });
    ramp.authorize();
    await slow.go("confirm");
    await heading("Your bitcoin has arrived");
    expect((await silent()).slice(before)).toEqual([]);
    expect(await slow.steps()).toEqual(["mount", "submit", "confirm"]);
  });

  it("says the same after a reload, as long as the bank has not answered", async () => {
    const { slow } = await atForm();
    await slow.press(PAY);
    await slow.go("submit");
    await slow.begun("confirm");
    await page.reload();
    await heading("Your purchase is on its way");
    expect(await slow.said()).toEqual(ON_ITS_WAY);
  });

  it("says what Stripe says of a card, and shows the form again, after a check and after the bank", async () => {
    const { slow } = await atForm();
    await slow.press(PAY);
    await slow.go("submit", { error: { message: "Your card number is incomplete." } });
    await page.getByRole("alert").getByText("Your card number is incomplete.").waitFor();
    expect(await slow.said()).not.toContain(CHECKING);
    expect(await slow.press(PAY)).toEqual(["Pay with your card", CHECKING, `busy: ${PAY}`]);
    await slow.go("submit");
    await slow.begun("confirm");
    await slow.go("confirm", { error: { message: "Your card was declined." } });
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    expect(await page.getByText("A form of Stripe").isVisible()).toBe(true);
    expect(await slow.said()).toEqual(["Pay with your card", "Your card was declined."]);
  });

  it("says after a reload at the bank that its page opens, that it waits, and that the purchase is given up", async () => {
    const { ramp, url } = given("challenge");
    const slow = await slowPage(page);
    const [pay, cancel] = [await slow.hold("/pay"), await slow.hold("/cancel")];
    await page.goto(url);
    const title = "Your bank wants to be sure that it is you";
    const opening = [title, "Your bank’s page is opening …", "busy: Go to your bank"];
    expect(await slow.press("Go to your bank")).toEqual(opening);
    await expectGoodPage(page, "ramp-bank-opening", SIZES_DOWN_TO_320);
    await pay.release();
    await slow.script.reached();
    expect(await slow.said()).toEqual(opening);
    await slow.script.release();
    await slow.begun("challenge");
    expect(await slow.said()).toContain("Waiting for your bank …");
    expect(await slow.press("Do not pay")).toContain("busy: Do not pay");
    await cancel.release();
    await heading("How much do you want to buy?");
    expect(ramp.purchase?.state).toBe("canceled");
  });

  it("says that the check of an identity opens, and what Stripe says of it", async () => {
    const { url } = given("identity");
    const slow = await slowPage(page);
    const identity = await slow.hold("/identity");
    await page.goto(url);
    expect(await slow.press("Begin")).toEqual(["Show who you are", "The check is opening …", "busy: Begin"]);
    await identity.release();
    await slow.script.reached();
    await slow.script.release();
    await slow.begun("verify");
    expect(await slow.said()).toContain("The check is opening …");
    await slow.go("verify", { error: { message: "You closed it." } });
    await page.getByRole("alert").getByText("You closed it.").waitFor();
  });

  it("says that another price is asked for, and that one goes back", async () => {
    const { ramp, slow } = await atForm();
    const old = ramp.purchase?.id;
    Object.assign(ramp.purchase ?? {}, { quote_expires_at: new Date(Date.now() - 1_000).toISOString() });
    await page.reload();
    await slow.begun("mount");
    await slow.go("mount", "ready");
    const quote = await slow.hold("/quote");
    expect(await slow.press("Get a new price")).toContain("busy: Get a new price");
    await quote.release();
    await expect.poll(() => slow.steps()).toEqual(["mount", "mount"]); // for the payment at the new price
    expect(ramp.purchase?.id).not.toBe(old);
    const cancel = await slow.hold("/cancel");
    expect(await slow.press("Change the amount")).toContain("busy: Change the amount");
    await cancel.release();
    await heading("How much do you want to buy?");
  });

  it.each([
    ["does not load", (slow: Awaited<ReturnType<typeof slowPage>>) => slow.go("mount", "loaderror")],
    ["takes half a minute", () => page.clock.fastForward(31_000)],
  ])("says when the form %s, and tries again", async (_what, fail) => {
    await page.clock.install();
    const { url } = given("card");
    const slow = await slowPage(page);
    await slow.script.release();
    await page.goto(url);
    await slow.begun("mount");
    await fail(slow);
    await page.getByRole("alert").getByText("The payment form did not load.").waitFor();
    await expectGoodPage(page, "ramp-stripe-broken", SIZES_DOWN_TO_320);
    expect(await page.getByRole("button", { name: PAY }).count()).toBe(0);
    await page.getByRole("button", { name: TRY_AGAIN }).click();
    await page.getByText(LOADING).waitFor();
    await expect.poll(() => slow.steps()).toEqual(["mount", "mount"]);
    await slow.go("mount", "ready");
    await page.getByRole("button", { name: PAY }).waitFor();
  });
});
