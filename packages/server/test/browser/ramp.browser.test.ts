import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { BURN_ADDRESS, chainRpc, controlsOf } from "@leyden/regtest";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useChromium } from "#service/testing/chromium.harness.ts";
import { buildReactHost } from "../../../web/test/hosts.harness.ts";
import { createInstallation, type Installation, type Started } from "../installation.harness.ts";

const START_MS = 300_000;
const ARRIVES_MS = 90_000;
const AMOUNT = "26630000"; // 24.50 EUR at the fixed price of 92,000 EUR

type Hook = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
// biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<any>;

/** A shop on another origin, which mounts the widget as its address says: /factory#token or /element#token. */
async function serveShop(baseUrl: string, reactHost: string): Promise<Server> {
  const pages: Readonly<Record<string, string>> = {
    "/factory": `<div id="place"></div><script>
      window.seen = [];
      Leyden.createRamp({ sessionToken: location.hash.slice(1), baseUrl: "${baseUrl}", container: document.querySelector("#place"),
        onSuccess: () => seen.push("success"), onError: () => seen.push("error"), onClose: () => seen.push("close") }).mount();
      </script>`,
    "/react": `<div id="host"></div><script>
      window.seen = [];
      window.options = { sessionToken: location.hash.slice(1), baseUrl: "${baseUrl}" };
      </script><script type="module">${reactHost}</script>`,
    "/element": `<script>
      window.seen = [];
      const ramp = document.createElement("leyden-ramp");
      ramp.setAttribute("session-token", location.hash.slice(1));
      for (const name of ["success", "error", "close"]) ramp.addEventListener(name, () => seen.push(name));
      document.body.append(ramp);
      </script>`,
  };
  const shop = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><body><script src="${baseUrl}/widget/v1/leyden-ramp.js"></script>${pages[request.url ?? ""]}`,
    );
  }).listen(0, "127.0.0.1");
  await once(shop, "listening");
  return shop;
}

/**
 * One installation that sells bitcoin: with its own Lightning network, its sandbox for cards, and a shop on another
 * origin.
 */
describe.runIf(process.platform === "linux")("the on-ramp of an installation", () => {
  let installation: Installation;
  let running: Started;
  let shop: Server;
  const chromium = useChromium();

  beforeAll(async () => {
    installation = createInstallation();
    running = await installation.start();
    shop = await serveShop(running.baseUrl, await buildReactHost());
    const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const set = await installation.command("ramp", "origins", running.projectId, origin);
    expect(set.status, set.errors).toBe(0);
  }, START_MS);
  afterAll(async () => {
    shop?.close().closeAllConnections();
    await installation.remove();
  });

  const inboxOf = (name: string) => `http://${running.network().merchantHost}/hooks/${name}`;
  async function hooksOf(name: string): Promise<readonly Hook[]> {
    return (await (await fetch(inboxOf(name))).json()) as Hook[];
  }
  async function untilHook(name: string) {
    await expect.poll(() => hooksOf(name)).not.toEqual([]);
    return (await hooksOf(name)).map(({ body }) => JSON.parse(body));
  }
  async function session(name: string, input: object = {}) {
    const { status, body } = await running.call("POST", "/api/v1/ramp-widget", {
      email: `${name}@example.com`,
      webhook_url: inboxOf(name),
      quote_currency: "EUR",
      reference_id: name,
      ...input,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as { session_id: string; session_token: string; hosted_url: string };
  }
  async function codeOf(email: string, purpose: "buy" | "log in" = "buy"): Promise<string> {
    const codeThatCame = async () => {
      const mails = await (await fetch(`${running.baseUrl}/dev/mail?to=${encodeURIComponent(email)}`)).text();
      return new RegExp(`\\d{4} \\d{4}(?= is your code to ${purpose})`).exec(mails)?.[0].replace(" ", "") ?? "";
    };
    await expect.poll(codeThatCame, { timeout: ARRIVES_MS, interval: 200 }).not.toBe("");
    return await codeThatCame();
  }

  /** By the keyboard: the frame grows with what it shows, and a button moves away from a click in that moment. */
  async function prove(page: Page, name: string): Promise<void> {
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: "Send me a code" }).press("Enter");
    await frame.getByLabel("Code").fill(await codeOf(`${name}@example.com`));
    await frame.getByRole("button", { name: "Continue" }).press("Enter");
  }

  async function choose(page: Page, amount: string): Promise<void> {
    const frame = page.frameLocator("iframe");
    await frame.getByLabel("You pay").fill(amount);
    await frame
      .getByText(/[0-9] sat\b/)
      .first()
      .waitFor();
    await frame.getByRole("button", { name: "Continue" }).press("Enter");
  }

  async function pay(page: Page, card: string): Promise<void> {
    const frame = page.frameLocator("iframe");
    await frame.getByLabel("Card number").fill(card);
    await frame.getByLabel("Expires").fill("1234");
    await frame.getByLabel("Security code").fill("123");
    await frame.getByRole("button", { name: /^Pay €/ }).press("Enter");
  }

  async function buy(page: Page, name: string, card: string): Promise<void> {
    await choose(page, "25");
    await prove(page, name);
    await pay(page, card);
  }

  /** The page of somebody who buys, in the shop. */
  async function visit(kind: string, token: string): Promise<Page> {
    const context = await chromium().newContext({ locale: "en-GB", reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(ARRIVES_MS);
    await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/${kind}#${token}`);
    return page;
  }

  it("sells to a person in a shop's page: the bitcoin arrives at the Lightning address, and the shop is told", {
    timeout: START_MS,
  }, async () => {
    const { session_token } = await session("factory", { destination: running.merchant.lnAddress });
    const page = await visit("factory", session_token);
    await buy(page, "factory", "4242 4242 4242 4242");
    await page.frameLocator("iframe").getByRole("heading", { name: "Your bitcoin has arrived" }).waitFor();
    const [told, ...others] = await untilHook("factory");
    expect(told).toMatchObject({
      type: "ramp.purchase.completed",
      data: { amount: AMOUNT, currency: "BTC", source_amount: "25.00", reference_id: "factory" },
    });
    expect(others).toEqual([]);
    await page.frameLocator("iframe").getByRole("button", { name: "Done" }).click();
    await page.waitForFunction("seen.includes('close')");
    expect(await page.evaluate("seen")).toEqual(["success", "close"]);
    await page.context().close();
  });

  it("asks the bank in a window of its own, and fills the person's own wallet", { timeout: START_MS }, async () => {
    const { session_token } = await session("element");
    const page = await visit("element", session_token);
    await buy(page, "element", "4000 0027 6000 3184");
    const opened = page.context().waitForEvent("page");
    await page.frameLocator("iframe").getByRole("button", { name: "Go to your bank" }).click();
    await (await opened).getByRole("button", { name: "Approve" }).click();
    await page.frameLocator("iframe").getByRole("heading", { name: "Your bitcoin has arrived" }).waitFor();
    const [told] = await untilHook("element");
    const gamertag = await running.call("GET", `/v0/gamertag/user-id/${told.data.user_id}`);
    const { status } = await running.call(
      "GET",
      `/v0/ln-address/validate/${gamertag.body.data.gamertag}@${new URL(running.baseUrl).host}`,
    );
    expect(status).toBe(200);
    await page.context().close();
  });

  it("asks for an identity above the limit, and goes on with the purchase once it is verified", {
    timeout: START_MS,
  }, async () => {
    const { session_token } = await session("react");
    const page = await visit("react", session_token);
    const frame = page.frameLocator("iframe");
    const show = async (surname: string) => {
      await frame.getByRole("button", { name: "Begin" }).click();
      await frame.getByLabel("First name").fill("Rita");
      await frame.getByLabel("Surname").fill(surname);
      await frame.getByRole("button", { name: "Continue" }).click();
    };
    await choose(page, "200");
    await prove(page, "react");
    await show("Retry");
    await frame.getByRole("button", { name: "Begin" }).waitFor();
    await show("Approve");
    await pay(page, "4242 4242 4242 4242");
    await frame.getByRole("heading", { name: "Your bitcoin has arrived" }).waitFor();
    await expect.poll(() => hooksOf("react")).toHaveLength(2);
    const told = (await hooksOf("react")).map(({ body }) => JSON.parse(body).type).sort();
    expect(told).toEqual(["ramp.kyc.completed", "ramp.purchase.completed"]);
    await page.context().close();
  });

  it("asks who is logged in for no code on its own page, and for one in a frame of another site", {
    timeout: START_MS,
  }, async () => {
    const email = "login@example.com";
    const page = await (await chromium().newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(ARRIVES_MS);
    await page.goto(`${running.baseUrl}/login`);
    await page.fill("input[name=email]", email);
    await page.click("button[value=continue]");
    await page.fill("input[name=code]", await codeOf(email, "log in"));
    await page.click("button[value=continue]");
    await page.fill("input[name=gamertag]", "login-buyer");
    await page.click("button[value=continue]");
    await page.waitForURL(`${running.baseUrl}/account`);

    const { session_token, hosted_url } = await session("login");
    await page.goto(hosted_url);
    await page.getByLabel("You pay").fill("25");
    await page.getByLabel("You pay").press("Enter");
    await page.getByRole("heading", { name: "Pay with your card" }).waitFor();

    const another = await session("login");
    expect(another.session_token).not.toBe(session_token);
    const { port } = shop.address() as AddressInfo;
    const elsewhere = new URL(running.baseUrl).hostname === "localhost" ? "127.0.0.1" : "localhost";
    await page.goto(`http://${elsewhere}:${port}/factory#${another.session_token}`);
    await choose(page, "25");
    await page.frameLocator("iframe").getByRole("button", { name: "Send me a code" }).waitFor();
    await page.context().close();
  });

  /** The on-chain wallet of the world's merchant: somebody else's. */
  const merchantWallet = () => controlsOf(running.network()).merchant;
  const receivedOnchain = async () => BigInt((await merchantWallet().balances()).onchainMsats);
  const mine = () => chainRpc(running.network().chain)("generatetoaddress", 1, BURN_ADDRESS);

  it("sells to an address of the chain, and shows the transaction that brings it", { timeout: START_MS }, async () => {
    const { address } = await merchantWallet().address();
    const before = await receivedOnchain();
    const { session_token } = await session("onchain", { destination: address });
    const page = await visit("factory", session_token);
    await buy(page, "onchain", "4242 4242 4242 4242");
    const frame = page.frameLocator("iframe");
    const arrived = frame.getByRole("heading", { name: "Your bitcoin has arrived" });
    // The world mines too: its block may come before the page has asked again.
    await frame.getByText("The transaction is being sent").or(arrived).first().waitFor();
    await mine();
    await arrived.waitFor();
    const [told] = await untilHook("onchain");
    expect(told.type).toBe("ramp.purchase.completed");
    expect(BigInt(told.data.amount)).toBeLessThan(BigInt(AMOUNT));
    await expect.poll(async () => (await receivedOnchain()) - before).toBe(BigInt(told.data.amount));
    await page.context().close();
  });

  /** What the page asks for, without a browser: up to a card that is authorized. */
  async function buyByHand(name: string, destination: string): Promise<{ ask: Call; api: string }> {
    const { session_id, session_token } = await session(name, { destination });
    const page_key = `rsp_${createHash("sha256").update(name).digest("base64url")}`;
    const ask: Call = async (method, path, body) => {
      const answer = await fetch(`${running.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${page_key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const content = await answer.json();
      expect(answer.status, JSON.stringify(content)).toBe(200);
      return content.data;
    };
    const api = `/ramp/${session_id}/api`;
    await ask("POST", `${api}/open`, { token: session_token, page_key });
    await ask("POST", `${api}/code`);
    await ask("POST", `${api}/code/check`, { code: await codeOf(`${name}@example.com`) });
    const quoted = await ask("POST", `${api}/quote`, { amount: "25.00", currency: "EUR" });
    const begun = await ask("POST", `${api}/pay`, { purchase_id: quoted.purchase.id });
    const { reference } = begun.page as { reference: string };
    const card = { number: "4242 4242 4242 4242", expiry: "12/34", cvc: "123" };
    await ask("POST", `/ramp/sandbox/payments/${reference}/confirm`, card);
    const stepOf = async () => (await ask("GET", `${api}/state`)).step;
    await expect.poll(stepOf, { timeout: ARRIVES_MS, interval: 20 }).toBe("working");
    return { ask, api };
  }

  async function killAndStart(): Promise<void> {
    running.kill();
    await running.ended;
    running = await installation.start();
  }

  async function expectAudited(): Promise<void> {
    const audit = await installation.command("audit");
    expect(audit.status, audit.output).toBe(0);
  }

  it("delivers once although it is killed while it sells", { timeout: 2 * START_MS }, async () => {
    const { ask, api } = await buyByHand("killed", running.merchant.lnAddress);
    await killAndStart();
    const told = await untilHook("killed");
    expect(told.map(({ type }) => type)).toEqual(["ramp.purchase.completed"]);
    expect((await ask("GET", `${api}/state`)).step).toBe("done");
    await expectAudited();
  });

  it("pays an address of the chain once although it is killed while it sells", { timeout: 2 * START_MS }, async () => {
    const { address } = await merchantWallet().address();
    const before = await receivedOnchain();
    const { ask, api } = await buyByHand("killed-onchain", address);
    await killAndStart();
    await expect.poll(async () => (await ask("GET", `${api}/state`)).purchase.txid).toMatch(/^[0-9a-f]{64}$/);
    await killAndStart();
    await mine();
    const [told, ...others] = await untilHook("killed-onchain");
    expect([told.type, others]).toEqual(["ramp.purchase.completed", []]);
    expect((await ask("GET", `${api}/state`)).step).toBe("done");
    await mine();
    await expect.poll(async () => (await receivedOnchain()) - before).toBe(BigInt(told.data.amount));
    await expectAudited();
  });
});
