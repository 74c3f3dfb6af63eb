import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import {
  createFakeHooks,
  ENDPOINT_ID,
  type FakeHooks,
  fakeDelivery,
  fakeHookRoutes,
  KEY_ID,
  SECRET,
} from "./fake-hooks.harness.ts";
import { PROJECTS, startFakePeople } from "./fake-people.harness.ts";

const [PROJECT] = PROJECTS;
const BASE = `/dashboard/projects/${PROJECT}`;
const ACTIONS = ["read", "bodies", "receive", "settings", "resend", "send", "secrets"];

/** Counts what the policy of a page refuses, from before its first script on. */
const COUNT_VIOLATIONS = `window.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  violations.push(violatedDirective + " " + blockedURI + " " + sample));`;

describe("webhooks, log and console of the dashboard", () => {
  const chromium = useChromium();
  const hooks: FakeHooks = createFakeHooks();
  let service: Awaited<ReturnType<typeof startFakePeople>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    service = await startFakePeople(undefined, (people) => [fakeHookRoutes(people, hooks)]);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    Object.assign(hooks, createFakeHooks());
    const { people } = service;
    const projects = people.me.projects.map((one) => ({ ...one, actions: ACTIONS }));
    people.me = { ...people.me, projects };
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(COUNT_VIOLATIONS);
    page = await context.newPage();
    problems = problemsOf(page);
  });
  afterEach(() => context.close());

  const open = (path: string) => page.goto(service.baseUrl + BASE + path);
  const rows = () => page.locator("tbody tr");
  const path = () => new URL(page.url()).pathname.slice(BASE.length);
  const search = () => new URL(page.url()).search;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const focused = () => page.evaluate("document.activeElement?.id || document.activeElement?.textContent");
  const expectClean = async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate("violations")).toEqual([]);
  };

  it("lists what was sent, says which endpoint fails since when, and shows a delivery word for word", async () => {
    await open("/webhooks");
    await expect.poll(() => rows().count()).toBe(25);
    await page.getByText("https://shop.example/hooks/leyden does not accept events").waitFor();
    await page.getByText(/Since \d+ \w+ \d{4}, .*It last answered 503\..*12 to be sent, 1 given up\./).waitFor();
    expect(await rows().first().textContent()).toMatch(/Failed, tried again in .*The name was not found/);
    await expectGoodPage(page, "dashboard-webhooks", SIZES_DOWN_TO_320);
    expect(await rows().first().getByText("https://shop.example").isVisible()).toBe(true); // also at 320 pixels
    await button("Older").click();
    await expect.poll(() => rows().count()).toBe(5);
    await page.getByLabel("State", { exact: true }).selectOption("failed");
    await expect.poll(() => rows().count()).toBe(1);
    expect(search()).toBe("?state=failed");
    const { eventId } = fakeDelivery(1);
    await page.getByRole("link", { name: "payment.completed" }).click();
    await page.getByText("The receiver did not accept it, in one attempt.").waitFor();
    expect([path(), search()]).toEqual([`/webhooks/${eventId}.${ENDPOINT_ID}`, "?state=failed"]);
    await button("Show what was sent and answered").click();
    await page.getByText("webhook-signature: v1,abc=").waitFor();
    await page.getByText("<h1>down for now</h1>").waitFor();
    await expectGoodPage(page, "dashboard-delivery", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    const wholeWords = `[...document.querySelectorAll("tbody td:first-child bdi")].every((name) =>
      [...name.childNodes].every((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size <= 1;
      }))`;
    expect(await page.evaluate(wholeWords)).toBe(true);
    await button("As curl").click();
    await page.getByText(`--data-binary '{"id":"e","type":"payment.completed","data":{"note":"it'\\''s"}}'`).waitFor();
    expect(await page.getByRole("dialog").textContent()).not.toMatch(/host:|content-length:/);
    await page.keyboard.press("Escape");
    await page.locator(".panel h2").focus();
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe(`row-${eventId}.${ENDPOINT_ID}`);
    await expectClean();
  });

  it("reads the list again after an attempt was due, which is no event", async () => {
    hooks.deliveries = [fakeDelivery(0, { state: "waiting", dueAt: new Date(Date.now() + 500).toISOString() })];
    await open("/webhooks");
    await rows().getByText("Failed, tried again").waitFor();
    hooks.deliveries = [fakeDelivery(0, { state: "delivered" })];
    await rows().getByText("Accepted").waitFor();
  });

  it("sends a delivery again, once however often it is pressed, and all since a time after saying how many", async () => {
    hooks.answersLost = 1;
    const { eventId } = fakeDelivery(1);
    await open(`/webhooks/${eventId}.${ENDPOINT_ID}?state=failed`);
    await button("Send again").click();
    await page.getByText("It may be done, and it may not").waitFor();
    await button("Send again").click();
    await page.getByText("It is sent again now.").waitFor();
    await page.getByText(/Next attempt:/).waitFor();
    const [lost, done] = hooks.asked;
    expect(done).toEqual({
      call: `POST v0/events/${eventId}/resend`,
      key: lost?.key,
      body: { receiverId: ENDPOINT_ID },
    });
    await open("/webhooks");
    await page.getByRole("link", { name: "Send again what it did not accept" }).click();
    await page.getByText("2 would be sent again: 2 wait for a later attempt, and 0 were given up.").waitFor();
    await expectGoodPage(page, "dashboard-recover", SIZES_DOWN_TO_320);
    await page.getByLabel("Since (UTC)").fill("2030-01-01T00:00");
    await page.getByText("Nothing would be sent again.").waitFor();
    await page.getByLabel("Since (UTC)").fill("2026-11-28T00:59");
    await page.getByText("2 would be sent again: 2 wait for a later attempt, and 0 were given up.").waitFor();
    await button("Send them again").click();
    await page.getByText("2 are sent again now.").waitFor();
    const body = { since: expect.stringMatching(/^2026-11-28T00:59:00/), endpointId: ENDPOINT_ID };
    expect(hooks.asked.at(-1)).toMatchObject({ call: "POST webhooks/recover", body });
    expect(problems).toEqual([expect.stringContaining("503")]);
  });

  it("says why a signature does not fit", async () => {
    await open("/webhooks/check");
    await page.getByLabel("webhook-id").fill("e");
    await page.getByLabel("webhook-timestamp").fill("1795191120");
    await page.getByLabel("webhook-signature").fill("v1,abc=");
    await page.getByLabel("Body").fill('{"id": "e"}');
    await button("Check it").click();
    await page.getByText("It does not fit").waitFor();
    await page.getByText("It is the same JSON in other bytes").waitFor();
    await page.getByText("Not given").waitFor();
    expect(hooks.asked).toEqual([
      {
        call: "POST webhooks/check-signature",
        key: expect.any(String),
        body: { id: "e", timestamp: "1795191120", signature: "v1,abc=", body: '{"id": "e"}' },
      },
    ]);
    await expectGoodPage(page, "dashboard-signature", SIZES_DOWN_TO_320);
    await page.getByLabel("Body").fill('{"id":"e"}');
    await page.getByLabel("Secret with which").fill("whsec_of another project");
    await button("Check it").click();
    await page.getByText("This is not the secret of this project.").waitFor();
    await expectClean();
  });

  it("makes, tries, changes, pauses and ends an endpoint", async () => {
    hooks.endpoints = [];
    hooks.troubles = [];
    await open("/webhooks/endpoints");
    await page.getByText("There is no endpoint yet.").waitFor();
    await expectGoodPage(page, "dashboard-no-endpoint", SIZES_DOWN_TO_320);
    await page.getByRole("link", { name: "Add an endpoint" }).first().click();
    await page.getByLabel("Address").fill("https://shop.example/new");
    await page.getByLabel("Only these").check();
    const issue = { field: "url", issue: "must be an https address" };
    const message = `${issue.field} ${issue.issue}`;
    const refusal = { status: 400, code: "invalid_input", message, details: [issue] };
    service.people.refusals.set("/webhook-endpoints", refusal);
    await page.getByLabel("payment.completed").check();
    await button("Add the endpoint").click();
    await page.getByText("Must be an https address.").waitFor();
    expect(await page.getByText(/https address\./).count()).toBe(1);
    service.people.refusals.clear();
    await page.getByLabel("payment.completed").uncheck();
    await button("Add the endpoint").click();
    await page.getByText("Choose at least one event.").waitFor();
    await page.getByLabel("payment.completed").check();
    await expectGoodPage(page, "dashboard-new-endpoint", SIZES_DOWN_TO_320);
    hooks.answersLost = 1;
    await button("Add the endpoint").click();
    await page.getByText("its outcome is not known yet").waitFor();
    await page.reload();
    await button("Send a test event").waitFor();
    const [first, second] = hooks.asked;
    expect(second).toEqual({
      call: "POST v0/webhook-endpoints",
      key: first?.key,
      body: { url: "https://shop.example/new", types: ["payment.completed"], description: "" },
    });
    const endpoint = path();
    await expectGoodPage(page, "dashboard-endpoint", SIZES_DOWN_TO_320);
    await button("Send a test event").click();
    await page.getByText("It was not sent yet.").waitFor();
    await page.getByRole("link", { name: "An endpoint of the project" }).waitFor();
    await open(endpoint);
    await page.getByRole("link", { name: "Change" }).click();
    await page.getByLabel("All, also those that come later").check();
    await button("Save").click();
    await page.getByText("All, also those that come later").waitFor();
    await button("Pause").click();
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
    await page.locator(".panel").getByText("Paused").waitFor();
    await button("Go on").click();
    await page.locator(".panel").getByText("Active").waitFor();
    await button("End").click();
    await page.getByText("gets no events any more").waitFor();
    await expectGoodPage(page, "dashboard-end-endpoint");
    await button("End it").click();
    await page.getByText("There is no endpoint yet.").waitFor();
    await expect.poll(focused).toBe("Webhook endpoints"); // its row is gone
    expect(hooks.asked.slice(2).map(({ call, body }) => [call.split(" ", 1)[0], body])).toEqual([
      ["POST", null],
      ["PATCH", { url: "https://shop.example/new", types: ["*"], description: "" }],
      ["PATCH", { state: "disabled" }],
      ["PATCH", { state: "enabled" }],
      ["DELETE", null],
    ]);
  });

  it("shows a new secret until somebody has it, also after a lost answer and a reload, and keeps none of it", async () => {
    hooks.answersLost = 1;
    await open("/webhooks/endpoints/secret");
    await button("Make a new secret").click();
    await button("Make it now").click();
    await page.getByText("It was sent, and its outcome is not known yet.").waitFor();
    await page.reload();
    await page.getByText(SECRET).waitFor();
    await expectGoodPage(page, "dashboard-webhook-secret", SIZES_DOWN_TO_320);
    await page.reload();
    await page.getByText(SECRET).waitFor();
    expect(hooks.secrets.size).toBe(1);
    expect(await page.evaluate("JSON.stringify(sessionStorage) + JSON.stringify(localStorage)")).not.toContain(
      "whsec_",
    );
    await button("Done").click();
    await button("Close without it").click();
    await expect.poll(focused).toBe("Secret of the webhooks");
    await button("Make a new secret").waitFor();
    await page.reload();
    await button("Make a new secret").waitFor();
    await page.getByText("cannot be read any more").waitFor();
    expect(await page.getByText(SECRET).count()).toBe(0);
    hooks.rotatedAt = null;
    await page.reload();
    await button("Make the secret").click(); // nothing ends by the first one, so nothing is asked
    await page.getByText(SECRET).waitFor();
  });

  it("shows an event with its body and where it went", async () => {
    await open("/webhooks/events");
    await expect.poll(() => rows().count()).toBe(25);
    await page.getByLabel("Search").waitFor();
    await expectGoodPage(page, "dashboard-events", SIZES_DOWN_TO_320);
    await rows().nth(1).getByRole("link").click();
    await page.getByText('{"id":"e","type":"payment.completed"').waitFor();
    await expectGoodPage(page, "dashboard-event", SIZES_DOWN_TO_320);
    await page.locator(".panel").getByRole("link", { name: "https://shop.example" }).click();
    await page.getByText("The receiver did not accept it, in one attempt.").waitFor();
    await expectClean();
  });

  it("shows a viewer what was sent, and neither its words nor what would change something", async () => {
    const { people } = service;
    const projects = people.me.projects.map((one) => ({ ...one, role: "viewer" as const, actions: ["read"] }));
    people.me = { ...people.me, projects };
    await open(`/webhooks/${fakeDelivery(1).eventId}.${ENDPOINT_ID}`);
    await page.getByText("Answer 503").last().waitFor();
    for (const name of ["Send again", "As curl", "Show what was sent and answered"])
      expect([name, await button(name).count()]).toEqual([name, 0]);
    const changing = page.getByRole("link", { name: /Add an endpoint|Send again|Check a signature/ });
    expect(await changing.count()).toBe(0);
    await open("/webhooks");
    await page.getByRole("region", { name: "An endpoint does not work" }).waitFor();
    expect(await changing.count()).toBe(0);
    await open(`/webhooks/endpoints/${ENDPOINT_ID}`);
    await page.getByRole("link", { name: "All that was sent to it" }).waitFor();
    await page.locator(".panel").getByText("Does not accept events", { exact: true }).waitFor();
    await rows().getByText("Does not accept events", { exact: true }).waitFor();
    hooks.troubles = [];
    await page.reload();
    await page.locator(".panel").getByText("Active", { exact: true }).waitFor();
    expect(await changing.count()).toBe(0);
    await open("/webhooks/recover");
    await page.getByText("Sending again is for owners and developers.").waitFor();
    await open("/console?op=payInvoice");
    await page.getByText("you may read, and change nothing").waitFor();
    expect(await button("Send, and change things").isDisabled()).toBe(true);
    await expectClean();
  });

  it("lists refused requests, filters them, and shows what was asked and with which key", async () => {
    await open("/log");
    await page.getByText("Shop server").first().waitFor();
    await expectGoodPage(page, "dashboard-log", SIZES_DOWN_TO_320);
    await page.getByLabel("Status").selectOption("400");
    await expect.poll(() => rows().count()).toBe(1);
    await rows().getByRole("link").click();
    await page.getByText("expired an hour ago").waitFor();
    await page.getByText('"internalId": "order-4711"').waitFor();
    expect([path(), search()]).toEqual(["/log/req-0", "?status=400"]);
    await expectGoodPage(page, "dashboard-request", SIZES_DOWN_TO_320);
    expect(await page.getByRole("link", { name: "The key that asked" }).getAttribute("href")).toBe(
      `${BASE}/keys/${KEY_ID}`,
    );
    await page.getByRole("link", { name: "All with this code" }).click();
    await expect.poll(search).toBe("?code=invoice_expired");
    await open("/log/req-made");
    await page.locator(".panel").getByRole("link", { name: "Payment" }).waitFor();
    await expectClean();
    await open("/log/req-unknown");
    await page.getByText("Nothing is kept of a request with this id.").waitFor();
    expect(await page.getByText("This could not be loaded").count()).toBe(0);
  });

  it("sends reads from the console at once, and changes once they are turned on in this tab", async () => {
    await open("/console");
    await button("Send").click();
    await page.getByText('"balance": "123456789000"').waitFor();
    await page.getByText("apikey: $LEYDEN_KEY").waitFor();
    expect(await page.locator("[aria-label=Answer] a").count()).toBe(0); // the log keeps no look at something
    await expectGoodPage(page, "dashboard-console", SIZES_DOWN_TO_320);
    await page.getByLabel("Operation").selectOption("getPayment");
    await button("Send").click();
    await page.getByText("id is missing.").waitFor();
    const id = page.getByLabel("id", { exact: true });
    expect(await id.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => id.evaluate((field) => field === document.activeElement)).toBe(true);
    await id.fill("none");
    await button("Send").click();
    await page.getByText("payment_not_found").first().waitFor();
    expect(await page.getByRole("link", { name: "What payment_not_found means" }).getAttribute("href")).toBe(
      "/docs/errors#payment_not_found",
    );
    await page.getByLabel("Operation").selectOption("payInvoice");
    expect(search()).toBe("?op=payInvoice");
    expect(await button("Send, and change things").isDisabled()).toBe(true);
    await button("Turn on changes").click();
    await page.getByLabel("Body, as JSON").fill("{ no");
    await button("Send, and change things").click();
    await page.getByText("The body is no JSON").waitFor();
    expect(await page.getByLabel("Body, as JSON").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Body, as JSON").fill('{"invoice":"lnbcrt1"}');
    hooks.answersLost = 1;
    await button("Send, and change things").click();
    await page.getByText("its outcome is not known yet").waitFor();
    await page.reload();
    await page.getByText("its outcome is not known yet").waitFor();
    hooks.answersRefused = 1;
    await button("Send, and change things").click();
    await page.getByText("rate_limited").first().waitFor();
    await page.getByText("its outcome is not known yet").waitFor();
    // Nobody knows of the first one yet, so a change makes no other call of it.
    await page.getByLabel("Body, as JSON").fill('{ "invoice": "lnbcrt1" }');
    await button("Send, and change things").click();
    await page.getByText('"status": "completed"').waitFor();
    await expect.poll(() => page.locator("[aria-label=Answer] a").getAttribute("href")).toMatch(/\/log\/.+/);
    const [lost, refused, done] = hooks.asked;
    expect(refused).toEqual({ call: "POST v0/payments", key: lost?.key, body: { invoice: "lnbcrt1" } });
    expect(done).toEqual(refused);
    const key = page.getByLabel("Idempotency-Key");
    expect(await key.inputValue()).toBe(lost?.key);
    await page.getByLabel("Body, as JSON").fill('{"invoice":"lnbcrt2"}');
    expect(await key.inputValue()).not.toBe(lost?.key);
    expect(service.people.calls.every(({ isOfPage }) => isOfPage)).toBe(true);
    const other = await (await chromium().newContext()).newPage();
    await other.goto(`${service.baseUrl}${BASE}/console?op=payInvoice`);
    await other.getByText("This tab changes nothing.").waitFor();
    await other.context().close();
    expect(await page.evaluate("violations")).toEqual([]);
  });

  it("says when money is real, and asks for a login of the last minutes before it can be sent", async () => {
    const { people } = service;
    people.me = { ...people.me, network: "mainnet", freshUntil: new Date(Date.now() - 1_000).toISOString() };
    await open("/console?op=payInvoice");
    await page.getByText("This is mainnet: what you send is real money").waitFor();
    expect(await button("Turn on changes").count()).toBe(0);
    await expectGoodPage(page, "dashboard-console-real", SIZES_DOWN_TO_320);
    const login = await page.getByRole("link", { name: "Log in again" }).getAttribute("href");
    expect(login).toContain(`next=${encodeURIComponent(`${BASE}/console?op=payInvoice`)}&since=`);
    people.me = { ...people.me, freshUntil: new Date(Date.now() + 600_000).toISOString() };
    await page.reload();
    await button("Turn on changes").click();
    await page.getByText("This call may move real money.").waitFor();
    await expectClean();
  });
});
