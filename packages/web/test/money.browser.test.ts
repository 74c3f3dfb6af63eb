import type { BrowserContext, Page } from "playwright-core";
import encodeQR from "qr";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  expectGoodPage,
  problemsOf,
  SIZES_DOWN_TO_320,
  useChromium,
} from "../../server/src/service/testing/chromium.harness.ts";
import { fakeOwnPayment, HELD, INVOICE, ids, startFakeMoney } from "./fake-money.harness.ts";

/** Counts what the policy of a page refuses, from before its first script on. */
const COUNT_VIOLATIONS = `window.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  violations.push(violatedDirective + " " + blockedURI + " " + sample));`;

/** A camera that looks at a code with `text`; while `window.refusal` has a name, the browser refuses with it. */
const cameraOf = (text: string) => `navigator.mediaDevices.getUserMedia = async () => {
  if (window.refusal) throw new DOMException("no", window.refusal);
  const rows = ${JSON.stringify(encodeQR(text, "raw", { border: 4 }).map((row) => row.map(Number)))};
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = rows.length * 6;
  const context = canvas.getContext("2d");
  const draw = () => rows.forEach((row, y) => row.forEach((isDark, x) => {
    context.fillStyle = isDark ? "black" : "white";
    context.fillRect(x * 6, y * 6, 6, 6);
  }));
  setInterval(draw, 50);
  draw();
  return canvas.captureStream();
};`;

describe("the money of the wallet", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakeMoney>>;
  let context: BrowserContext;
  let page: Page;
  let problems: readonly string[];
  const elsewhere: string[] = [];

  beforeAll(async () => {
    service = await startFakeMoney();
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(COUNT_VIOLATIONS);
    page = await context.newPage();
    problems = problemsOf(page);
    elsewhere.length = 0;
    page.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(service.baseUrl))
        elsewhere.push(request.url());
    });
  });
  afterEach(() => context.close());

  const open = (path: string) => page.goto(service.baseUrl + path);
  const heading = (name: string) => page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();
  const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const shownAt = () => page.url().slice(service.baseUrl.length);
  const expectClean = async (known: readonly unknown[] = []) => {
    expect(problems).toEqual(known);
    expect(await page.evaluate("violations")).toEqual([]);
    expect(elsewhere).toEqual([]);
  };

  describe("receive", () => {
    it("shows the address, makes an invoice that a reload shows again, and says at once that it is paid", async () => {
      await open("/wallet/receive");
      await said("ann@leyden.example");
      await page.getByRole("img", { name: "QR code of your Lightning address" }).waitFor();
      await press("Make an invoice");
      await said("Type an amount above zero");
      await expectGoodPage(page, "wallet-receive", SIZES_DOWN_TO_320);
      const keys: (string | undefined)[] = [];
      page.on("request", (request) => keys.push(request.headers()["idempotency-key"]));
      await page.route("**/wallet/api/charges", (route) => route.fulfill({ status: 503 }), { times: 2 });
      await page.getByLabel("What it is for").fill("Lunch");
      await page.getByLabel("Note").fill("with Bob");
      for (const amount of ["1 000", "1 000", "2 000"]) {
        await page.locator("button[aria-busy=false]", { hasText: "Make an invoice" }).waitFor();
        await page.getByLabel("Amount in sat").fill(amount);
        const answered = page.waitForResponse("**/wallet/api/charges");
        await press("Make an invoice");
        await answered;
      }
      const [lost, again, other] = keys.filter((key) => key !== undefined);
      expect([again === lost, other === lost, other]).toEqual([true, false, expect.any(String)]);
      await page.getByRole("img", { name: "QR code of this invoice" }).waitFor();
      expect(service.money.charges.get(ids(5, 0))).toMatchObject({ amount: "2000000", note: "with Bob" });
      await page.reload();
      await said("Waiting to be paid");
      expect(shownAt()).toBe(`/wallet/receive/${ids(5, 0)}`);
      await expectGoodPage(page, "wallet-charge", SIZES_DOWN_TO_320);
      const charge = service.money.charges.get(ids(5, 0));
      if (charge === undefined) throw new Error("no invoice was made");
      const paid = { status: "completed", received: charge.amount, paidAt: charge.createdAt } as const;
      service.money.charges.set(charge.id, { ...charge, ...paid });
      await service.tell({ type: "charge.completed", objectId: charge.id }, "c1");
      await page.getByText("Paid", { exact: true }).waitFor();
      expect(await page.getByRole("img", { name: "QR code of this invoice" }).count()).toBe(0);
      await expectGoodPage(page, "wallet-charge-paid", SIZES_DOWN_TO_320);
      await expectClean([expect.stringContaining("503"), expect.stringContaining("503")]);
    });

    it("has a code for paper, of which nothing else is printed", async () => {
      await open("/wallet/receive/code");
      await page.getByRole("img", { name: "QR code of your Lightning address" }).waitFor();
      await expectGoodPage(page, "wallet-code", SIZES_DOWN_TO_320);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      for (const hidden of [page.getByRole("navigation"), page.getByRole("button"), page.locator("header.top")])
        expect(await hidden.filter({ visible: true }).count()).toBe(0);
      expect(await page.getByText("ann@leyden.example").isVisible()).toBe(true);
      expect(await page.getByRole("img", { name: /QR code/ }).isVisible()).toBe(true);
      await expectClean();
    });
  });

  describe("send", () => {
    const fill = async (recipient: string) => {
      await page.getByLabel("Recipient").fill(recipient);
      await press("Continue");
    };
    const choose = async (sats: string) => {
      await page.getByLabel("Amount in sat").fill(sats);
      await press("Continue");
      await heading("Check and send");
    };

    it("goes from recipient over amount to a payment that says when it is done", async () => {
      service.money.outcome = HELD;
      await open("/wallet/send");
      await page.getByRole("link", { name: /carol@pay.example/ }).waitFor();
      await expectGoodPage(page, "wallet-send", SIZES_DOWN_TO_320);
      await fill("bob@pay.example");
      await heading("How much?");
      await said("Coffee for Bob");
      await page.getByLabel("Amount in sat").fill("600000");
      await press("Continue");
      await said("no amount as large as this");
      await expectGoodPage(page, "wallet-send-amount", SIZES_DOWN_TO_320);
      await choose("2000");
      await page.getByLabel("Comment").fill("Thanks");
      await page.getByLabel("Note").fill("coffee");
      await expectGoodPage(page, "wallet-send-check", SIZES_DOWN_TO_320);
      await press("Send");
      await said("On its way");
      await said("holds the payment");
      expect(shownAt()).toBe(`/wallet/send/${[...service.money.payments.values()].at(-1)?.id}`);
      expect(service.money.sent.map(({ body }) => body)).toEqual([
        { kind: "address", recipient: "bob@pay.example", amount: "2000000", comment: "Thanks", note: "coffee" },
      ]);
      await expectGoodPage(page, "wallet-sent-pending", SIZES_DOWN_TO_320);
      const [key, payment] = [...service.money.payments].at(-1) ?? [];
      if (key === undefined || payment === undefined) throw new Error("nothing was sent");
      const { status, preimage, finishedAt } = fakeOwnPayment(0);
      service.money.payments.set(key, { ...payment, status, preimage, finishedAt, statusDetail: null });
      await service.tell({ type: "payment.completed", objectId: payment.id }, "p1");
      await page.getByText("Proof of payment").waitFor();
      await expectGoodPage(page, "wallet-sent", SIZES_DOWN_TO_320);
      expect(await page.evaluate("sessionStorage.length")).toBe(0);
      await expectClean();
    });

    it("shows the payment whose answer was lost, also after a reload, and pays nothing twice", async () => {
      const before = service.money.payments.size;
      service.money.losing = "request";
      await open("/wallet/send?to=bob&amount=2000000");
      await heading("Check and send");
      await page.getByLabel("Note").fill("rent");
      await press("Send");
      await said("was not sent so far");
      await page.reload();
      await said("was not sent so far");
      await heading("Check and send");
      expect(await page.getByLabel("Note").inputValue()).toBe("rent");
      await expectGoodPage(page, "wallet-send-lost", SIZES_DOWN_TO_320);
      service.money.losing = "answer";
      await press("Send");
      await page.getByText("Proof of payment").waitFor();
      expect(new Set(service.money.sent.map(({ key }) => key)).size).toBe(1);
      expect(service.money.payments.size).toBe(before + 1);
      await open("/wallet/send");
      await page.getByLabel("Recipient").waitFor();
      expect(problems.every((one) => /ERR_|404/.test(one))).toBe(true);
    });

    it("says first what is under way to the recipient, what is doubtful, and what would be refused", async () => {
      await open("/wallet/send?to=busy%40pay.example&amount=2000000");
      await page.locator("section[aria-label$='is under way'] a[href^='/wallet/send/']").waitFor();
      await said("Ends at the latest");
      await expectGoodPage(page, "wallet-send-pending", SIZES_DOWN_TO_320);
      await press("Send");
      expect(service.money.sent).toEqual([]);
      await page.getByLabel("I know of it, and want to send another one.").check();
      await press("Send");
      await page.getByText("Proof of payment").waitFor();

      await open("/wallet/send?to=down%40mail.example&amount=2000000");
      await said("If this is also a Lightning address, its server does not answer now");
      expect(await page.getByText("A voucher is sent to this e-mail address").count()).toBe(0);

      service.money.previews.set("bob", { refusal: { code: "insufficient_funds", message: "too little" } });
      await open("/wallet/send?to=bob&amount=2000000");
      await said("Amount and fee are more than you have.");
      expect(await page.getByRole("button", { name: "Send" }).count()).toBe(0);

      service.people.wallet = {
        ...service.people.wallet,
        sending: { ...service.people.wallet.sending, isPaused: true },
      };
      await open("/wallet");
      await said("Sending is paused");
      await open("/wallet/send");
      await said("Sending is paused");
      await expectGoodPage(page, "wallet-send-paused");
      await expectClean();
    });

    it("does not warn of the payment that is being sent", async () => {
      const { promise: isAwaited, resolve: answer } = Promise.withResolvers<void>();
      await page.route("**/wallet/api/payments", (route) => isAwaited.then(() => route.continue()));
      await open("/wallet/send?to=bob%40pay.example&amount=2000000");
      await press("Send");
      service.money.previews.set("bob@pay.example", service.money.previews.get("busy@pay.example") ?? {});
      const again = page.waitForResponse("**/wallet/api/preview");
      await service.tell({ type: "payment.pending", objectId: "p1" }, "e1");
      await (await again).finished();
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))");
      expect(await page.getByText("A payment to this recipient is under way").count()).toBe(0);
      answer();
      await heading("Payment");
    });

    it("wants a large amount typed twice, and a login that is not old, and says so before", async () => {
      const { login } = service.people.wallet;
      service.people.wallet = { ...service.people.wallet, login: { ...login, freshUntil: "2020-01-01T00:00:00Z" } };
      await open("/wallet/send?to=bob&amount=200000000");
      await said("Sending asks for a login of the last 10 minutes");
      expect(await page.getByRole("group", { name: "Show amounts in" }).count()).toBe(1);
      await page.getByLabel("Type the amount again in sat").fill("2000000");
      await press("Send");
      await said("This is not the same amount.");
      await page.getByLabel("Type the amount again in sat").fill("200000");
      await page.getByLabel("Note").fill("rent");
      const error = { code: "fresh_login_needed", message: "log in again" };
      const calls = "**/wallet/api/payments";
      await page.route(calls, (route) => route.fulfill({ status: 403, json: { success: false, error } }));
      await press("Send");
      await heading("Log in");
      await page.unroute(calls);
      const next = new URL(page.url()).searchParams.get("next") ?? "";
      expect(next).toBe("/wallet/send?to=bob&amount=200000000");
      await open(next);
      await said("was not sent so far");
      expect(await page.getByLabel("Note").inputValue()).toBe("rent");
      await page.getByLabel("Type the amount again in sat").fill("200000");
      await press("Send");
      await page.getByText("Proof of payment").waitFor();
      expect(service.money.sent[0]?.body).toMatchObject({ amount: "200000000", repeatedAmount: "200000000" });
      await expectClean([expect.stringContaining("403"), expect.stringContaining("404")]);
    });

    it("reads a code in an image and before the camera, and says why there is no picture", async () => {
      await context.addInitScript(cameraOf(`lightning:${INVOICE}`));
      service.money.previews.set(`lightning:${INVOICE}`, service.money.previews.get(INVOICE) ?? {});
      await open("/wallet/send");
      const picture = Buffer.from(encodeQR(INVOICE, "gif", { scale: 4 }));
      await page.locator("input[type=file]").setInputFiles({ name: "x.gif", mimeType: "image/gif", buffer: picture });
      await heading("Check and send");
      expect(new URL(page.url()).searchParams.get("to")).toBe(INVOICE);

      await open("/wallet/send");
      const empty = Buffer.from("no picture");
      await page.locator("input[type=file]").setInputFiles({ name: "x.gif", mimeType: "image/gif", buffer: empty });
      await said("No QR code was found in this image.");
      for (const [name, text] of [
        ["NotAllowedError", "This page may not use the camera"],
        ["NotFoundError", "No camera was found"],
        ["NotReadableError", "The camera does not answer"],
      ] as const) {
        await page.evaluate(`window.refusal = ${JSON.stringify(name)}`);
        await press("Camera");
        await said(text);
        await press("Close");
      }
      await expectGoodPage(page, "wallet-send-wrong");
      await page.evaluate("window.refusal = undefined");
      await press("Camera");
      await heading("Check and send");
      expect(new URL(page.url()).searchParams.get("to")).toBe(`lightning:${INVOICE}`);
      await expectClean();
    });

    it("leads a voucher to its page, and says of a text that it is nobody", async () => {
      await open("/wallet/send?to=two%20words");
      await said("This is no Lightning address, LNURL, invoice or gamertag.");
      await expectGoodPage(page, "wallet-send-nobody");
      const link = `${service.baseUrl}/claim#abc`;
      await open(`/wallet/send?to=${encodeURIComponent(link)}`);
      await expect.poll(() => page.url()).toBe(`${service.baseUrl}/wallet/vouchers`);
      // Each text is looked up once, or again when the stream of changes opens after it.
      expect(problems.length).toBeGreaterThan(1);
      await expectClean(problems.map(() => expect.stringContaining("400")));
    });
  });

  describe("the history", () => {
    const rows = () => page.getByRole("list", { name: "History" }).getByRole("listitem");

    it("is searched, filtered by its address and read on", async () => {
      await open("/wallet/history");
      await expect.poll(() => rows().count()).toBe(25);
      await expectGoodPage(page, "wallet-history", SIZES_DOWN_TO_320);
      await press("Older");
      await expect.poll(() => rows().count()).toBe(20);
      await press("Newest");
      await expect.poll(() => rows().count()).toBe(25);
      await page.getByLabel("Show").selectOption("sent");
      await expect.poll(() => rows().count()).toBe(4);
      expect(shownAt()).toBe("/wallet/history?kind=sent");
      await page.getByLabel("Show").blur();
      await page.keyboard.press("/");
      await page.keyboard.type("lunch");
      await page.keyboard.press("Enter");
      await expect.poll(() => rows().count()).toBe(1);
      expect(await page.evaluate("document.activeElement.type"), "where the person types").toBe("search");
      await page.getByRole("searchbox").fill("nothing like it");
      await page.keyboard.press("Enter");
      await said("Nothing fits this.");
      service.money.history = [];
      await open("/wallet/history");
      await said("Nothing has come yet.");
      await expectGoodPage(page, "wallet-history-empty");
      await page.getByLabel("From day").fill("2026-11-27");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Save as a file (CSV)" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("wallet.csv");
      expect(new URL(download.url()).searchParams.has("from")).toBe(true);
      await expectClean();
    });

    it("has for each thing a page that says where the money is, takes a note, and pays again", async () => {
      await open("/wallet/history");
      await page.getByRole("link", { name: /To bob@pay.example.*Not paid/s }).click();
      await said("No way to the recipient was found.");
      await said("Nothing was paid.");
      await press("Write a note");
      await page.getByRole("textbox", { name: "Note" }).fill("try on Monday");
      await press("Keep");
      await said("try on Monday");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Change the note");
      await expectGoodPage(page, "wallet-history-payment", SIZES_DOWN_TO_320);
      await page.setViewportSize({ width: 390, height: 844 });
      const [text, copy] = [page.getByTitle(ids(1, 2)), page.getByRole("button", { name: "Copy: Id" })];
      const [below, top] = await Promise.all([text.boundingBox(), copy.boundingBox()]);
      expect(top?.y).toBeLessThan((below?.y ?? 0) + (below?.height ?? 0));
      await page.getByRole("link", { name: "Pay again" }).click();
      await heading("How much?");
      await open(`/wallet/history/${ids(4, 3)}`);
      await heading("From carol@pay.example");
      await said("Thank you!");
      await expectGoodPage(page, "wallet-history-receipt", SIZES_DOWN_TO_320);
      await page.getByRole("link", { name: "← History" }).click();
      await page.getByRole("link", { name: /Bitcoin bought/ }).click();
      await heading("Bitcoin bought");
      await page.getByRole("heading", { name: "Receipt" }).waitFor();
      await said("€95,000.00 per BTC");
      await expectGoodPage(page, "wallet-history-bought", SIZES_DOWN_TO_320);
      await page.getByRole("link", { name: "← History" }).click();
      await page.getByRole("link", { name: "People you paid" }).click();
      await page.getByRole("link", { name: /carol@pay.example/ }).waitFor();
      await expectGoodPage(page, "wallet-people");
      await expectClean();
    });

    it("says that it failed with the number of the request, and tries again", async () => {
      await page.route("**/wallet/api/history?*", (route) =>
        route.fulfill({
          status: 403,
          headers: { "x-request-id": "req-7" },
          json: { success: false, error: { code: "sending_paused", message: "no" } },
        }),
      );
      await open("/wallet/history");
      await said("Number of this request, for support: req-7");
      await expectGoodPage(page, "wallet-history-failed");
      await page.unroute("**/wallet/api/history?*");
      await press("Try again");
      await expect.poll(() => rows().count()).toBe(25);
    });
  });
});
