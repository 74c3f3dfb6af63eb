import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { createFakeMoney, fakeMoneyRoutes } from "./fake-money.harness.ts";
import { PROJECTS, startFakePeople } from "./fake-people.harness.ts";

const [PROJECT, SECOND] = PROJECTS;
const CHARGE = { type: "charge.completed" };

describe("the stream of changes in a browser", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakePeople>>;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    service = await startFakePeople(undefined, () => fakeMoneyRoutes(createFakeMoney()));
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
  const balance = (text: string) => page.getByText(text).waitFor();
  /** How often it was asked for what ends so. */
  const reads = (end: string) => service.people.asked.filter((url) => url.split("?", 1)[0]?.endsWith(end)).length;
  const streams = () => service.people.asked.filter((url) => url.includes("/events/stream"));

  it("makes the dashboard's first view of 8 requests on a cold cache, and reads again what changes, nothing else", async () => {
    await open("/dashboard");
    await balance("123,456,789 sat");
    await page.getByText("Nothing was paid or received in this time.").waitFor();
    await expect.poll(() => service.people.streams.size).toBe(1);
    expect(service.people.asked, service.people.asked.join("\n")).toHaveLength(8);
    // Of what is shown, a charge makes the balance old.
    await service.tell(CHARGE, "e1");
    await expect.poll(() => reads("/overview")).toBe(2);
    expect([reads("/totals"), reads("/me"), reads("/events/stream")]).toEqual([1, 1, 1]);
  });

  it("shows what has changed between the first reads and its opening", async () => {
    const { people } = service;
    await page.route("**/events/stream*", async (route) => {
      await balance("123,456,789 sat");
      people.balance = "5000";
      people.happened.push({ type: "payment.completed" });
      await route.continue();
    });
    await open("/dashboard");
    await balance("5 sat");
    expect(streams()).toEqual([`/dashboard/api/projects/${PROJECT}/events/stream?after=place-0`]);
  });

  it("begins at the place of the project that was open last, and of another one reads everything again", async () => {
    service.people.happened.push(CHARGE);
    await open(`/dashboard/projects/${SECOND}/payments`);
    await page.locator("tbody tr").first().waitFor();
    await open("/dashboard");
    await balance("123,456,789 sat");
    const second = `/dashboard/api/projects/${SECOND}/events/stream?after=place-1`;
    await expect.poll(streams).toEqual([second, second]);
    await page.getByRole("button", { name: /^Project Second/ }).click();
    await page.getByRole("menuitemradio", { name: /Coffee/ }).click();
    await expect.poll(streams).toEqual([second, second, `/dashboard/api/projects/${PROJECT}/events/stream`]);
    await expect.poll(() => reads(`${PROJECT}/totals`)).toBe(2);
  });

  it("makes nothing of the wallet old that has not changed, and shows there what changed meanwhile", async () => {
    const { people } = service;
    await open("/wallet/send");
    await page.getByRole("heading", { name: "Send", exact: true }).waitFor();
    await expect.poll(() => people.streams.size).toBe(1);
    await expect.poll(() => reads("/people")).toBe(1);
    await service.tell(CHARGE, "e1");
    await expect.poll(() => reads("/me")).toBe(2);
    expect(reads("/people")).toBe(1);

    await page.route("**/events/stream*", async (route) => {
      await balance("1,234,567.89 sat");
      people.wallet = { ...people.wallet, balance: "5000" };
      people.happened.push({ type: "wallet.changed" });
      await route.continue();
    });
    await open("/wallet");
    await page.locator(".balance").getByText("5 sat").waitFor();
  });

  it("reads why a payment is pending again when the service has looked at it, which is no event", async () => {
    const { people } = service;
    const [payment] = people.payments;
    const standing = (code: "held" | "sent", reason: string, leftMs: number) => {
      const at = new Date(Date.now() + leftMs).toISOString();
      const statusDetail = { code, reason, nextCheckAt: at, finishedBy: at };
      people.payments[0] = { ...(payment as typeof payment & object), statusDetail } as typeof payment & object;
    };
    standing("sent", "The node looks for a way.", 500);
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(`/dashboard/projects/${PROJECT}/payments/${payment?.id}`);
    await page.getByText("The node looks for a way.").waitFor();
    await page.getByText(/^Usually it ends within seconds/).waitFor();
    await page.getByText(/^If the recipient holds it, it ends by .*20\d\d.* at the latest/).waitFor();
    standing("held", "The recipient holds it.", 3_600_000);
    await page.getByText("The recipient holds it.").waitFor();
    await page.getByText(/^It ends by .*20\d\d.* at the latest/).waitFor();
    expect(await page.locator(".facts dt").allTextContents()).not.toContain("Fee"); // it is not known yet
    const inOneLine = `[...document.querySelectorAll(".facts dd")]
      .map((dd) => [dd.querySelector("bdi"), dd.querySelector(".copy")].map((part) => part?.getBoundingClientRect()))
      .map(([text, button]) => button === undefined || button.top < text.bottom)`;
    expect(await page.evaluate(inOneLine)).not.toContain(false);
  });

  it.each([
    ["starts", "unavailable", "Not live: connecting again"],
    ["has no place", "page_streams_full", "Not live: read again when this window is looked at"],
  ])("says the truth while the service %s", async (_, code, said) => {
    service.people.refusals.set("/events/stream", { status: 503, code, message: "not now" });
    await open("/dashboard");
    await page.getByText(said).waitFor();
  });

  it("ends for who was taken out of the project, and says so", async () => {
    const { people } = service;
    await open("/dashboard");
    await balance("123,456,789 sat");
    await expect.poll(() => people.streams.size).toBe(1);
    people.me = { ...people.me, projects: people.me.projects.slice(1) };
    people.refusals.set("/events/stream", {
      status: 404,
      code: "project_not_found",
      message: "there is no such project",
    });
    for (const stream of people.streams.keys()) stream.destroy();
    await page.getByRole("heading", { name: "You are not a member any more" }).waitFor();
    await expectGoodPage(page, "dashboard-no-member", SIZES_DOWN_TO_320);
    const asked = streams().length;
    people.refusals.clear();
    await page.getByRole("link", { name: "To your projects" }).click();
    await page.getByRole("button", { name: /^Project Second/ }).waitFor();
    await expect.poll(() => streams().slice(asked)).toEqual([expect.stringContaining(SECOND)]);
  });

  it("ends where a stream is refused although the person is a member, and says so", async () => {
    service.people.refusals.set("/events/stream", { status: 403, code: "role_missing", message: "your role may not" });
    await open("/dashboard");
    await page.getByText("Not live any more: you may not see this now. Reload the page").waitFor();
    await expectGoodPage(page, "dashboard-live-ended", SIZES_DOWN_TO_320);
    expect(reads("/me")).toBe(2);
  });
});
