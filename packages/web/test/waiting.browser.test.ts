import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { LANGUAGES } from "../../server/src/texts/language.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import { CHAIN_ADDRESS, type FakeRamp, NETWORK_FEE, OWN_ADDRESS } from "./fake-state.harness.ts";
import { STEPS } from "./steps.harness.ts";

const until = (ms: number) => new Date(Date.now() + ms).toISOString();
const onDestination = (ms = 119_000) => ({ on: "destination" as const, until: until(ms) });

describe("what the on-ramp's page says of a purchase that waits", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeService>>;

  beforeAll(async () => {
    service = await startFakeService({
      widget: (ramp, baseUrl) =>
        `<!doctype html><body><script src="${baseUrl}/widget/v1/leyden-ramp.js"></script><script>
        Leyden.createRamp({ sessionToken: "${ramp.token}", baseUrl: "${baseUrl}", container: document.body }).mount();
        </script>`,
    });
  });
  afterAll(() => service?.close());

  const given = (step: string, changes: Partial<FakeRamp> = {}) => {
    const ramp = service.given();
    const url = service.pageUrl(ramp);
    Object.assign(ramp, STEPS[step]?.[0](), changes);
    ramp.session.proved = true;
    return { ramp, url };
  };
  const opened = async (url: string, language = "en-GB"): Promise<Page> => {
    const context = await chromium().newContext({ locale: language, reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  const CURRENT = ".progress-list .current";

  it("is that the recipient does not answer, for how long it is tried and that nothing is charged, until it answers", async () => {
    const { ramp, url } = given("working_destination_away");
    const page = await opened(url);
    const status = page.getByRole("status").getByText("The recipient’s wallet does not answer.");
    await status.waitFor();
    expect(await status.innerText()).toContain("If it does not answer in time, nothing is charged.");
    await page.getByText(/We keep trying for 1:\d\d/).waitFor();
    expect(await page.locator(CURRENT).textContent()).toBe("The delivery is prepared");
    expect(await page.getByText("This takes some seconds.").count()).toBe(0);
    expect(await page.getByRole("status").getByText("We keep trying").count()).toBe(0); // not read aloud each second
    Object.assign(ramp.purchase ?? {}, { waiting: null });
    await page.getByRole("heading", { name: "Your bitcoin has arrived" }).waitFor();
    await page.context().close();
  });

  it("is that it is given up when the time is over", async () => {
    const page = await opened(given("working_destination_away").url);
    await page.getByText("We keep trying").waitFor();
    const late = given("working_destination_away");
    Object.assign(late.ramp.purchase ?? {}, { waiting: onDestination(-1_000) });
    await page.goto("about:blank");
    await page.goto(late.url);
    await page.getByText("The purchase is being given up, and nothing is charged.").waitFor();
    expect(await page.getByText("We keep trying").count()).toBe(0);
    await page.context().close();
  });

  it.each([
    [
      "an address of the chain",
      { destination: CHAIN_ADDRESS },
      { destination: CHAIN_ADDRESS, network_fee: NETWORK_FEE },
    ],
    ["the own wallet", { destination: null }, { destination: OWN_ADDRESS }],
  ])("speaks of no recipient where it is ours to send: %s", async (_, changes, purchase) => {
    const { ramp, url } = given("working_destination_away", changes);
    Object.assign(ramp.purchase ?? {}, purchase);
    const page = await opened(url);
    await page.getByText("The bitcoin cannot be sent right now. If that does not change in time").waitFor();
    expect(await page.getByText("The recipient’s wallet").count()).toBe(0);
    await page.context().close();
  });

  it("is the pause alone while the service sends nothing", async () => {
    const page = await opened(given("working_destination_away", { isPaused: true }).url);
    await page.getByText("Your purchase is safe").waitFor();
    for (const none of ["The recipient’s wallet", "We keep trying"]) expect(await page.getByText(none).count()).toBe(0);
    await page.context().close();
  });

  it("is until when a paid purchase is sent or given back, and when that of a new card is sent", async () => {
    const page = await opened(given("working_not_sent").url);
    await page
      .getByText(/the bitcoin cannot be sent right now.*What cannot be sent by .*\d\d:\d\d is given back/)
      .waitFor();
    expect(await page.locator(CURRENT).textContent()).toBe("The bitcoin is sent to you");
    await page.goto("about:blank");
    await page.goto(given("on_hold").url);
    await page
      .getByText(/the bitcoin cannot be sent right now.*What cannot be sent by .*\d\d:\d\d is given back/)
      .waitFor();
    await page.goto("about:blank");
    await page.goto(given("on_hold_first_card").url);
    await page.getByText(/It is the first purchase with this card.*sent later, on .*\d\d:\d\d\./).waitFor();
    expect(await page.getByText("cannot be sent right now").count()).toBe(0);
    await page.context().close();
  });

  it("stands in the widget as well, in each language", async () => {
    for (const language of LANGUAGES) {
      const { ramp } = given("working_destination_away");
      const page = await opened(`${service.hostUrl}/widget/${ramp.session.id}`, language);
      const frame = page.frameLocator("iframe");
      const { ramp: texts } = await import(`../../server/src/texts/${language}/ramp.ts`);
      await frame.getByText(texts.ramp_waiting_destination).waitFor();
      await frame.getByText(texts.ramp_waiting_left.split("{time}")[0].trim()).waitFor();
      expect(await frame.locator(CURRENT).textContent()).toBe(texts.ramp_working_prepared);
      await page.context().close();
    }
  });
});
