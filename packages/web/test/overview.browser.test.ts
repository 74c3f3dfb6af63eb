import { readFile } from "node:fs/promises";
import type { BrowserContext, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import { PROJECTS, startFakePeople } from "./fake-people.harness.ts";
import {
  createFakeProjectMoney,
  type FakeProjectMoney,
  fakePeriod,
  fakeProjectMoneyRoutes,
} from "./fake-project-money.harness.ts";

const BASE = `/dashboard/projects/${PROJECTS[0]}`;
const DAY_MS = 86_400_000;

/** Counts what the policy of a page refuses, from before its first script on. */
const COUNT_VIOLATIONS = `window.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  violations.push(violatedDirective + " " + blockedURI + " " + sample));`;

const dayAgo = (days: number) => new Date((Math.floor(Date.now() / DAY_MS) - days) * DAY_MS).toISOString();
/** Five recipients, one in each line. */
const FIVE = ["gamertag,sats,note", ...Array.from({ length: 5 }, (_, i) => `player${i},${i + 1},=note`)].join("\n");

describe("the overview and paying from the page", () => {
  const chromium = useChromium();
  const money: FakeProjectMoney = createFakeProjectMoney();
  let service: Awaited<ReturnType<typeof startFakePeople>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    service = await startFakePeople(undefined, (people) => [fakeProjectMoneyRoutes(people, money)]);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    Object.assign(money, createFakeProjectMoney());
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(COUNT_VIOLATIONS);
    page = await context.newPage();
    problems = problemsOf(page);
  });
  afterEach(() => context.close());

  const open = (path: string) => page.goto(service.baseUrl + BASE + path);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const query = () => new URL(page.url()).searchParams;
  const expectClean = async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate("violations")).toEqual([]);
  };

  it("shows balance, charts and their table after at most 8 requests on a cold cache", async () => {
    service.people.overview = { ...service.people.overview, reserved: "20000" };
    service.people.totals = [fakePeriod(dayAgo(3), 40, 2), fakePeriod(dayAgo(1), 4, 0), fakePeriod(dayAgo(0), 12, 1)];
    const asked: string[] = [];
    page.on("request", (request) => asked.includes(request.url()) || asked.push(request.url()));
    await page.goto(`${service.baseUrl}/dashboard`);
    await page.getByText("123,456,789 sat").waitFor();
    await page.getByText("94.9 % of 59 payments").waitFor();
    await expect.poll(() => page.locator("canvas").count()).toBe(4);
    await expect.poll(() => service.people.streams.size).toBe(1);
    expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(8);
    await page.getByText("The same as a table").click();
    expect(await page.locator("details table tbody tr").count()).toBe(4);
    await page.getByText("20 sat", { exact: true }).first().waitFor();
    await expectGoodPage(page, "dashboard-overview-charts", SIZES_DOWN_TO_320);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator(".u-over").nth(1).hover();
    await page.getByText("In all: 94.9 %").waitFor({ state: "detached" });
    service.people.totals = [];
    await page.getByRole("radio", { name: "7 days" }).check();
    await page.getByText("Nothing was paid or received in this time.").waitFor();
    expect(query().get("span")).toBe("week");
    await page.reload();
    expect(await page.getByRole("radio", { name: "7 days" }).isChecked()).toBe(true);
    await expectClean();
  });

  it("leads through the first steps, which go away as they are done", async () => {
    const { people } = service;
    people.balance = "0";
    people.overview = {
      ...people.overview,
      firstSteps: { keys: "none", paid: false, received: "never", webhooks: "none" },
    };
    await open("");
    await page.getByText("0 of 4 are done.").waitFor();
    await page.getByText(`curl ${service.baseUrl}/v0/wallet`).waitFor();
    const leadsTo = (name: string) => page.getByRole("link", { name, includeHidden: true }).getAttribute("href");
    expect(await leadsTo("Make a key")).toBe(`${BASE}/keys/new`);
    expect(await leadsTo("Add an endpoint")).toBe(`${BASE}/webhooks/endpoints/new`);
    expect(await page.getByText("your-server.example").count()).toBe(0);
    await page.getByText("Top up the wallet").click();
    await page.getByText(/lab pay <invoice>$/).waitFor();
    await expectGoodPage(page, "dashboard-first-steps", SIZES_DOWN_TO_320);
    people.balance = "1000";
    people.overview = {
      ...people.overview,
      firstSteps: { keys: "used", paid: false, received: "once", webhooks: "made" },
    };
    await service.tell({ type: "wallet.changed" }, "e1");
    await page.getByText("2 of 4 are done.").waitFor();
    await page.getByText("Pay somebody, or be paid").waitFor();
    await page.getByText(`"lnAddress":"ann@${new URL(service.baseUrl).host}"`).waitFor();
    people.overview = {
      ...people.overview,
      firstSteps: { keys: "used", paid: true, received: "once", webhooks: "delivered" },
    };
    await service.tell({ type: "payment.completed" }, "e2");
    await page.getByRole("heading", { name: "First steps" }).waitFor({ state: "detached" });
    await expectClean();
  });

  it("says that webhook endpoints do not accept events, and leads to them", async () => {
    const { people } = service;
    people.overview = { ...people.overview, troubledEndpoints: 2 };
    await open("");
    const notice = page.getByRole("region", { name: "Webhooks do not arrive" });
    await notice.getByText("2 webhook endpoints do not accept events").waitFor();
    await expectGoodPage(page, "dashboard-overview-trouble");
    people.overview = { ...people.overview, troubledEndpoints: 0 };
    await service.tell({ type: "payment.completed" }, "e1");
    await notice.waitFor({ state: "detached" });
    await expectClean();
  });

  it("tops up with an invoice that is the same after a reload and turns green when it is paid", async () => {
    await open("");
    await button("Top up").click();
    await page.getByLabel("Amount in sats").waitFor();
    await page.keyboard.type("50 000"); // the field has the focus, and not the cross before it
    await button("Make an invoice").dblclick();
    const code = page.getByRole("img", { name: "Invoice as a QR code" });
    await code.waitFor();
    const [charge] = money.charges;
    expect([money.charges.length, charge?.amount, query().get("topup")]).toEqual([1, "50000000", charge?.id]);
    await page.reload();
    await code.waitFor();
    await page.getByText(`lab pay ${charge?.invoice.request}`).waitFor();
    await expectGoodPage(page, "dashboard-top-up", SIZES_DOWN_TO_320);
    await expect.poll(() => service.people.streams.size).toBe(1);
    money.charges[0] = { ...(charge as typeof charge & object), status: "completed", received: "50000000" };
    await service.tell({ type: "charge.completed", objectId: String(charge?.id) }, "e1");
    await page.getByText("Paid. It is in the wallet.").waitFor();
    expect(await code.count()).toBe(0);
    await expectGoodPage(page, "dashboard-topped-up");
    await page.keyboard.press("Escape");
    await expect.poll(() => query().get("topup")).toBeNull();
    await expectClean();
  });

  it("pays one recipient once, also when the answer is lost, and shows its end", async () => {
    await open("/pay");
    await page.getByText("400,000 sat are left").waitFor();
    await page.getByLabel("To", { exact: true }).fill("ann@example.com");
    await page.getByLabel("Amount in sats").fill("100 001");
    await button("Check the payment").click();
    await page.getByText("That is more than one payment of yours may send.").waitFor();
    await expectGoodPage(page, "dashboard-pay", SIZES_DOWN_TO_320);
    await page.getByLabel("Amount in sats").fill("1500");
    const loseAnswer = async (route: Route) => {
      await page.getByText("Up to 25 seconds until it is known whether it is paid. You may leave").waitFor();
      await route.fetch();
      await route.abort();
    };
    await page.route("**/v0/ln-address/send-payment", loseAnswer, { times: 1 });
    await button("Check the payment").click();
    await button("Pay").click();
    await page.getByText("It was sent, and its outcome is not known yet.").waitFor();
    await page.reload();
    await page.getByText("Being sent").waitFor();
    await page.getByText("Do not pay again before.").waitFor();
    expect([money.paid.size, new Set(money.keys).size, money.keys.length]).toEqual([1, 1, 2]);
    await expect.poll(() => service.people.streams.size).toBe(1);
    const [payment] = service.people.payments;
    service.people.payments[0] = { ...(payment as typeof payment & object), status: "completed" };
    await service.tell({ type: "payment.completed", objectId: String(payment?.id) }, "e1");
    await page.getByText("Paid", { exact: true }).waitFor();
    await expectGoodPage(page, "dashboard-paid", SIZES_DOWN_TO_320);
    await button("Another payment").click();
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("");
  });

  it("shows what an invoice says and costs before it is paid, and goes back to what was typed", async () => {
    const invoice = `lnbcrt50u1p${"q".repeat(60)}`;
    await open("/pay");
    await page.getByLabel("To", { exact: true }).fill(invoice);
    await page.getByLabel("internalId").fill("order 7");
    await page.keyboard.press("Enter");
    const step = page.getByRole("region", { name: "Check the payment" });
    for (const text of ["Two coffees", "5,000 sat", "10 sat", "5,010 sat", "order 7"])
      await step.getByText(text, { exact: true }).waitFor();
    await expectGoodPage(page, "dashboard-pay-check", SIZES_DOWN_TO_320);
    await page.keyboard.press("Enter"); // the heading has the focus
    expect(money.keys).toEqual([]);
    await button("Back").click();
    await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("to");
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe(invoice);
    await page.keyboard.press("Enter");
    service.people.refusals.set("/v0/payments", { status: 400, code: "insufficient_funds", message: "too little" });
    await button("Pay").click();
    await page.getByText("Too little").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("to");
    service.people.refusals.set("/quote", { status: 400, code: "invoice_expired", message: "it has expired" });
    await page.getByLabel("Amount in sats").fill("5,000");
    await page.keyboard.press("Enter");
    await step.getByRole("button", { name: "Back" }).waitFor();
    expect(await button("Pay").count()).toBe(0);
  });

  it("does not send by itself after a login what asked for one before", async () => {
    const path = "/v0/ln-address/send-payment";
    const before = money.paid.size;
    await open("/pay");
    await page.getByLabel("To", { exact: true }).fill("ann@example.com");
    await page.getByLabel("Amount in sats").fill("1500");
    service.people.refusals.set(path, { status: 403, code: "fresh_login_needed", message: "log in again" });
    await button("Check the payment").click();
    await button("Pay").click();
    await page.waitForURL(/\/login\?next=/);
    service.people.refusals.delete(path);
    await open("/pay");
    await page.getByText("This was not sent yet: a login was needed first.").waitFor();
    await page.getByText("1,500 sat to ann@example.com").waitFor();
    await expectGoodPage(page, "dashboard-pay-not-sent");
    expect(money.paid.size).toBe(before);
    await button("Pay").click();
    await page.getByText("Being sent").waitFor();
    expect(money.paid.size).toBe(before + 1);
  });

  it("pays the rows of a file once each, through a reload in the middle, in another browser, and once more when asked", async () => {
    await open("/pay/file");
    await page.getByLabel("Or paste its text").fill("gamertag,sats\nann,1\n,2\nbob,many");
    await page.getByText("2 lines are wrong: 3, 4. Nothing is paid before all lines are right.").waitFor();
    await expectGoodPage(page, "dashboard-pay-preview", SIZES_DOWN_TO_320);
    await page.getByLabel("Or paste its text").fill(FIVE);
    await page.getByText("5 payments of 15 sat together, and fees.").waitFor();
    // The answer to the third row is on its way when the page is loaded again.
    await page.route("**/v0/gamertag/send-payment", async (route) => {
      const answer = await route.fetch();
      if (money.keys.length < 3) await route.fulfill({ response: answer });
    });
    await button("Pay 5 recipients").dblclick();
    await expect.poll(() => money.paid.size).toBe(3);
    await page.getByText("2 of 5 payments of pasted text are sent …").waitFor();
    await page.reload();
    await page.getByText("Asked, no answer yet").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await button("Go on with 3").dblclick();
    await page.getByText("5 of 5 payments of pasted text are sent.").waitFor();
    expect([money.paid.size, new Set(money.keys).size, money.keys.length]).toEqual([5, 5, 6]);
    await expectGoodPage(page, "dashboard-pay-done", SIZES_DOWN_TO_320);
    const download = page.waitForEvent("download");
    await button("Save the results as CSV").click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text.split("\r\n")[1]).toMatch(/^2,gamertag,player0,1000,'=note,,paid,/);

    const elsewhere = await chromium().newContext({ locale: "en-GB" });
    const other = await elsewhere.newPage();
    await other.goto(`${service.baseUrl}${BASE}/pay/file`);
    await other.getByLabel("Or paste its text").fill(FIVE);
    await other.getByRole("button", { name: "Pay 5 recipients" }).click();
    await other.getByText("These payments were begun").waitFor();
    await expectGoodPage(other, "dashboard-pay-begun", SIZES_DOWN_TO_320);
    await other.getByRole("button", { name: "Go on with what is left of it" }).click();
    await other.getByText("5 of 5 payments of pasted text are sent.").waitFor();
    await elsewhere.close();
    expect(money.paid.size).toBe(5);
    await button("Done with this file").click();
    await page.getByLabel("Or paste its text").fill(FIVE);
    await button("Pay 5 recipients").click();
    await button("Pay it once more").click();
    await page.getByText("Everybody in the file is paid again").waitFor();
    await button("Cancel").click();
    expect(money.keys.length).toBe(11);
    await button("Pay it once more").click();
    await page.getByRole("dialog").getByRole("button", { name: "Pay it once more" }).dblclick();
    await page.getByText("5 of 5 payments of pasted text are sent.").waitFor();
    expect([money.paid.size, money.keys.length]).toEqual([10, 16]);
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("pay-file");
    await expectClean();
  });

  it("pays nothing when the file cannot be begun, and keeps its text over the login that it asks for", async () => {
    await open("/pay/file");
    await page.getByLabel("Or paste its text").fill(FIVE);
    service.people.refusals.set("/files", { status: 503, code: "unavailable", message: "not now" });
    await button("Pay 5 recipients").click();
    await page.getByText("Ask again: nothing was sent yet.").waitFor();
    service.people.refusals.set("/files", { status: 403, code: "fresh_login_needed", message: "log in again" });
    await button("Pay 5 recipients").click();
    await page.waitForURL(/\/login\?next=/);
    expect([money.keys.length, service.people.files.size]).toEqual([0, 0]);
    service.people.refusals.delete("/files");
    await open("/pay/file");
    await button("Pay 5 recipients").click();
    await page.getByText("5 of 5 payments of pasted text are sent.").waitFor();
    await button("Done with this file").click();
    expect(await page.getByLabel("Or paste its text").inputValue()).toBe("");
    expect(await page.evaluate("Object.keys(sessionStorage).filter((name) => name.includes('pay-file'))")).toEqual([]);
  });

  it("asks nobody who was faster to pay it a third time", async () => {
    await open("/pay/file");
    await page.getByLabel("Or paste its text").fill(FIVE);
    await button("Pay 5 recipients").click();
    await page.getByText("5 of 5 payments of pasted text are sent.").waitFor();
    await button("Done with this file").click();
    await page.getByLabel("Or paste its text").fill(FIVE);
    await button("Pay 5 recipients").click();
    await button("Pay it once more").click();
    const [name] = [...service.people.files.keys()];
    const begun = service.people.files.get(String(name));
    service.people.files.set(String(name), { ...(begun as typeof begun & object), key: "0f".repeat(16) });
    await page.getByRole("dialog").getByRole("button", { name: "Pay it once more" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button("Go on with what is left of it").waitFor();
    expect([money.paid.size, money.keys.length]).toEqual([5, 5]);
    await button("Go on with what is left of it").click();
    await page.getByText("5 of 5 payments of pasted text are sent.").waitFor();
    expect(money.keys.slice(5)).toEqual([0, 1, 2, 3, 4].map((i) => `${"0f".repeat(16)}-${i}`));
  });

  it("goes on after a row that is refused, and stops where the wallet is empty", async () => {
    money.paymentsLeft = 1;
    await open("/pay/file");
    await page.getByLabel("Or paste its text").fill("gamertag,sats\nnobody,1\nann,2\nbob,3");
    await button("Pay 3 recipients").click();
    await page.getByText("The wallet holds too little.").waitFor();
    await page.getByText("1 of 3 payments of pasted text are sent, 1 was refused.").waitFor();
    await page.getByText("no user has this gamertag").waitFor();
    money.paymentsLeft = 9;
    await button("Go on with 1").click();
    await page.getByText("2 of 3 payments of pasted text are sent, 1 was refused.").waitFor();
    expect(money.paid.size).toBe(2);
  });

  it("goes on with a file from its results, and pays each row once, whichever of the two is opened", async () => {
    const fill = async (text: string) => await page.getByLabel("Or paste its text").fill(text);
    money.paymentsLeft = 2;
    await open("/pay/file");
    await fill(FIVE);
    await button("Pay 5 recipients").click();
    await page.getByText("The wallet holds too little.").waitFor();
    const download = page.waitForEvent("download");
    await button("Save the results as CSV").click();
    const text = await readFile(await (await download).path(), "utf8");
    const left = text
      .split("\r\n")
      .filter((line) => !line.includes(",paid,"))
      .join("\n");
    await button("Done with this file").click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget the file" }).click();

    money.paymentsLeft = 9;
    await fill(left);
    await button("Pay 3 recipients").click();
    await page.getByText("These payments were begun").waitFor();
    expect(await button("Pay it once more").count()).toBe(0);
    await expectGoodPage(page, "dashboard-pay-results", SIZES_DOWN_TO_320);
    await button("Go on with what is left of it").click();
    await page.getByText("3 of 3 payments of pasted text are sent.").waitFor();
    expect(money.paid.size).toBe(5);
    await button("Done with this file").click();
    await fill(FIVE);
    await button("Pay 5 recipients").click();
    await button("Go on with what is left of it").click();
    await page.getByText("5 of 5 payments of pasted text are sent.").waitFor();
    expect(money.paid.size).toBe(5);

    await button("Done with this file").click();
    service.people.files.clear();
    await fill(left);
    await button("Pay 3 recipients").click();
    await page.getByText("What is left is for a new file, without the column rowKey.").waitFor();
    expect([money.paid.size, service.people.files.size]).toEqual([5, 0]);
  });
});
