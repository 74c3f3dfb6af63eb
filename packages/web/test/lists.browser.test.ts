import { readFile } from "node:fs/promises";
import type { BrowserContext, Download, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import {
  createFakeLists,
  type FakeLists,
  fakeCharge,
  fakeListRoutes,
  fakeStatic,
  fakeVoucher,
  PURCHASE_ID,
  SESSION_ID,
} from "./fake-lists.harness.ts";
import { fakePayment, PROJECTS, startFakePeople } from "./fake-people.harness.ts";

const [PROJECT] = PROJECTS;
const BASE = `/dashboard/projects/${PROJECT}`;

/** Counts what the policy of a page refuses, from before its first script on. */
const COUNT_VIOLATIONS = `window.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  violations.push(violatedDirective + " " + blockedURI + " " + sample));`;

describe("the lists of the dashboard", () => {
  const chromium = useChromium();
  const lists: FakeLists = createFakeLists();
  let service: Awaited<ReturnType<typeof startFakePeople>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    service = await startFakePeople(undefined, (people) => [fakeListRoutes(people, lists)]);
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    Object.assign(lists, createFakeLists());
    allow("owner", ["read", "receive", "vouchers", "ramp"]);
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(COUNT_VIOLATIONS);
    page = await context.newPage();
    problems = problemsOf(page);
  });
  afterEach(() => context.close());

  /** What the person may do in the projects. */
  function allow(role: "owner" | "viewer", actions: readonly string[]) {
    const { me } = service.people;
    service.people.me = { ...me, projects: me.projects.map((one) => ({ ...one, role, actions: [...actions] })) };
  }

  const open = (path: string) => page.goto(service.baseUrl + BASE + path);
  const rows = () => page.locator("tbody tr");
  const path = () => new URL(page.url()).pathname.slice(BASE.length);
  const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const expectClean = async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate("violations")).toEqual([]);
  };
  const saved = async (download: Promise<Download>) => await readFile(await (await download).path(), "utf8");

  it("says of a payment why it is pending and what happens next, and leads to what belongs to it", async () => {
    await open("/payments?status=processing");
    await page.getByRole("link", { name: "player0@wallet.example" }).click();
    await page.getByText("The recipient's node has not answered yet.").waitFor();
    await page.getByText("Next: The recipient takes it, or it comes back.").waitFor();
    await page.getByText("It is looked at again within seconds.").waitFor();
    expect(await page.getByTitle(fakePayment(0).id).textContent(), "cut once, by the width").toBe(fakePayment(0).id);
    await page.getByText("10 sat were set aside.").waitFor();
    const key = page.getByRole("link", { name: "Payouts <nightly>", exact: true });
    expect(await key.getAttribute("href")).toBe(`${BASE}/keys/${PROJECTS[1]}`);
    await page.getByTitle("cd".repeat(32)).waitFor();
    await button("Copy: Payment hash").waitFor();
    await page.getByRole("link", { name: "All payments to this recipient" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?recipient=player0%40wallet.example");
    await page.getByRole("button", { name: "Not only this: To" }).click();
    await expect.poll(() => rows().count()).toBe(25);
    const download = page.waitForEvent("download");
    await page.getByLabel("Status").selectOption("failed");
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect(await saved(download)).toContain(fakePayment(2).id);
    expect(service.people.calls.map(({ url }) => url.split("/v0/")[1])).toContain("payments?status=failed&format=csv");
    await expectClean();
  });

  it("shows the invoice that was paid once, in the place of the recipient", async () => {
    const invoice = `lnbcrt500u1p${"q".repeat(40)}`;
    const { lnAddress: _, ...paid } = fakePayment(1, { invoice });
    service.people.payments = [paid, fakePayment(2, { invoice })];
    await open(`/payments/${fakePayment(1).id}`);
    await button("Copy: Invoice").waitFor();
    expect([await page.getByTitle(invoice).count(), await button("Copy: To").count()]).toEqual([1, 0]);
    await expectGoodPage(page, "dashboard-payment-of-invoice", SIZES_DOWN_TO_320);
    await open(`/payments/${fakePayment(2).id}`);
    await button("Copy: To").waitFor();
    expect(await button("Copy: Invoice").count()).toBe(1);
  });

  it("finds by the search of the service: one thing opens, several are listed, and nothing says what it was", async () => {
    const common = { status: "open", amount: "500000", name: "player-7", createdAt: null };
    service.people.things = [
      { ...common, kind: "voucher", id: fakeVoucher(7).id },
      { ...common, kind: "charge", id: fakeCharge(0).id, status: "pending" },
      { ...common, kind: "event", id: PROJECTS[1], name: "evt", status: null, amount: null },
    ];
    await open("/vouchers");
    await rows().first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(fakeVoucher(7).id);
    await page.keyboard.press("Enter");
    await heading("Voucher");
    expect(path()).toBe(`/vouchers/${fakeVoucher(7).id}`);
    await page.keyboard.press("Escape");
    await page.getByLabel("Search").fill("player-7");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows().count()).toBe(2);
    expect(new URL(page.url()).search).toBe("?q=player-7");
    await expectGoodPage(page, "dashboard-found", SIZES_DOWN_TO_320);
    await page.getByLabel("Search").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText(/^Nothing found. .* it was looked for as an id/).waitFor();
    await button("Back to the list").click();
    await expect.poll(() => rows().count()).toBe(25);
    await page.keyboard.press("Control+k");
    await page.getByRole("menuitem", { name: "Webhooks" }).waitFor();
    await page.keyboard.type("player-7");
    await page.getByRole("menuitem", { name: "Charge player-7" }).click();
    await heading("Charge");
    expect(path()).toBe(`/charges/${fakeCharge(0).id}`);
    await expectClean();
  });

  /** Whether a field is invalid, and the texts that describe it. */
  const describedBy = (field: Locator) =>
    field.evaluate((element) => {
      const ids = (element.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== "");
      const texts = ids.map((id) => element.ownerDocument.getElementById(id)?.textContent);
      return [element.getAttribute("aria-invalid"), texts] as const;
    });

  it("makes a charge with its QR code, which turns green, and shows what a static charge gave out", async () => {
    await open("/charges");
    await expectGoodPage(page, "dashboard-charges", SIZES_DOWN_TO_320);
    await page.getByRole("link", { name: "Make a charge" }).click();
    await page.getByLabel("Amount in sats").fill("none");
    await button("Make the charge").click();
    const amount = page.getByLabel("Amount in sats");
    await page.getByText(/^The amount must be sats/).waitFor();
    expect(await describedBy(amount)).toEqual(["true", ["The amount must be sats such as 50000, above zero."]]);
    expect(await describedBy(page.getByLabel("Description"))).toEqual(["false", ["The payer sees it."]]);
    await expectGoodPage(page, "dashboard-charge-wrong", SIZES_DOWN_TO_320);
    const refused = (field: string, issue: string) =>
      service.people.refusals.set("/v0/charges", {
        status: 400,
        code: "invalid_input",
        message: "it is wrong",
        details: [{ field, issue }],
      });
    refused("description", "is not polite");
    await amount.fill("50 000");
    await page.getByLabel("Description").fill("Order 4711");
    await button("Make the charge").click();
    await page.getByText("Is not polite.").waitFor();
    expect(await describedBy(amount)).toEqual(["false", []]);
    expect(await describedBy(page.getByLabel("Description"))).toEqual([
      "true",
      ["The payer sees it.", "Is not polite."],
    ]);
    refused("somewhere", "is wrong");
    await button("Make the charge").click();
    await page.getByText("somewhere: Is wrong.").waitFor();
    expect(await describedBy(page.getByLabel("Description"))).toEqual(["false", ["The payer sees it."]]);
    service.people.refusals.clear();
    await page.getByLabel("Description").fill("Order 4711");
    lists.answersLost = 1;
    await button("Make the charge").click();
    await page.getByText("It was sent, and its outcome is not known yet.").waitFor();
    await page.reload();
    await page.getByRole("img", { name: "Invoice as a QR code" }).waitFor();
    const [made] = lists.charges;
    expect([path(), made?.amount, lists.charges.length]).toEqual([`/charges/${made?.id}`, "50000000", 4]);
    await expectGoodPage(page, "dashboard-charge", SIZES_DOWN_TO_320);
    lists.charges[0] = { ...(made as typeof made & object), status: "completed", received: "50000000" };
    await service.tell({ type: "charge.completed", objectId: String(made?.id) }, "e1");
    await page.locator(".panel .status.good").waitFor();
    await open("/charges/static");
    await page.getByRole("link", { name: "Tips for the band" }).click();
    await page.getByRole("img", { name: "The static charge as a QR code" }).waitFor();
    await expectGoodPage(page, "dashboard-static-charge", SIZES_DOWN_TO_320);
    await button("Take no more payments").click();
    await button("Take no more").click();
    await page.locator(".panel .status", { hasText: "Takes no more" }).waitFor();
    expect(lists.statics[0]?.allowedSlots).toBe("3");
    await page.getByRole("link", { name: "All charges that it gave out" }).click();
    await expect.poll(() => rows().count()).toBe(1);
    expect(new URL(page.url()).search).toBe(`?staticChargeId=${fakeStatic(0).id}`);
    const refused400 = expect.stringContaining("400");
    expect(problems.filter((text) => !text.includes("503"))).toEqual([refused400, refused400]);
  });

  it("shows the link of a new voucher until it is kept, and makes a lost one anew", async () => {
    await open("/vouchers/new");
    await page.getByLabel("Amount in sats").fill("500");
    await page.getByLabel("internalId", { exact: true }).last().fill("player-99");
    await button("Make the voucher").click();
    await heading("The voucher is made");
    await page.getByRole("img", { name: "Link of the voucher as a QR code" }).waitFor();
    await expectGoodPage(page, "dashboard-voucher-made", SIZES_DOWN_TO_320);
    await page.reload();
    await page.getByRole("img", { name: "Link of the voucher as a QR code" }).waitFor();
    expect(lists.vouchers).toHaveLength(33);
    await page
      .locator(".panel code")
      .getByText(/^https?:/)
      .waitFor();
    await button("Done").click();
    await button("Close without it").click();
    await heading("Voucher");
    await expectGoodPage(page, "dashboard-voucher", SIZES_DOWN_TO_320);
    await button("Revoke, and make it anew").click();
    await expectGoodPage(page, "dashboard-voucher-revoke");
    await button("Revoke it").click();
    await heading("New voucher");
    expect(await page.getByLabel("Amount in sats").inputValue()).toBe("500");
    expect(await page.getByLabel("internalId", { exact: true }).last().inputValue()).toBe("player-99");
    expect(lists.vouchers[0]?.status).toBe("revoked");
    await expectClean();
  });

  it("shows the link of no voucher that is worth nothing any more as that of a new one", async () => {
    await open("/vouchers/new");
    await page.getByLabel("Amount in sats").fill("500");
    await button("Make the voucher").click();
    const link = page.getByRole("img", { name: "Link of the voucher as a QR code" });
    await link.waitFor();
    const [made] = lists.vouchers;
    await open(`/vouchers/${made?.id}`);
    await button("Revoke, and make it anew").click();
    await button("Revoke it").click();
    await heading("New voucher");
    await button("Make the voucher").click();
    await link.waitFor();
    await page.getByText(String(lists.vouchers[0]?.code)).last().waitFor();
    Object.assign(lists.vouchers[0] ?? {}, { status: "redeemed" });
    await page.reload();
    await page.getByText("Its link is worth nothing any more.").waitFor();
    await link.waitFor({ state: "detached" });
    await button("Make another one").click();
    await heading("New voucher");
    await expectClean();
  });

  it("makes vouchers from a file, each row once, whatever happens to the page and the wallet", async () => {
    await open("/vouchers/file");
    await page.getByLabel("Or paste its text").fill("sats,internalId,days\n500,p-1,30\nmany,p-2,30\n700,p-1,900");
    await page.getByText("2 lines are wrong: 3, 4. Nothing is made before all lines are right.").waitFor();
    await expectGoodPage(page, "dashboard-batch-preview", SIZES_DOWN_TO_320);
    const text = Array.from({ length: 12 }, (_, i) => `${500 + i},=p-${i}`);
    await page.getByLabel("Or paste its text").fill(["sats,internalId", ...text].join("\n"));
    Object.assign(lists, { vouchersLeft: 7 });
    await button("Make 12 vouchers").click();
    await page.getByText("The wallet holds too little.").waitFor();
    await page.getByText(/^7 of 12 vouchers/).waitFor();
    lists.vouchersLeft = 100;
    await page.reload();
    await page.getByText(/^7 of 12 vouchers/).waitFor();
    await button("Go on with 5").click();
    await page.getByText(/^12 of 12 vouchers/).waitFor();
    expect(lists.vouchers).toHaveLength(32 + 12);
    await expectGoodPage(page, "dashboard-batch-done", SIZES_DOWN_TO_320);
    const download = page.waitForEvent("download");
    await button("Save the links as CSV").click();
    const [head, ...lines] = (await saved(download)).trim().split("\r\n");
    expect(head).toBe("line,state,msats,description,internalId,days,code,claimUrl,lnurl,id,error,rowKey");
    expect(new Set(lines.map((line) => line.split(",")[7])).size).toBe(12);
    expect(lines[0]).toContain(",'=p-0,");
    await button("Done with this file").click();
    await button("Forget the links").click();
    await page.getByLabel("CSV file").waitFor();
    expect(await page.evaluate("Object.keys(sessionStorage).filter((name) => name.includes('batch'))")).toEqual([]);
    await page.getByLabel("Or paste its text").fill(["sats,internalId", ...text].join("\n"));
    await button("Make 12 vouchers").click();
    await page.getByText("These vouchers were begun").waitFor();
    await expectGoodPage(page, "dashboard-batch-begun", SIZES_DOWN_TO_320);
    await button("Go on with what is left of it").click();
    await page.getByText(/^12 of 12 vouchers/).waitFor();
    expect(await page.getByText("Made, link lost").count()).toBe(12);
    expect(lists.vouchers).toHaveLength(32 + 12);
    await button("Done with this file").click();
    await button("Forget the links").click();
    await page.getByLabel("Or paste its text").fill(["sats,internalId", ...text].join("\n"));
    await button("Make 12 vouchers").click();
    await button("Make them once more").click();
    await page.getByRole("dialog").getByRole("button", { name: "Make them once more" }).click();
    await page.getByText(/^12 of 12 vouchers/).waitFor();
    expect(await page.getByText("Made, link lost").count()).toBe(0);
    expect(lists.vouchers).toHaveLength(32 + 24);
    expect(problems.filter((text) => !text.includes("400"))).toEqual([]);
  });

  it("shows who uses the applications, what they bought, and ends a session", async () => {
    await open("/users");
    await expect.poll(() => rows().count()).toBe(2);
    await expectGoodPage(page, "dashboard-users", SIZES_DOWN_TO_320);
    await page.getByRole("link", { name: "Alice" }).first().click();
    await heading("Coin Race");
    await expectGoodPage(page, "dashboard-user", SIZES_DOWN_TO_320);
    await page.getByRole("link", { name: "On-ramp purchases of this user" }).click();
    await page.getByRole("link", { name: "0000-0000-D001" }).click();
    await page.locator(".panel").getByText("Bitcoin is being sent").waitFor();
    expect(path()).toBe(`/ramp/${PURCHASE_ID}`);
    await expectGoodPage(page, "dashboard-purchase", SIZES_DOWN_TO_320);
    await page.getByRole("link", { name: "The session that it was begun in" }).click();
    await page.getByText(/^A browser has opened its page/).waitFor();
    expect(path()).toBe(`/ramp/sessions/${SESSION_ID}`);
    await expectGoodPage(page, "dashboard-session", SIZES_DOWN_TO_320);
    await button("End the session").click();
    await button("End it").click();
    await page.locator(".panel .status", { hasText: "Ended by the project" }).waitFor();
    await expectClean();
  });

  it("says what to do first where there is nothing, and shows a viewer no button that is refused", async () => {
    Object.assign(lists, { charges: [], vouchers: [], users: [], purchases: [] });
    allow("viewer", ["read"]);
    for (const [where, says] of [
      ["/charges", "No charge was made yet."],
      ["/vouchers", "There is no voucher yet."],
      ["/users", "Nobody has logged in to an application of this project yet."],
      ["/ramp", "Nobody has bought bitcoin here yet."],
    ] as const) {
      await open(where);
      await page.getByText(says).waitFor();
      expect(await page.getByRole("link", { name: /^Make a/ }).count(), where).toBe(0);
    }
    await expectGoodPage(page, "dashboard-nothing", SIZES_DOWN_TO_320);
    for (const where of ["/charges/new", "/charges/static/new", "/vouchers/new"]) {
      await open(where);
      await page.getByText(/^Your role in this project is viewer. Making \w/).waitFor();
      expect(await page.locator("aside form").count(), where).toBe(0);
    }
    await expectClean();
  });
});
