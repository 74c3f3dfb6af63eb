import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import {
  APP_ID,
  CODE,
  createFakeKeys,
  type FakeKeys,
  fakeKey,
  fakeKeyRoutes,
  KEY_ID,
  SECRET,
} from "./fake-keys.harness.ts";
import { PROJECTS, startFakePeople } from "./fake-people.harness.ts";

const [PROJECT] = PROJECTS;
const BASE = `/dashboard/projects/${PROJECT}`;
const ALL = ["read", "receive", "send", "settings", "secrets", "keys", "apps", "members", "leave"];

/** Counts what the policy of a page refuses, from before its first script on. */
const COUNT_VIOLATIONS = `window.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  violations.push(violatedDirective + " " + blockedURI + " " + sample));`;

describe("keys, applications, members and settings", () => {
  const chromium = useChromium();
  const keys: FakeKeys = createFakeKeys();
  let service: Awaited<ReturnType<typeof startFakePeople>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    service = await startFakePeople(undefined, (people) => fakeKeyRoutes(people, keys));
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    Object.assign(keys, createFakeKeys());
    may(ALL);
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce", timezoneId: "UTC" });
    context.setDefaultTimeout(60_000);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await context.addInitScript(COUNT_VIOLATIONS);
    page = await context.newPage();
    problems = problemsOf(page);
  });
  afterEach(() => context.close());

  function may(actions: readonly string[], role: "owner" | "developer" | "viewer" = "owner") {
    const { me } = service.people;
    service.people.me = { ...me, projects: me.projects.map((one) => ({ ...one, role, actions: [...actions] })) };
  }
  const open = (path: string) => page.goto(service.baseUrl + BASE + path);
  const path = () => new URL(page.url()).pathname.slice(BASE.length);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const dialog = () => page.getByRole("dialog");
  const rows = () => page.locator("tbody tr");
  const copied = () => page.evaluate("navigator.clipboard.readText()");
  const expectClean = async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate("violations")).toEqual([]);
  };

  it("lists keys with what they may do, what is left and who made them", async () => {
    await open("/keys");
    await expect.poll(() => rows().count()).toBe(2);
    expect(await rows().first().textContent()).toMatch(/Valid ends in .*750,000 sat/);
    expect(await rows().nth(1).textContent()).not.toContain("ends");
    await expectGoodPage(page, "keys", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: /^Payouts 0/ }).click();
    await page.getByText("by ann").waitFor();
    await page.getByText("750,000 sat left of 1,000,000 sat").waitFor();
    await page.getByText("*@shop.example").waitFor();
    await expectGoodPage(page, "key", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await button("Revoke").click();
    await expectGoodPage(page, "key-revoke");
    await button("Revoke the key").click();
    await page.getByText("Key Payouts 0 is revoked.").waitFor();
    await expect.poll(() => rows().first().textContent()).toContain("Revoked");
    expect(keys.keys[0]?.status).toBe("revoked");
    await expectClean();
  });

  it("shows what another member does to a key and to the members meanwhile", async () => {
    await open(`/keys/${KEY_ID}`);
    await button("Revoke").waitFor();
    const policy = { scopes: ["read"], cap: null, destinations: null, networks: null };
    keys.keys = [fakeKey(2, { policy }), fakeKey(0, { status: "revoked", revokedAt: fakeKey(0).createdAt })];
    await service.tell({ type: "project.changed" }, "c1");
    await expect.poll(() => button("Revoke").count()).toBe(0);
    await expect.poll(() => rows().first().textContent()).toContain("sends nothing");
    await open("/members");
    await page.getByText("eve@example.com").waitFor();
    keys.invitations = [];
    await service.tell({ type: "project.changed" }, "c2");
    await expect.poll(() => page.getByText("eve@example.com").count()).toBe(0);
    await expectClean();
  });

  it("makes a key, shows what was granted and its secret once, and asks before it is gone", async () => {
    await open("/keys/new");
    await page.getByLabel(/^send/).check();
    await page.getByText("You may send at most 100,000 sat in one payment and 500,000 sat in any 24 hours").waitFor();
    expect(await page.getByLabel("One payment, at most (sat)").inputValue()).toBe("100000");
    expect(await button("Fill in my limits").count()).toBe(0);
    await button("Make the key").click();
    await page.getByText("Give it a name").waitFor();
    await page.getByLabel("Name").fill("Rewards");
    await page.getByLabel("One payment, at most (sat)").fill("1,000,000");
    await page.getByLabel("Whom it may pay").fill("*@Shop.example");
    await page.getByLabel("It ends").selectOption("30");
    await button("Make the key").click();
    await page.getByText("You may give a key no more than you have yourself").waitFor();
    await expectGoodPage(page, "key-new", SIZES_DOWN_TO_320);
    await button("Fill in my limits").click();
    await page.reload();
    expect(await page.getByLabel("Name").inputValue()).toBe("Rewards");
    await button("Make the key").click();
    await dialog().getByText(SECRET, { exact: true }).waitFor();
    await page.getByText("You asked for *@Shop.example").waitFor();
    await page.getByText(`curl ${service.baseUrl}/v0/wallet`).waitFor();
    await expectGoodPage(page, "key-made", SIZES_DOWN_TO_320);
    await page.keyboard.press("Escape");
    await page.getByText("It was not copied").waitFor();
    await button("Keep it open").click();
    await dialog().getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(copied).toBe(SECRET);
    await button("Done").click();
    await dialog().waitFor({ state: "detached" });
    expect(path()).toBe(`/keys/${keys.keys[0]?.id}`);
    expect(keys.keys[0]).toMatchObject({ name: "Rewards", policy: { scopes: ["read", "send"], cap: "100000000" } });
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Key");
    expect(await page.evaluate("JSON.stringify([sessionStorage, localStorage])")).not.toContain(SECRET);
    expect(await page.content()).not.toContain(SECRET);
    expect(problems).toEqual([expect.stringContaining("403")]);
  });

  it("makes one key where an answer gets lost, and says that its secret is gone", async () => {
    keys.losesAnswer = true;
    await open("/keys/new");
    await page.getByLabel("Name").fill("Lost");
    await button("Make the key").click();
    await page.getByText("No answer came: it may be done, and it may not").waitFor();
    await page.reload();
    await button("Make the key").click();
    await dialog().getByText("its secret was in the answer that did not arrive").waitFor();
    await button("To the key").click();
    expect(keys.keys.filter(({ name }) => name === "Lost")).toHaveLength(1);
    await button("Roll over").click();
    await page.getByLabel("The former key stays valid").selectOption("1");
    await button("Roll it over").click();
    await dialog().getByText(SECRET, { exact: true }).waitFor();
    expect(keys.keys.filter(({ name }) => name === "Lost")).toHaveLength(2);
    await page.getByText("UTC by ann").waitFor();
  });

  it("says why a role makes no keys, and asks for a fresh login before a form is filled in", async () => {
    may(["read"], "developer");
    await open("/keys/new");
    await page.getByText("Making keys is for owners, as the operator of this service has decided.").first().waitFor();
    expect(await button("Make the key").count()).toBe(0);
    may(ALL);
    service.people.me = { ...service.people.me, freshUntil: "2026-01-01T00:00:00.000Z" };
    await open("/keys/new?cursor=0");
    await page.getByLabel("Name").fill("Kept");
    await link("Log in again").click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("next")).toBe(`${BASE}/keys/new?cursor=0`);
    expect(Number(searchParams.get("since"))).toBeGreaterThan(0);
    await page.goto(service.baseUrl + searchParams.get("next"));
    expect(await page.getByLabel("Name").inputValue()).toBe("Kept");
    service.people.refusals.set("/keys", { status: 403, code: "fresh_login_needed", message: "log in again" });
    await button("Make the key").click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    service.people.refusals.clear();
    await page.goto(service.baseUrl + searchParams.get("next"));
    expect(await page.getByLabel("Name").inputValue()).toBe("Kept");
    expect(problems).toEqual([expect.stringContaining("403")]);
  });

  it("makes an application, shows its secret once, rotates and ends it", async () => {
    await open("/oauth2");
    await expect.poll(() => rows().count()).toBe(1);
    await expectGoodPage(page, "oauth2", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await link("Make an application").click();
    await page.getByLabel("Name").fill("Chess");
    await page.getByLabel("Redirect URL 1").fill("https://chess.example/cb");
    await button("Another redirect URL").click();
    await page.getByLabel("Redirect URL 2").fill("chess.example:/cb");
    await expectGoodPage(page, "app-new");
    await button("Make the application").click();
    await dialog().getByText("Client secret of Chess").waitFor();
    await dialog().getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Copied").first().waitFor({ state: "attached" });
    await button("Done").click();
    expect(keys.apps[1]).toMatchObject({
      name: "Chess",
      redirectUris: ["https://chess.example/cb", "chess.example:/cb"],
    });
    await button("Another client secret").click();
    await button("Make it").click();
    await dialog().getByText("Client secret of Chess").waitFor();
    await button("Done").click();
    await button("Close without it").click();
    await page.getByText("Both are valid, so that your servers can change").waitFor();
    expect(await button("Another client secret").count()).toBe(0);
    await expectGoodPage(page, "app-secrets", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await button("End an earlier secret").click();
    await dialog().getByText("…c2e7 stays. No use was seen.").waitFor();
    await expectGoodPage(page, "app-secret-end");
    await button("End it").click();
    await page.getByText("The client secret is ended.").waitFor();
    expect(keys.apps[1]?.secrets.map(({ id }) => id)).toEqual(["5ec2"]);
    await button("Another client secret").waitFor();
    expect(await button("End …c2e7").count()).toBe(0);
    await link("Change").click();
    await page.getByLabel("Name").fill("Chess 2");
    await button("Change it").click();
    await page.getByText("The application is changed.").waitFor();
    await expectGoodPage(page, "app", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await button("End").click();
    await button("End the application").click();
    await page.getByText("Chess 2 is ended.").waitFor();
    await expect.poll(() => rows().nth(1).textContent()).toContain("Ended");
    await expectClean();
  });

  it("makes one application and one secret where answers get lost, and says that the secret is gone", async () => {
    const lost = "It may be done, and it may not";
    const gone = () => dialog().getByText("it was in the answer that did not arrive").waitFor();
    await open("/oauth2/new");
    await page.getByLabel("Name").fill("Chess");
    await page.getByLabel("Redirect URL 1").fill("https://chess.example/cb");
    keys.losesAnswer = true;
    await button("Make the application").click();
    await page.getByText(lost).waitFor();
    await page.reload();
    await button("Make the application").click();
    await gone();
    await expectGoodPage(page, "app-lost");
    await button("Done").click();
    expect([keys.apps.length, path()]).toEqual([2, `/oauth2/${keys.apps[1]?.id}`]);
    keys.losesAnswer = true;
    await button("Another client secret").click();
    await button("Make it").click();
    await page.getByText(lost).waitFor();
    await button("Make it").click();
    await gone();
    expect(keys.apps[1]?.secrets).toHaveLength(2);
    expect(problems).toEqual([expect.stringContaining("502"), expect.stringContaining("502")]);
  });

  it("tries a login: the answer comes to this page from the other window", async () => {
    await open(`/oauth2/${APP_ID}/try`);
    await button("Add this page to the redirect URLs").click();
    await page.getByText("Waiting for the other window").waitFor();
    const address = (await page.getByRole("link", { name: "Log in in another window" }).getAttribute("href")) ?? "";
    const asked = new URL(address).searchParams;
    expect(asked.get("redirect_uri")).toBe(`${service.baseUrl}${BASE}/oauth2/answer`);
    expect([asked.get("scope"), asked.get("code_challenge_method")]).toEqual(["user wallet", "S256"]);
    const [other] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Log in in another window" }).click(),
    ]);
    await other.getByText("The window in which you began has the answer").waitFor();
    await page.getByText("Allowed, and the state is ours").waitFor();
    await page.getByText(`-d code=${CODE}`).waitFor();
    await page.getByLabel("The answer of the token call").fill(`{"access_token":"token-of-ann"}`);
    await button("Ask from here").click();
    await page.getByText("Status 200").waitFor();
    await page.getByText(`"asked": "Bearer token-of-ann"`).waitFor();
    await expectGoodPage(page, "oauth2-try", SIZES_DOWN_TO_320);
    expect(await page.evaluate("JSON.stringify([sessionStorage, localStorage])")).not.toContain("token-of-ann");
    await expectClean();
  });

  it("tries a login that comes back to the app: a state of another login is refused", async () => {
    await open(`/oauth2/${APP_ID}/try`);
    const address = await page.getByRole("link", { name: "Log in in another window" }).getAttribute("href");
    const state = new URL(address ?? "").searchParams.get("state");
    const came = page.getByLabel("The address that the browser came back to");
    await came.fill("https://game.example/callback?code=abc&state=other");
    await button("Read it").click();
    await page.getByText("Its state is of another login").waitFor();
    await came.fill(`https://game.example/callback?code=abc&state=${state}`);
    await button("Read it").click();
    await page.getByText("-d code=abc").waitFor();
    await button("Begin again").click();
    await came.waitFor();
    await expectClean();
  });

  it("lists, invites, changes and removes members, and shows who changed what", async () => {
    await open("/members");
    await page.getByText("eve@example.com").waitFor();
    await expectGoodPage(page, "members", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await link("Invite").click();
    await page.getByLabel("E-mail address").fill("dan@example.com");
    await page.getByLabel("Role").selectOption("developer");
    await button("Invite").click();
    await page.getByText("dan@example.com is invited.").waitFor();
    await button("Take back: eve@example.com").click();
    await button("Take it back").click();
    await page.getByText("The invitation of eve@example.com is taken back.").waitFor();
    expect(keys.invitations.map(({ email, role }) => [email, role])).toEqual([["dan@example.com", "developer"]]);
    await page.getByRole("link", { name: /^bob/ }).click();
    await page.getByLabel("One payment, at most (sat)").fill("5000");
    await expectGoodPage(page, "member", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await button("Change the member").click();
    await page.getByText("The member is changed.").waitFor();
    expect(keys.members[1]).toMatchObject({ role: "developer", cap: "5000000", daily: "20000000" });
    await button("Remove").click();
    await button("Remove the member").click();
    await page.getByText("bob is no member any more.").waitFor();
    await link("History").click();
    await page.getByText("Change member").waitFor();
    await page.getByText("Refused (403)").waitFor();
    expect(await page.locator(".tabs [aria-current=page]").allTextContents()).toEqual(["History"]);
    expect(new URL(page.url()).search).toBe("?show=history");
    await expectGoodPage(page, "members-history", SIZES_DOWN_TO_320);
    await expectClean();
  });

  it("changes the settings, and leaves the project", async () => {
    await open("/settings");
    await page.getByText(`coffee@${new URL(service.baseUrl).host}`, { exact: true }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Tea & Games");
    await page.getByLabel("Contact").selectOption("bob@example.com");
    await page.getByLabel(/^Mail when the wallet/).fill("1000");
    await page.getByLabel(/^Language/).selectOption("de");
    await button("Change the settings").click();
    await page.getByText("The settings are changed.").waitFor();
    expect(keys.settings).toMatchObject({ name: "Tea & Games", contact: "bob@example.com", lowBalance: "1000000" });
    await expectGoodPage(page, "settings", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await button("Leave").click();
    await button("Leave the project").click();
    await page.getByRole("button", { name: /^Project Second/ }).waitFor();
    await expectClean();
  });

  it("makes the first project where people may, else says what the operator does; invitations come first", async () => {
    service.people.me = { ...service.people.me, projects: [] };
    await page.goto(`${service.baseUrl}/dashboard`);
    await page.getByText(`project add-member "My game" ann@example.com owner`).waitFor();
    await page.getByText("Nothing is open for ann@example.com: log in with the address that got the mail").waitFor();
    service.people.me = { ...service.people.me, mayCreateProjects: true, projectsLeft: 0 };
    await page.reload();
    await page.getByText("You own as many projects as one person can here.").waitFor();
    service.people.me = { ...service.people.me, projectsLeft: 1 };
    await page.reload();
    await page.getByText("It is the last one that you can make here.").waitFor();
    await page.getByLabel("Name").fill("My game");
    await expectGoodPage(page, "first-project", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    keys.losesAnswer = true;
    await button("Make the project").click();
    await page.getByText("this form makes one project, however often it is sent").waitFor();
    await button("Make the project").click();
    await page.getByRole("button", { name: /^Project My game/ }).waitFor();
    expect([keys.projectKeys.length, new Set(keys.projectKeys).size]).toEqual([2, 1]);
    const invitation = {
      id: KEY_ID,
      project: { id: PROJECT, name: "Coffee" },
      role: "viewer" as const,
      invitedBy: "bob",
      expiresAt: "2027-01-01T00:00:00Z",
    };
    service.people.me = { ...service.people.me, invitations: [invitation] };
    await page.goto(`${service.baseUrl}/dashboard`);
    await page.getByText("as viewer, by bob.").waitFor();
    await expectGoodPage(page, "invited", SIZES_DOWN_TO_320);
    service.people.refusals.set("/accept", { status: 404, code: "invitation_gone", message: "it is not open" });
    await button("Accept").click();
    await page.getByText("This invitation is not open any more").waitFor();
    expect([await button("Accept").count(), await page.getByText("The invitation ends").count()]).toEqual([0, 0]);
    service.people.refusals.clear();
    await page.reload();
    await button("Accept").click();
    await page.getByRole("button", { name: /^Project My game/ }).waitFor();
    expect(problems).toEqual([expect.stringContaining("502"), expect.stringContaining("404")]);
    expect(await page.evaluate("violations")).toEqual([]);
  });
});
