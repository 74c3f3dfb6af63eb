import { expect } from "vitest";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { totpAt } from "#protocol/totp.ts";
import { ask } from "#service/testing/app.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { softwareAuthenticator } from "./authenticator.harness.ts";
import { BASE_URL, type Browser, browserOf, createLoginWorld, type LoginWorld, logIn } from "./login.harness.ts";
import { softwareWallet } from "./wallet.harness.ts";

export const SECURITY = "/account/security";
export const STEP_MS = 30_000;

/** A user, browsers, and what people do with them. */
export async function givenWaysIn(database: DatabaseUnderTest) {
  const world = createLoginWorld(database);
  const app = await world.app();
  const ways = createWaysIn(world, app);
  const browser = () => browserOf(app);
  const loggedIn = async ({ email }: Pick<User, "email">) => {
    const one = browser();
    await logIn(world, one, { email });
    return one;
  };
  /** Shows the code of a mail, and stops where more is asked for. */
  const byMail = async (one: Browser, email: string) => {
    await one.post("/login", { email });
    return await one.post("/login", { code: await world.codeTo(email) });
  };
  const alice = await givenUser(database, { emailIsVerified: true });
  return { world, ways, browser, loggedIn, byMail, alice };
}

export async function isIn(browser: Browser): Promise<boolean> {
  return (await browser.get("/account")).statusCode === 200;
}

/** What people do on the pages of factors, by their forms. */
export function createWaysIn(world: { readonly clock: Pick<LoginWorld["clock"], "now" | "advance"> }, app: Api) {
  type Wallet = ReturnType<typeof softwareWallet>;
  const site = { origin: BASE_URL, id: new URL(BASE_URL).hostname };

  const fieldIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const askedIn = (html: string) =>
    JSON.parse((/data-asked="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&#34;", '"')) as {
      challenge: string;
      user: { id: string };
    };

  async function setUpApp(browser: Browser) {
    const page = await browser.get(`${SECURITY}/app`);
    const secret = fromBase32(/class="secret">([^<]*)</.exec(page.body)?.[1] ?? "");
    const code = (steps = 0) => totpAt(secret, new Date(world.clock.now().getTime() + steps * STEP_MS));
    const answer = await browser.post(`${SECURITY}/app`, { offer: fieldIn(page.body, "offer"), code: code() });
    expect(answer.statusCode, answer.body).toBe(200);
    world.clock.advance(STEP_MS);
    return { code, answer, recoveryCodes: codesIn(answer.body) };
  }

  async function addPasskey(browser: Browser, name = "My key") {
    const device = softwareAuthenticator(site);
    const page = await browser.get(`${SECURITY}/passkey`);
    const answer = JSON.stringify(device.create(askedIn(page.body)));
    return { device, answer: await browser.post(`${SECURITY}/passkey`, { answer, name }) };
  }

  /** What the device answers to the page of a login. */
  async function answerOf(browser: Browser, { get }: Pick<ReturnType<typeof softwareAuthenticator>, "get">) {
    return JSON.stringify(get(askedIn((await browser.get("/login?with=passkey")).body)));
  }

  /** The wallet scans the code of a page. `from`: its address; that of the browsers is 127.0.0.1. */
  async function sign(wallet: Wallet, html: string, from = "127.0.0.1") {
    const link = /href="(lightning:[^"]+)"/.exec(html)?.[1] ?? "";
    const query = new URLSearchParams({ tag: "login", ...wallet.answer(link) });
    return await ask(app, { url: `/v0/lnurl/auth?${query}`, remoteAddress: from });
  }

  async function addWallet(browser: Browser, { from, name = "My wallet" }: { from?: string; name?: string } = {}) {
    const wallet = softwareWallet();
    await sign(wallet, (await browser.get(`${SECURITY}/wallet`)).body, from);
    return { wallet, answer: await browser.post(`${SECURITY}/wallet`, { name }) };
  }

  return { setUpApp, addPasskey, answerOf, sign, addWallet, fieldIn };
}

export function codesIn(html: string): readonly string[] {
  return html.match(/\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/g) ?? [];
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text.replaceAll(" ", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
