import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import { expectSoonReadable } from "../../server/src/service/testing/phone.harness.ts";
import { LANGUAGES } from "../../server/src/texts/language.ts";
import { createFakeLists, fakeListRoutes } from "./fake-lists.harness.ts";
import { createFakeMoney, fakeMoneyRoutes } from "./fake-money.harness.ts";
import { fakePayment, PROJECTS, startFakePeople } from "./fake-people.harness.ts";

const [PROJECT] = PROJECTS;

/** Counts what the policy of a page refuses, from before its first script on. */
const COUNT_VIOLATIONS = `window.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  violations.push(violatedDirective + " " + blockedURI + " " + sample));`;

/** The least room between two names in the bar of the wallet, and what of the bar is out of sight, in pixels. */
const ROOM_OF_TABS = `(() => {
  const bar = document.querySelector(".tabs");
  const names = [...bar.querySelectorAll("span")].map((name) => {
    const text = document.createRange();
    text.selectNodeContents(name);
    return text.getBoundingClientRect();
  });
  const rooms = names.slice(1).map(({ left }, i) => left - names[i].right);
  return { least: Math.min(...rooms), hidden: bar.scrollWidth - bar.clientWidth };
})()`;

describe("wallet and dashboard", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakePeople>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];
  const asked: string[] = [];

  beforeAll(async () => {
    service = await startFakePeople(undefined, (people) => [
      fakeListRoutes(people, createFakeLists()),
      ...fakeMoneyRoutes(createFakeMoney()),
    ]);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(COUNT_VIOLATIONS);
    page = await context.newPage();
    problems = problemsOf(page);
    asked.length = 0;
    // What the browser has already is asked for again, and does not leave it.
    page.on("request", (request) => asked.includes(request.url()) || asked.push(request.url()));
  });
  afterEach(() => context.close());

  const open = (path: string) => page.goto(service.baseUrl + path);
  const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
  const focused = () => page.evaluate("document.activeElement?.id || document.activeElement?.textContent");
  const labelled = () => page.evaluate("document.activeElement?.labels?.[0]?.textContent");
  /** Nothing went wrong, the policy refused nothing, and nothing left the service. */
  const expectClean = async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate("violations")).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(service.baseUrl))).toEqual([]);
  };

  describe("the dashboard", () => {
    const list = `/dashboard/projects/${PROJECT}/payments`;

    it("opens the first project with at most 8 requests on a cold cache", async () => {
      await open("/dashboard");
      await heading("Overview");
      await page.getByText("123,456,789 sat").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/dashboard/projects/${PROJECT}`);
      expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(8);
      expect(await page.title()).toBe("Overview · Coffee & Games · Leyden");
      await expectGoodPage(page, "dashboard-overview", SIZES_DOWN_TO_320);
      await expectClean();
    });

    it("says that it is not live in a line that fits a phone", async () => {
      await page.route("**/events/stream*", (route) =>
        route.fulfill({ status: 503, json: { error: { code: "page_streams_full", message: "no more pages" } } }),
      );
      await open("/dashboard");
      await page.getByText("Not live: read again when this window is looked at").waitFor();
      await expectGoodPage(page, "dashboard-not-live", SIZES_DOWN_TO_320);
      expect(problems.filter((problem) => !problem.includes("503"))).toEqual([]);
    });

    it("shows each page at its address, in the navigation and in the palette", async () => {
      await open("/dashboard");
      await heading("Overview");
      const pages = page.getByRole("navigation", { name: "Pages of the project" });
      const links = pages.getByRole("link");
      const names = await links.allTextContents();
      expect(names).toHaveLength(13);
      for (const name of names) {
        await links.getByText(name, { exact: true }).click();
        await heading(name);
        expect(await focused(), name).toBe(name);
        expect(await pages.locator("[aria-current=page]").allTextContents()).toEqual([name]);
      }
      await page.keyboard.press("Control+k");
      await page.getByRole("menuitem", { name: "Webhooks" }).waitFor();
      await expectGoodPage(page, "dashboard-palette");
      await page.keyboard.type("useR");
      await expect.poll(() => page.getByRole("menuitem").count()).toBe(1);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await heading("Users");
      // Not every page has its calls in this service; each has a test of its own.
      expect(problems.filter((problem) => !problem.includes("404 (Not Found)"))).toEqual([]);
      expect(await page.evaluate("violations")).toEqual([]);
    });

    it("lists payments, filters them in the address, and goes on to older ones", async () => {
      await open(list);
      await heading("Payments");
      const rows = page.locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(25);
      await expectGoodPage(page, "dashboard-payments", SIZES_DOWN_TO_320);
      await page.getByLabel("Status").selectOption("failed");
      await expect.poll(() => rows.count()).toBe(1);
      expect(new URL(page.url()).search).toBe("?status=failed");
      await page.goBack();
      await expect.poll(() => rows.count()).toBe(25);
      await open(`${list}?internalId=662E41`);
      await expect.poll(() => rows.count()).toBe(1);
      await open(list);
      await page.getByRole("button", { name: "Older" }).click();
      await expect.poll(() => rows.count()).toBe(18);
      await page.getByRole("button", { name: "Newest" }).click();
      await expect.poll(() => rows.count()).toBe(25);
      expect(service.people.calls.every(({ isOfPage }) => isOfPage)).toBe(true);
      await expectClean();
    });

    it("opens a payment beside the list with the keyboard; Escape gives the focus back to its row", async () => {
      await open(`${list}?status=failed`);
      const { id } = fakePayment(2);
      const row = page.getByRole("link", { name: "player2@wallet.example" });
      await row.focus();
      await page.keyboard.press("Enter");
      await page.getByText("No way to the recipient was found.").waitFor();
      expect(new URL(page.url()).pathname).toBe(`${list}/${id}`);
      expect(new URL(page.url()).search).toBe("?status=failed");
      await expect.poll(focused).toBe("Payment");
      await expectGoodPage(page, "dashboard-payment", SIZES_DOWN_TO_320);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.keyboard.press("Escape");
      await expect.poll(focused).toBe(`row-${id}`);
      expect(await page.locator(".panel").count()).toBe(0);
      await expectClean();
    });

    it("finds a payment by its id after `/`, and says what is not there with the number of the request", async () => {
      await open(list);
      await page.locator("tbody tr").first().waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type(fakePayment(7).id);
      await page.keyboard.press("Enter");
      await page.getByText("player7@wallet.example").last().waitFor();
      await open(`${list}/nothing`);
      await page.getByText("There is no such payment").waitFor();
      await page.getByText(/^Request \S+/).waitFor();
      expect(problems).toEqual([expect.stringContaining("404")]);
    });

    it("says that it waits, that it failed and tries again", async () => {
      service.people.refusals.set("/v0/payments", { status: 403, code: "role_missing", message: "your role may not" });
      await open(list);
      await page.getByText("Your role may not").waitFor();
      await expectGoodPage(page, "dashboard-failed");
      service.people.refusals.clear();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.locator("tbody tr").first().waitFor();
    });

    it("shows what has changed in every window and browser, over one stream for each browser", async () => {
      await open(list);
      const [first] = service.people.payments;
      const pages = [page, await context.newPage(), await (await chromium().newContext()).newPage()];
      for (const one of pages.slice(1)) await one.goto(service.baseUrl + list);
      for (const one of pages) await one.locator("tbody tr").first().getByText("Being sent").waitFor();
      await expect.poll(() => service.people.streams.size).toBe(2);
      service.people.payments[0] = { ...(first as typeof first & object), status: "completed" };
      await service.tell({ type: "payment.completed", objectId: String(first?.id) }, "e1");
      for (const one of pages) await one.locator("tbody tr").first().getByText("Paid").waitFor();
      const before = [...service.people.streams.keys()];
      for (const stream of before) stream.destroy();
      const others = () => [...service.people.streams.keys()].filter((stream) => !before.includes(stream));
      await expect.poll(() => others().length).toBe(2);
      await pages[2]?.context().close();
    });

    it("is loaded anew when somebody else has logged in, in another window", async () => {
      await open(list);
      await page.locator("tbody tr").first().waitFor();
      await page.evaluate("window.isOld = true");
      const { me } = service.people;
      service.people.me = { ...me, user: { ...me.user, id: PROJECTS[1] } };
      const lookAgain = async () => {
        await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))").catch(() => undefined);
        return await page.evaluate("window.isOld ?? false").catch(() => true);
      };
      await expect.poll(lookAgain, { interval: 1_000 }).toBe(false);
      await page.locator("tbody tr").first().waitFor();
    });

    it("leads to the login and back when the session has ended", async () => {
      service.people.refusals.set("/v0/payments", { status: 401, code: "login_needed", message: "log in first" });
      await open(`${list}?status=failed`);
      await heading("Log in");
      expect(new URL(page.url()).searchParams.get("next")).toBe(`${list}?status=failed`);
    });

    it("changes the project, and says so of one that is not there", async () => {
      await open("/dashboard");
      await page.getByRole("button", { name: /^Project Coffee & Games/ }).click();
      await page.getByRole("menuitemradio", { name: /Second/ }).waitFor();
      await expectGoodPage(page, "dashboard-projects");
      await page.getByRole("menuitemradio", { name: /Second/ }).click();
      await page.getByRole("button", { name: /^Project Second/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/dashboard/projects/${PROJECTS[1]}`);
      await open("/dashboard/projects/none/payments");
      await heading("Nothing is here");
      expect(await page.getByRole("link", { name: "Keys" }).count(), "pages of a project that is not there").toBe(0);
      await expectGoodPage(page, "dashboard-nothing");
      await expectClean();
    });

    it("says what to do without a project", async () => {
      service.people.me = { ...service.people.me, projects: [] };
      await open("/dashboard");
      await heading("No project yet");
      await expectGoodPage(page, "dashboard-no-project", SIZES_DOWN_TO_320);
      await expectClean();
    });
  });

  describe("the wallet", () => {
    it("shows the balance and the address, which is copied", async () => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await open("/wallet");
      await heading("Home");
      await page.getByText("1,234,567.89 sat").waitFor();
      const copied = "getSelection().selectAllChildren(document.querySelector('.balance')), String(getSelection())";
      expect(await page.evaluate(copied)).toContain("1234567.89 sat");
      await page.getByText("regtest: coins of this network are worth nothing").waitFor();
      await expectGoodPage(page, "wallet-home", SIZES_DOWN_TO_320);
      await page.getByRole("radio", { name: "BTC" }).check();
      await page.getByText("0.0123456789 BTC").waitFor();
      await page.getByRole("radio", { name: "USD" }).check();
      await page.getByText("about $1,199.05").waitFor();
      await page.getByText(/^1 BTC = \$97,123\.45, \S/).waitFor();
      await expectGoodPage(page, "wallet-fiat", SIZES_DOWN_TO_320);
      await page.reload();
      await page.getByText("about $1,199.05").waitFor();
      const price = {
        currency: "USD",
        perBitcoin: "97000.00",
        source: "market",
        /** As old as the answer: later than the page's last look at its clock. */
        get at() {
          return new Date().toISOString();
        },
      } as const;
      service.people.wallet = { ...service.people.wallet, price };
      await service.tell({ type: "wallet.changed" }, "e1");
      expect(await page.getByText(/^1 BTC = \$97,000\.00/).textContent()).not.toMatch(/ in \d/);
      await page.getByRole("radio", { name: "sat" }).check();
      await page.getByRole("button", { name: "Copy: Your Lightning address" }).click();
      await page.getByText("Copied").waitFor({ state: "attached" });
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe("ann@leyden.example");
      await expectClean();
    });

    it("shows each page at its address, with the focus where it begins, and says what is not there", async () => {
      await open("/wallet");
      const links = page.getByRole("navigation").getByRole("link");
      for (const name of ["Receive", "Send", "History", "Settings", "Home"]) {
        await links.getByText(name, { exact: true }).click();
        await heading(name);
        if (name === "Send") expect(await labelled()).toBe("Recipient");
        else expect(await focused(), name).toBe(name);
        expect(await page.locator("nav [aria-current=page]").allTextContents()).toEqual([name]);
      }
      await expectGoodPage(page, "wallet-again", SIZES_DOWN_TO_320);
      await open("/wallet/nothing");
      await heading("Nothing is here");
      await page.locator("main").getByRole("link", { name: "Home" }).click();
      await heading("Home");
      await expectClean();
    });

    it.each(LANGUAGES)("keeps the names of its pages apart on a small phone, in %s", async (locale) => {
      const phone = await chromium().newContext({ locale, viewport: { width: 320, height: 640 } });
      const small = await phone.newPage();
      await small.goto(`${service.baseUrl}/wallet`);
      await small.locator(".balance").waitFor();
      expect(await small.evaluate("document.documentElement.lang")).toBe(locale);
      const { least, hidden } = await small.evaluate<{ least: number; hidden: number }>(ROOM_OF_TABS);
      expect(least).toBeGreaterThanOrEqual(8);
      expect(hidden).toBe(0);
      await phone.close();
    });

    it("is in the language of the person", async () => {
      const german = await (await chromium().newContext({ locale: "de-AT" })).newPage();
      await german.goto(`${service.baseUrl}/wallet`);
      await german.getByRole("heading", { name: "Start" }).waitFor();
      await german.getByText("1.234.567,89 sat").waitFor();
      expect(await german.title()).toBe("Start · Leyden");
      await german.context().close();
    });
  });

  it.each(["/wallet", "/dashboard"])(
    "on a line of 50 kB/s the first second brings something to read: %s",
    async (path) => {
      await expectSoonReadable(page, () => open(path), page.getByText("Loading …"));
    },
  );
});
