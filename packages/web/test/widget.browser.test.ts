import type { BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { startFakeService } from "./fake-ramp.harness.ts";
import type { FakeRamp } from "./fake-state.harness.ts";
import { buildReactHost, hostPages } from "./hosts.harness.ts";

const PATIENCE_MS = 60_000;

describe("the widget in a page of somebody else", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeService>>;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    service = await startFakeService(hostPages(await buildReactHost()));
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const openHost = async (kind: string, ramp: FakeRamp) =>
    await page.goto(`${service.hostUrl}/${kind}/${ramp.session.id}`);
  const frame = () => page.frameLocator("iframe");
  const heading = (name: string) => frame().getByRole("heading", { name }).waitFor();
  const press = (name: string) => frame().getByRole("button", { name }).click();
  const seen = async () => (await page.evaluate("window.seen")) as [string, unknown?][];
  const countOf = async (kind: string) => (await seen()).filter(([name]) => name === kind).length;
  const untilSeen = async (kind: string) => await page.waitForFunction(`seen.some(([name]) => name === "${kind}")`);
  const rampFrame = (): Frame => {
    const found = page.frames().find((one) => one.url().includes("/ramp/"));
    if (found === undefined) throw new Error("there is no frame");
    return found;
  };

  async function buy(card = "4242 4242 4242 4242"): Promise<void> {
    await frame().getByLabel("You pay").fill("25");
    await frame().getByText("26,315 sat").waitFor();
    await press("Continue");
    await press("Send me a code");
    await frame().getByLabel("Code").fill("12345678");
    await press("Continue");
    await frame().getByLabel("Card number").fill(card);
    await frame().getByLabel("Expires").fill("1234");
    await frame().getByLabel("Security code").fill("123");
    await press("Pay €25.00");
  }

  it("on a site that is not allowed says why to its developer, and something to people", async () => {
    const ramp = service.given();
    await page.clock.install();
    await page.goto(`${service.hostUrl.replace("127.0.0.1", "localhost")}/factory/${ramp.session.id}`);
    await page.locator("iframe").waitFor();
    await page.clock.fastForward(10_500);
    await page.getByRole("alert").getByText("The purchase could not be shown.").waitFor();
    const [, failure] = (await seen()).find(([kind]) => kind === "error") ?? [];
    expect(failure).toMatchObject({
      code: "ramp_not_started",
      message: expect.stringMatching(/ramp origins <project> http:\/\/localhost:\d+$/),
    });
    expect(await page.locator("iframe").isVisible()).toBe(false);
    expect(ramp.calls).toEqual([]);
  });

  it.each(["factory", "element", "react"])(
    "by %s tells of a purchase once, closes once, and takes its frame away",
    async (kind) => {
      const ramp = service.given();
      await openHost(kind, ramp);
      await buy();
      await heading("Your bitcoin has arrived");
      await untilSeen("success");
      await page.evaluate("window.before = document.querySelector('iframe')");
      await press("Done");
      await untilSeen("close");
      await page.waitForTimeout(300);
      expect(await page.locator("iframe").count()).toBe(0);
      const events = await seen();
      expect(events.filter(([name]) => name !== "step").map(([name]) => name)).toEqual(["ready", "success", "close"]);
      expect(events.find(([name]) => name === "success")?.[1]).toMatchObject({
        amount: "26315800",
        destination: "ann.the.collector@wallet.example",
        sourceAmount: "25.00",
        sourceCurrency: "EUR",
      });
      expect(events.filter(([name]) => name === "step").map(([, step]) => step)).toEqual([
        ...["amount", "email", "code", "card", "working", "done"],
      ]);
      expect(ramp.calls.filter((call) => call === "POST /api/open")).toHaveLength(1);
    },
  );

  it("stays the same frame while the page around it renders again and again", async () => {
    const ramp = service.given();
    await openHost("react", ramp);
    await heading("How much do you want to buy?");
    await page.evaluate("window.first = document.querySelector('iframe')");
    const loads: string[] = [];
    page.on("framenavigated", (one) => loads.push(one.url()));
    const before = await page.evaluate("window.renders");
    await page.waitForFunction(`window.renders > ${Number(before) + 10}`);
    expect(await page.evaluate("document.querySelector('iframe') === window.first")).toBe(true);
    expect(loads).toEqual([]);
    await buy();
    await untilSeen("success");
    const [, , round] = (await seen()).find(([name]) => name === "success") as unknown[];
    expect(round).toBeGreaterThan(Number(before)); // the newest callback, not the first one
  });

  it("goes on where the person was when the frame is loaded again, and tells nothing twice", async () => {
    const ramp = service.given();
    await openHost("factory", ramp);
    await buy();
    await heading("Your bitcoin has arrived");
    await untilSeen("success");
    await rampFrame().evaluate("location.reload()");
    await page.waitForFunction("seen.filter(([name]) => name === 'ready').length === 2");
    await heading("Your bitcoin has arrived");
    await page.waitForTimeout(300);
    expect(await countOf("success")).toBe(1);
    await page.evaluate("ramp.unmount(); ramp.mount()");
    await page.waitForFunction("seen.filter(([name]) => name === 'ready').length === 3");
    expect(await countOf("success")).toBe(1);
    expect(ramp.calls.filter((call) => call === "POST /api/open")).toHaveLength(1);
  });

  it("takes the token out of the address at once, and keeps nothing but the key", async () => {
    const ramp = service.given();
    await openHost("factory", ramp);
    await heading("How much do you want to buy?");
    const href = String(await rampFrame().evaluate("location.href"));
    expect(href).not.toContain("rst_");
    expect(href).toMatch(/#channel=[0-9a-f]{32}&/);
    const kept = await rampFrame().evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(JSON.parse(String(kept))).toEqual([{ [`leyden-ramp:${ramp.session.id}`]: ramp.pageKey }, {}, ""]);
  });

  it("is told nothing by other frames, other origins and another channel", async () => {
    const ramp = service.given();
    await openHost("factory", ramp);
    await heading("How much do you want to buy?");
    const channel = new URLSearchParams(new URL(rampFrame().url()).hash.slice(1)).get("channel") ?? "";
    const said = page.evaluate(
      "new Promise((resolve) => addEventListener('message', ({ data }) => data === 'said' && resolve()))",
    );
    // A frame beside ours, of an origin that begins with ours, which knows the channel.
    expect(service.hostileUrl.startsWith(service.baseUrl)).toBe(true);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("iframe"), { src: "${service.hostileUrl}/hostile#channel=${channel}" }))`,
    );
    await said;
    // The page itself, as a script of an advertisement would.
    await page.evaluate(`postMessage({ leyden: "ramp", channel: "${channel}", type: "close" }, "*")`);
    // Our own frame with another channel.
    await rampFrame().evaluate('parent.postMessage({ leyden: "ramp", channel: "0", type: "close" }, "*")');
    await page.waitForTimeout(300);
    expect(await countOf("success")).toBe(0);
    expect(await countOf("close")).toBe(0);
    // Our own frame, led away to the hostile origin.
    const again = page.evaluate(
      "new Promise((resolve) => addEventListener('message', ({ data }) => data === 'said' && resolve()))",
    );
    await page.evaluate(`document.querySelector("iframe").src = "${service.hostileUrl}/hostile#channel=${channel}"`);
    await again;
    await page.waitForTimeout(100);
    expect(await seen()).toEqual([["ready"], ["step", "amount"]]);
  });

  it("shows nothing and says nothing in a page whose origin the project does not list", async () => {
    const ramp = service.given();
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.goto(`${service.hostileUrl}/factory/`);
    await page.evaluate(`Leyden.createRamp({ sessionToken: "${ramp.token}", container: "#host" }).mount()`);
    await refused;
    expect(ramp.calls).toEqual([]);
  });

  it("tells of a failed purchase once, and lets the person try again", async () => {
    const ramp = service.given();
    await openHost("factory", ramp);
    await buy("4000 0027 6000 3184");
    await heading("Your bank wants to be sure that it is you");
    ramp.fail("declined", "The card was declined.");
    await heading("The purchase failed");
    await frame().getByText("The card was declined. Try another one").waitFor();
    await untilSeen("error");
    await page.waitForTimeout(300);
    expect((await seen()).filter(([name]) => name === "error")).toEqual([
      ["error", { code: "declined", message: "The card was declined.", purchaseId: expect.any(String) }],
    ]);
    await press("Try again");
    await frame().getByLabel("You pay").fill("30");
    await frame().getByText("31,578 sat").waitFor();
  });

  it("opens the bank's page in a window, by a press, and goes on by itself afterwards", async () => {
    const ramp = service.given();
    await openHost("factory", ramp);
    await buy("4000 0027 6000 3184");
    await heading("Your bank wants to be sure that it is you");
    expect(context.pages()).toHaveLength(1);
    const opening = context.waitForEvent("page");
    await press("Go to your bank");
    const bank = await opening;
    await frame().getByText("Waiting for your bank").waitFor();
    await bank.getByRole("button", { name: "Approve" }).click();
    await heading("Your bitcoin has arrived");
    expect(await bank.evaluate("opener").catch(() => null)).toBeNull();
  });

  it("is as high as its page, dark and German when the shop wants it so", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await openHost("dark", service.given());
    await heading("Für wie viel möchtest du kaufen?");
    const inside = () =>
      rampFrame().evaluate("Math.ceil(document.querySelector('.ramp').getBoundingClientRect().height)");
    const height = () => page.evaluate("document.querySelector('iframe').offsetHeight");
    await expect.poll(async () => Number(await height()) - Number(await inside()), { timeout: PATIENCE_MS }).toBe(0);
    expect(await height()).not.toBe(560); // what it has before the page says anything
    const colour = await rampFrame().evaluate("getComputedStyle(document.querySelector('.ramp')).backgroundColor");
    expect(colour).toBe("rgb(19, 19, 22)");
  });

  it("speaks the older protocol to wrappers that know only the address", async () => {
    const ramp = service.given();
    await openHost("older", ramp);
    await buy();
    await untilSeen("WIDGET_TRANSACTION_COMPLETE");
    await press("Done");
    await untilSeen("WIDGET_CLOSE");
    const names = (await seen()).map(([name]) => name).filter((name) => name !== "WIDGET_STEP_CHANGE");
    expect(names).toEqual(["WIDGET_READY", "WIDGET_TRANSACTION_COMPLETE", "WIDGET_CLOSE"]);
  });

  it("speaks it to the web view of an app as well", async () => {
    const ramp = service.given();
    await page.addInitScript(
      "window.said = []; window.ReactNativeWebView = { postMessage: (text) => said.push(JSON.parse(text)) }",
    );
    await page.goto(service.pageUrl(ramp));
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.evaluate("window.said")).toEqual([
      { type: "WIDGET_READY", payload: {} },
      { type: "WIDGET_STEP_CHANGE", payload: { step: "amount" } },
      { type: "WIDGET_CLOSE", payload: {} },
    ]);
  });
});
