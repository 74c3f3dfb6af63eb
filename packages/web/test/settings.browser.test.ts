import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import { CODE, LINK, startFakeSettings } from "./fake-settings.harness.ts";

/** Counts what the policy of a page refuses, from before its first script on. */
const COUNT_VIOLATIONS = `window.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  violations.push(violatedDirective + " " + blockedURI + " " + sample));`;

/** All that a browser keeps for this service, but for what is no secret. */
const KEPT = `(async () => ({
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).length,
  local: Object.keys(localStorage).filter((name) => name !== "leyden-unit"),
  session: Object.keys(sessionStorage),
}))()`;
const KEPT_READS = `(async () => await (await caches.match("/wallet/kept")).text())()`;
const NOTHING = { caches: [], databases: 0, local: [], session: [] };

describe("settings, vouchers and the installed wallet", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeSettings>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    service = await startFakeSettings();
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(COUNT_VIOLATIONS);
    page = await context.newPage();
    problems = problemsOf(page);
  });
  afterEach(() => context.close());

  const open = (path: string) => page.goto(service.baseUrl + path);
  const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const focused = () => page.evaluate("document.activeElement.textContent");
  const says = (text: string) => page.getByText(text).first().waitFor();
  const look = async (text: string) => {
    await page.getByLabel("Link or code", { exact: true }).fill(text);
    await press("Look at it");
  };
  const expectClean = async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate("violations")).toEqual([]);
  };

  it("has one page with all settings, the unit that stays, and the ways to the account", async () => {
    await open("/wallet/settings");
    await heading("Settings");
    await says("ann@example.com");
    await expectGoodPage(page, "wallet-settings", SIZES_DOWN_TO_320);
    await page.getByRole("radio", { name: "BTC" }).check();
    const links = await page.evaluate<string[]>(`[...document.querySelectorAll("main a")].map(({ href }) => href)`);
    expect(links.map((href) => href.slice(service.baseUrl.length))).toEqual(
      ["profile", "limits", "apps", "sessions"]
        .map((part) => `/wallet/settings/${part}`)
        .concat(["/account/security#passkeys", "/account/security#app", "/account/security#password"])
        .concat(["/account/email", "/dashboard", "/account#data", "/account/close"]),
    );
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
    await press("Change");
    await expect.poll(() => service.settings.written.length).toBe(1);
    await says("ann@example.com");
    const sent = { language: "de", back: "/wallet/settings", csrf: expect.stringMatching(/^[\w-]{43}$/) };
    expect(service.settings.written).toEqual([{ path: "/language", body: sent }]);
    await page.getByRole("link", { name: "Limits" }).click();
    await heading("Limits");
    await says("0.00900000 BTC");
    await expectGoodPage(page, "wallet-limits", SIZES_DOWN_TO_320);
    await expectClean();
  });

  it("says before the gamertag is typed that it asks for a login that is not old", async () => {
    const { wallet } = service.people;
    service.people.wallet = { ...wallet, login: { ...wallet.login, freshUntil: "2020-01-01T00:00:00Z" } };
    await open("/wallet/settings/profile");
    await says("Changing your gamertag asks for a login of the last 10 minutes.");
    const link = page.getByRole("link", { name: "Log in" });
    expect(await link.getAttribute("href")).toMatch(/^\/login\?next=%2Fwallet%2Fsettings%2Fprofile&since=\d{13}$/);
    await expectGoodPage(page, "wallet-profile-old-login", SIZES_DOWN_TO_320);
    service.people.wallet = wallet;
  });

  it("changes profile and gamertag, and says what a field does not take", async () => {
    await open("/wallet/settings/profile");
    await page.getByLabel("About you").fill("Plays chess");
    await page.getByLabel("X handle").fill("not a handle");
    await press("Save");
    await says("An X handle has 1 to 15 letters");
    const focused = () => page.evaluate("document.activeElement.labels?.[0]?.textContent");
    await expect.poll(focused).toBe("X handle");
    await expectGoodPage(page, "wallet-profile", SIZES_DOWN_TO_320);
    await page.getByLabel("X handle").fill("ann");
    await page.setViewportSize({ width: 390, height: 844 });
    await press("Save");
    await says("Your profile was saved.");
    const [toast, tabs] = [page.locator(".toast"), page.getByRole("navigation")];
    const [said, nav] = await Promise.all([toast.boundingBox(), tabs.boundingBox()]);
    expect((said?.y ?? 0) + (said?.height ?? 0), "above the tabs").toBeLessThanOrEqual(nav?.y ?? 0);
    expect(service.settings.written.at(-1)?.body).toMatchObject({ publicBio: "Plays chess", twitter: "ann" });
    await page.getByLabel("Gamertag").fill("bob");
    await press("Change gamertag");
    await says("This name is taken.");
    await expect.poll(focused).toBe("Gamertag");
    await page.getByLabel("Gamertag").fill("annie");
    await press("Change gamertag");
    await says("You can change it again in 1 day");
    expect(await page.evaluate("document.activeElement.innerText")).toContain("You can change it again");
    expect(await page.getByRole("button", { name: "Change gamertag" }).count()).toBe(0);
  });

  it("ends applications and sessions after a question, and keeps the focus", async () => {
    await open("/wallet/settings/apps");
    await heading("Chess <Club>");
    await expectGoodPage(page, "wallet-apps", SIZES_DOWN_TO_320);
    await press("Disconnect: Chess <Club>");
    await page.keyboard.press("Escape");
    await press("Disconnect: Chess <Club>");
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await says("Chess <Club> is disconnected.");
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    expect(await page.evaluate("document.activeElement === document.body")).toBe(false);
    await open("/wallet/settings/sessions");
    await heading("Safari on iPhone");
    await expectGoodPage(page, "wallet-sessions", SIZES_DOWN_TO_320);
    await press("Log out Safari on iPhone");
    await says("Safari on iPhone is logged out.");
    await press("Log out everywhere else");
    await page.getByRole("dialog").getByRole("button", { name: "Log out everywhere else" }).click();
    await says("This browser alone is logged in now.");
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await expectClean();
  });

  it("redeems a voucher by its link, and by a code whose answer was lost", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("framenavigated", (frame) => asked.push(frame.url()));
    await open("/wallet/vouchers");
    await look(LINK);
    await says("Thanks <b>you</b>");
    expect(page.url()).toBe(`${service.baseUrl}/wallet/vouchers`);
    await page.reload();
    await says("Thanks <b>you</b>");
    await expectGoodPage(page, "wallet-voucher", SIZES_DOWN_TO_320);
    await press("Redeem");
    await says("Added to your wallet");
    await says("21,000 sat");
    await expectGoodPage(page, "wallet-voucher-taken", SIZES_DOWN_TO_320);
    // What a change makes old is read again; nothing is redeemed again by itself.
    const { user } = service.people.wallet;
    service.people.wallet = { ...service.people.wallet, user: { ...user, gamertag: "annie" } };
    await service.tell({ type: "everything.changed" }, "e1");
    await says("annie");
    expect(service.settings.written).toHaveLength(1);
    await page.reload();
    await says("Added to your wallet");
    await expectClean();
    await press("Redeem another one");
    expect(await focused()).toBe("Redeem a voucher");
    await page.getByLabel("Link or code", { exact: true }).fill(LINK);
    await page.keyboard.press("Enter");
    await says("This voucher is in your wallet already.");
    await says("21,000 sat");
    expect(await focused()).toBe("Redeem a voucher");
    await press("Redeem another one");
    await look("nothing");
    await says("There is no such voucher for you.");
    await says("Check that you copied the whole link");
    await press("Redeem another one");
    service.settings.isAnswerLost = true;
    await look(CODE);
    await press("Redeem");
    await says("There was no answer, so it is not known yet");
    await expectGoodPage(page, "wallet-voucher-lost", SIZES_DOWN_TO_320);
    expect(await page.getByRole("button", { name: "Redeem", exact: true }).count()).toBe(0);
    // Neither a reload nor the way to another voucher makes it forgotten.
    service.settings.refusal = { status: 429, code: "rate_limited" };
    await page.reload();
    await says("There was no answer, so it is not known yet");
    service.settings.refusal = undefined;
    await open("/wallet/vouchers");
    await says("There was no answer, so it is not known yet");
    service.settings.isAnswerLost = false;
    await press("Try again");
    await says("Added to your wallet");
    expect(service.settings.written.slice(2)).toHaveLength(3);
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("link", { name: "Redeem a voucher" }).click();
    await page.getByLabel("Link or code", { exact: true }).waitFor();
    await open("/wallet/send");
    await page.getByLabel("Recipient").fill(`${service.baseUrl}/claim#AAAA`);
    await page.keyboard.press("Enter");
    await heading("Redeem a voucher");
    expect(page.url()).toBe(`${service.baseUrl}/wallet/vouchers`);
    expect(asked.filter((url) => url.includes("AAAA"))).toEqual([]);
  });

  it("shows a code that was redeemed also after a reload, and keeps nothing of a refused one", async () => {
    service.settings.refusal = { status: 409, code: "voucher_expired" };
    await open("/wallet/vouchers");
    await look(CODE);
    await press("Redeem");
    await says("This voucher has expired");
    expect(await page.evaluate(`sessionStorage.getItem("leyden-redeeming")`)).toBeNull();
    service.settings.refusal = undefined;
    await press("Look again");
    await press("Redeem");
    await says("Added to your wallet");
    await page.reload();
    await says("Added to your wallet");
    await says("21,000 sat");
    // Typed once more it is looked at, not redeemed: the answer of before says nothing of now.
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("link", { name: "Redeem a voucher" }).click();
    await look(CODE);
    await page.getByRole("button", { name: "Redeem", exact: true }).waitFor();
    expect(await page.getByText("Added to your wallet").count()).toBe(0);
    await press("Redeem another one");
    await look(LINK);
    await says("Coffee & Games");
    expect(await page.evaluate(`sessionStorage.getItem("leyden-redeeming")`)).toContain(CODE);
    const revoked = { status: "revoked", refusal: { code: "voucher_revoked", message: "revoked" } } as const;
    service.settings.vouchers.set(LINK, { ...service.settings.vouchers.get(LINK), ...revoked } as never);
    await press("Redeem another one");
    await look(LINK);
    await says("Its sender has taken this voucher back.");
    expect(await page.getByText("Was worth").count()).toBe(1);
    expect(await page.getByText("Can be redeemed until").count()).toBe(0);
  });

  it("leads to where bitcoin is bought, and says who sells it", async () => {
    service.people.wallet = { ...service.people.wallet, buy: { seller: "Coffee & Games" } };
    await open("/wallet");
    await says("Sold by Coffee & Games.");
    await expectGoodPage(page, "wallet-buy", SIZES_DOWN_TO_320);
    service.settings.isAnswerLost = true;
    await press("Buy bitcoin");
    await page.getByRole("alert").waitFor();
    service.settings.isAnswerLost = false;
    await press("Buy bitcoin");
    await heading("Log in");
    await says("bought");
    await page.goBack();
    await press("Buy bitcoin");
    await heading("Log in");
    const [lost, again, later] = service.settings.written.map(({ body }) => body);
    expect([again === lost, later === lost]).toEqual([true, false]);
  });

  describe("without a connection", () => {
    /** The wallet was open, and its worker is at work. */
    const givenInstalled = async () => {
      await open("/wallet");
      await says("1,234,567.89 sat");
      await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
      await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
      await expect.poll(async () => (await page.evaluate<{ caches: string[] }>(KEPT)).caches.length).toBe(2);
      expect(await page.evaluate("violations")).toEqual([]);
      const named = await context.request.get(`${service.baseUrl}/wallet/app.webmanifest`);
      expect(await named.json()).toMatchObject({ name: "Leyden", start_url: "/wallet" });
    };

    it("opens with what was known last, says of when it is, and sends nothing", async () => {
      await givenInstalled();
      await context.setOffline(true);
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("link", { name: "Connected apps" }).click();
      await says("This cannot be shown right now");
      await open("/wallet/settings");
      await says("Offline: as of");
      await page.getByRole("link", { name: "Home" }).click();
      await says("1,234,567.89 sat");
      await expectGoodPage(page, "wallet-offline", SIZES_DOWN_TO_320);
      const sent: string[] = [];
      page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
      await open("/wallet/vouchers");
      await look(CODE);
      await says("You are offline. Nothing was sent or changed.");
      expect(sent).toEqual([]);
      await open("/wallet/settings/apps");
      await says("This cannot be shown right now");
      await context.setOffline(false);
      await page.getByText("Offline: as of").waitFor({ state: "detached" });
      await says("Chess <Club>");
      await open("/wallet");
      await says("1,234,567.89 sat");
    });

    it("has nothing left when the person has logged out", async () => {
      await givenInstalled();
      await page.getByRole("link", { name: "Settings" }).click();
      await press("Log out");
      await heading("Log in");
      expect(await page.evaluate(KEPT)).toEqual(NOTHING);
      await context.setOffline(true);
      await expect(open("/wallet")).rejects.toThrow();
    });

    it("has nothing left when the session has ended elsewhere", async () => {
      await givenInstalled();
      service.people.refusals.set("/wallet/api/me", { status: 401, code: "login_needed", message: "log in first" });
      await service.tell({ type: "everything.changed" }, "e1");
      await heading("Log in");
      expect(await page.evaluate(KEPT)).toEqual(NOTHING);
    });

    it("shows nothing of the one who was here before, when another one has logged in", async () => {
      await givenInstalled();
      const { wallet } = service.people;
      const bob = { ...wallet.user, id: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60720", gamertag: "bob" };
      service.people.wallet = { ...wallet, user: bob, balance: "5000" };
      await page.reload();
      await says("5 sat");
      await expect.poll(() => page.evaluate<string>(KEPT_READS)).toContain(bob.id); // it is written while it is shown
      await context.setOffline(true);
      await page.reload();
      await says("Offline: as of");
      await says("5 sat");
      expect(await page.getByText("1,234,567.89 sat").count()).toBe(0);
    });
  });
});
