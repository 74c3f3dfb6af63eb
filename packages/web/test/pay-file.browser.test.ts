import type { BrowserContext, Page } from "playwright-core";
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
  fakeProjectMoneyRoutes,
  REPEATS,
} from "./fake-project-money.harness.ts";

const TWO = "gamertag,sats\nann,1\nbob,3";
const THREE = "gamertag,sats\nann,1\ntwice,2500\nbob,3";

describe("paying a file, also after a restore", () => {
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
    page = await context.newPage();
    problems = problemsOf(page);
    await page.goto(`${service.baseUrl}/dashboard/projects/${PROJECTS[0]}/pay/file`);
    await page.getByLabel("Or paste its text").fill(THREE);
  });
  afterEach(() => context.close());

  const button = (name: string) => page.getByRole("button", { name, exact: true });

  it("says before anything is sent which recipients there are not, of a file of any length", async () => {
    const names = Array.from({ length: 150 }, (_, i) => `player${i}`);
    const text = (last: string) => `gamertag,sats,note,internalId\n${[...names, last].map(lineOf).join("\n")}`;
    const lineOf = (name: string) => `${name},1,Thanks,of-${name}`;
    await page.getByLabel("Or paste its text").fill(text("no-such"));
    await page.getByText("Look again at line 152.").waitFor();
    const line = page.getByRole("row").filter({ hasText: "No user has this gamertag" });
    expect(await line.getByRole("cell").allInnerTexts()).toEqual(
      expect.arrayContaining(["152", "1 sat", "Thanks", "of-no-such"]),
    );
    await button("Pay 151 recipients").waitFor();
    const { host } = new URL(service.baseUrl);
    await page.getByLabel("Or paste its text").fill(`to,sats\nno-such@${host},1\nann@${host},1`);
    await page.getByText("Nobody has this Lightning address").waitFor();
    expect(money.keys).toEqual([]);
    await page
      .getByLabel("Or paste its text")
      .fill(`to,sats,note,internalId\nno-such,1,,7\nann@example.com,2,Thanks,${"8".repeat(255)}`);
    await page.getByText("Look again at line 2.").waitFor();
    await page.getByText("Whether another address or an invoice can be paid").waitFor();
    await expectGoodPage(page, "dashboard-pay-unknown", SIZES_DOWN_TO_320);
  });

  it("says that a file was begun when a recipient of it is gone since, and when nobody can be looked up", async () => {
    const text = page.getByLabel("Or paste its text");
    await page.route("**/recipients?*", (route) => route.fulfill({ json: { data: { unknown: [] } } }));
    await text.fill("to,sats\nno-longer,1\nbob,3");
    await button("Pay 2 recipients").click();
    await page.getByText("2 of 2 payments of pasted text are sent.").waitFor();
    await button("Done with this file").click();
    await page.unroute("**/recipients?*");
    await text.fill("to,sats\nno-longer,1\nbob,3");
    await page.getByText("Look again at line 2.").waitFor();
    await button("Pay 2 recipients").click();
    await page.getByText("These payments were begun").waitFor();
    service.people.refusals.set("/recipients", { status: 400, code: "invalid_input", message: "not now" });
    await page.reload();
    await page.getByText("not now").waitFor();
    await button("Pay 2 recipients").click();
    await page.getByText("These payments were begun").waitFor();
    expect(money.paid.size).toBe(2);
  });

  it("looks nobody up while the text is being typed", async () => {
    const calls = () => service.people.calls.filter(({ url }) => url.includes("/recipients?"));
    await button("Pay 3 recipients").waitFor();
    const before = calls().length;
    await page.getByLabel("Or paste its text").fill("");
    await page.getByLabel("Or paste its text").pressSequentially("to,sats\nplayer-of-mine,1", { delay: 30 });
    await button("Pay one recipient").waitFor();
    expect(
      calls()
        .slice(before)
        .map(({ url }) => new URL(url, service.baseUrl).searchParams.get("names")),
    ).toEqual(["player-of-mine"]);
  });

  it("stands still while the service is being restored, and goes on with every row", async () => {
    money.isRestoring = true;
    await button("Pay 3 recipients").click();
    await page.getByText("The file stands still: no row that is left was sent.").waitFor();
    await page.getByText("This was not done").waitFor();
    expect(await page.getByText("Not sent yet").count()).toBe(3);
    await expectGoodPage(page, "dashboard-pay-restoring", SIZES_DOWN_TO_320);
    money.isRestoring = false;
    await button("Go on with 3").click();
    await page.getByText("2 of 3 payments of pasted text are sent, 1 was refused.").waitFor();
    expect([money.paid.size, new Set(money.keys).size]).toEqual([2, 3]);
  });

  it("pays a row that may be paid once a person has looked at the earlier payment and typed the amount again", async () => {
    const [assigned] = service.people.payments;
    service.people.things.push({
      kind: "payment",
      id: String(assigned?.id),
      status: "completed",
      amount: "2500000",
      name: REPEATS[1] ?? "",
      createdAt: "2026-11-28T01:00:00.000Z",
    });
    await button("Pay 3 recipients").click();
    await page.getByText("It may be paid: the service was restored from a copy").waitFor();
    expect(money.paid.size).toBe(2);
    await expectGoodPage(page, "dashboard-pay-maybe", SIZES_DOWN_TO_320);
    await button("Try the 1 refused again").click();
    await expect.poll(() => money.keys.length).toBe(4);
    expect(money.paid.size).toBe(2);

    await button("Pay it all the same …").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No payment of this project has this hash.").waitFor();
    expect(await dialog.getByRole("link", { name: "Look at the payment" }).getAttribute("href")).toContain(
      `/payments/${assigned?.id}`,
    );
    await expectGoodPage(page, "dashboard-pay-anyway", SIZES_DOWN_TO_320);
    const pay = dialog.getByRole("button", { name: "Pay it: it is another payment" });
    for (const typed of ["", "2501"]) {
      await dialog.getByLabel("Amount in sats, once more").fill(typed);
      await pay.click();
      await dialog.getByText("That is not its amount.").waitFor();
    }
    expect(money.keys.length).toBe(4);
    await dialog.getByLabel("Amount in sats, once more").fill("2 500");
    await pay.click();
    await page.getByText("3 of 3 payments of pasted text are sent.").waitFor();
    expect([money.paid.size, new Set(money.keys).size]).toEqual([3, 3]);
    expect(problems.length).toBe(problems.filter((problem) => problem.includes("409")).length);
  });

  it("pays one that may be paid once its amount is typed again, with a key of its own", async () => {
    await page.goto(`${service.baseUrl}/dashboard/projects/${PROJECTS[0]}/pay`);
    await page.getByLabel("To", { exact: true }).fill("twice");
    await page.getByLabel("Amount in sats").fill("2500");
    await button("Check the payment").click();
    await button("Pay").click();
    await page.getByText("this may be it").waitFor();
    expect(await page.getByText(REPEATS[0] ?? "").count()).toBe(0); // of the API; the dialog has it
    await expectGoodPage(page, "dashboard-pay-one-maybe", SIZES_DOWN_TO_320);
    await button("Pay it all the same …").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount in sats, once more").fill("2500");
    expect(money.keys.length).toBe(1);
    await dialog.getByRole("button", { name: "Pay it: it is another payment" }).click();
    await page.getByRole("link", { name: "Look at the payment" }).waitFor();
    expect([money.paid.size, new Set(money.keys).size]).toEqual([1, 2]);
    expect(problems.length).toBe(problems.filter((problem) => problem.includes("409")).length);
  });

  it("leads with the recipient on a phone, and its line comes after the state", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const places = () =>
      page.evaluate<readonly { readonly name: string; readonly left: number; readonly top: number }[]>(`
        [...document.querySelectorAll(".of-file tbody tr:nth-child(1) td")].map((cell) => {
          const { left, top } = cell.getBoundingClientRect();
          return { name: cell.className, left, top };
        })`);
    const expectLeads = async () => {
      const at = Object.fromEntries((await places()).map((cell) => [cell.name, cell]));
      expect(at["name"]?.left).toBeLessThan(Number(at["number"]?.left));
      expect(at["name"]?.top).toBe(at["number"]?.top);
      expect(at["state"]?.top).toBeGreaterThan(Number(at["name"]?.top));
      expect(at["state"]?.left).toBe(at["name"]?.left);
      expect(at["line"]?.top).toBe(at["state"]?.top);
      expect(at["line"]?.left).toBeGreaterThan(Number(at["state"]?.left));
    };
    await button("Pay 3 recipients").waitFor();
    await expectLeads();
    await button("Pay 3 recipients").click();
    await page.getByText("It may be paid").waitFor();
    await expectLeads();
  });

  it("says how many payments there were before the service knew the file", async () => {
    await page.getByLabel("Or paste its text").fill(TWO);
    await button("Pay 2 recipients").click();
    await page.getByText("2 of 2 payments of pasted text are sent.").waitFor();
    for (const [key, payment] of money.paid)
      money.paid.set(key, { ...payment, createdAt: new Date(Date.now() - 86_400_000).toISOString() });
    expect(await page.getByText("made before this file was begun here").count()).toBe(0);
    await button("Done with this file").click();
    await page.getByLabel("Or paste its text").fill(TWO);
    const [known] = [...service.people.files];
    const begunAt = new Date().toISOString();
    if (known !== undefined) service.people.files.set(known[0], { ...known[1], begunAt });
    await button("Pay 2 recipients").click();
    await button("Go on with what is left of it").click();
    await page.getByText("2 of these payments were made before this file was begun here").waitFor();
    expect(money.paid.size).toBe(2);
  });
});
