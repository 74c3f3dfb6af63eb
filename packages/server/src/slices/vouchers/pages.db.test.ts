import { createHash } from "node:crypto";
import decodeQR from "qr/decode.js";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fixedPriceFeed, type PriceFeed, PriceUnavailable } from "#prices";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { readerOf } from "#texts/reader.ts";
import { findWallet } from "#wallets";
import { WRONG_LINKS_MAX } from "./claim/look-at-claim.ts";
import { claimPage } from "./pages.ts";
import { BASE_URL, type Given, givenVouchers, random, type Secret } from "./testing/vouchers.harness.ts";

const NO_PRICE: PriceFeed = { read: () => Promise.reject(new PriceUnavailable()) };

type Shown = { readonly state: string; readonly html: string; readonly againMs: number | null };

onDatabase("the claim page", (database) => {
  async function given({ hasPrice = true } = {}) {
    const vouchers = await givenVouchers(database());
    const { deps, clock } = vouchers;
    const prices = hasPrice ? fixedPriceFeed({ clock, isDevelopment: () => true }) : NO_PRICE;
    const app = await sampleApp({ routes: [claimPage({ ...deps, prices, walletPath: "/wallet" })] });
    const post = async (token: unknown, remoteAddress = "203.0.113.5") => {
      const headers = { "content-type": "application/json" };
      return await ask(app, { method: "POST", url: "/claim/look", headers, payload: { token }, remoteAddress });
    };
    const look = async ({ token }: Pick<Secret, "token">, from?: string): Promise<Shown> =>
      (await post(token, from)).json().data;
    return { ...vouchers, app, post, look };
  }
  const rowsOf = async ({ voucher }: Secret) =>
    await database().admin.query(sql`select v::text as row from vouchers.voucher v where id = ${voucher.id}`);

  it("is one page for all links, with its own style and script and nothing from elsewhere", async () => {
    const { app, issue } = await given();
    const { token } = await issue();
    const page = await ask(app, "/claim");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.body).not.toContain(token);
    const ofAll = ({ body }: { readonly body: string }) => body.replace(/name="csrf" value="[\w-]+"/, "");
    const other = (await issue()).token;
    expect(ofAll(await ask(app, `/claim?utm_source=${other}`))).toBe(ofAll(page));

    const hashed = (tag: string) => {
      const [, text = ""] = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(page.body) ?? [];
      expect(text.length).toBeGreaterThan(100);
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    };
    expect(page.headers["content-security-policy"]).toBe(
      [
        "default-src 'none'",
        `style-src ${hashed("style")}`,
        `script-src ${hashed("script")}`,
        "connect-src 'self'",
        "img-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
    expect(page.body).not.toMatch(/\son\w+=|style="|javascript:|https?:\/\//i);
    expect(page.body).toContain("<noscript><p>This page needs JavaScript.");
    expect(page.body).toContain("This page belongs to <strong>leyden.example</strong>"); // at the foot of each state
  });

  it("shows what a link is worth and how it is taken, and changes nothing of it", async () => {
    const { issue, look, issuer, balance } = await given();
    const secret = await issue("voucher", { description: "Thank you <b>all</b>" });
    const before = [await rowsOf(secret), await balance(issuer)];
    const { state, html, againMs } = await look(secret);
    expect([state, againMs]).toEqual(["open", 3_000]);
    for (const text of [
      "<h1>1,000 sat for you</h1>",
      "It is bitcoin, worth about $1.00 at the made-up price",
      "Thank you &#60;b&#62;all&#60;/b&#62;",
    ])
      expect(html).toContain(text);
    const fee = html.indexOf("A Lightning wallet gets 990 sat. The other 10 sat are for the fee of the payment");
    expect(fee).toBeGreaterThan(html.indexOf("Or scan this")); // first what it is, then how, then what it costs
    expect(html).toContain("After that it goes back to its sender.");
    const { name } = await projectOf(secret);
    expect(html).toContain(`From <strong><bdi>${name}</bdi></strong>`);
    expect([await rowsOf(secret), await balance(issuer)]).toEqual(before);
  });

  it("names a user by the gamertag", async () => {
    const { issueAll, look, deps } = await given();
    const { id, gamertag, walletId } = await givenUser(database(), { gamertag: newGamertag("Alice") });
    const wallet = await findWallet(deps.db, walletId);
    if (wallet === undefined) throw new Error("no wallet");
    const caller = { wallet, actor: { kind: "user", userId: id, sessionId: "s" } } as const;
    const [made] = (await issueAll([{}], { kind: "withdrawal", caller })).issued;
    expect((await look({ token: made?.token ?? "" })).html).toContain(`From <strong><bdi>${gamertag}</bdi></strong>`);
  });

  it("has the LNURL as a link, as text and as a code that a camera reads", async () => {
    const { issue, look } = await given();
    for (const secret of [await issue(), await issue("withdrawal")]) {
      const { html } = await look(secret);
      const [, lnurl = ""] = /aria-label="LNURL" value="(lnurl1[a-z0-9]+)"/.exec(html) ?? [];
      expect(html).toContain(`href="lightning:${lnurl}"`);
      expect(textOfCode(html)).toBe(lnurl.toUpperCase());
      expect(decodeLnurl(lnurl).href).toBe(`${BASE_URL}/v0/lnurl/withdraw/${secret.token}`);
    }
  });

  it("follows a payment to its end, and then does not ask again", async () => {
    const { issue, look, claim, later, world } = await given();
    world.node.plan = holds();
    const secret = await issue();
    await claim(secret);
    await world.settled();
    expect(await look(secret)).toMatchObject({
      state: "claiming",
      againMs: 2_000,
      html: expect.stringContaining("<h1>990 sat on the way</h1>"),
    });
    world.node.paying.settle(world.node.requests.at(-1)?.paymentHash ?? new Uint8Array());
    await later(60_000);
    const { state, againMs, html } = await look(secret);
    expect([state, againMs]).toEqual(["redeemed", null]);
    expect(html).toContain("<h1>990 sat already claimed</h1>");
    expect(html).not.toMatch(/lnurl1|1,000 sat/);
  });

  const ends: readonly [string, string, (given: Given, secret: Secret) => Promise<unknown>][] = [
    ["redeemed", "<h1>1,000 sat already claimed</h1>", ({ redeem }, secret) => redeem(secret)],
    ["revoked", "<h1>1,000 sat taken back</h1>", ({ revoke }, secret) => revoke(secret)],
    ["expired", "<h1>1,000 sat expired</h1>", async ({ clock }) => clock.advance(61_000)],
  ];
  it.each(ends)("shows one that is %s without what redeems it", async (state, title, end) => {
    const all = await given();
    const secret = await all.issue("voucher", { expirySeconds: 60 });
    await end(all, secret);
    const shown = await all.look(secret);
    expect([shown.state, shown.againMs]).toEqual([state, null]);
    expect(shown.html).toContain(title);
    expect(shown.html).toMatch(/^<svg class="sign [a-z]+" aria-hidden="true"/);
    expect(shown.html).toMatch(/ask its sender/);
    expect(shown.html).not.toMatch(/lnurl1|class="qr"/);
  });

  it("shows no worth where there is no price, and no code for what is too small for the node", async () => {
    const { issue, look, deps } = await given({ hasPrice: false });
    const secret = await issue();
    expect((await look(secret)).html).not.toContain("$");
    const capabilities = {
      ...deps.capabilities,
      feeLimit: { kind: "none", reserve: () => secret.voucher.amount },
    } as const;
    const page = claimPage({ ...deps, capabilities, prices: NO_PRICE, walletPath: "/wallet" });
    const app = await sampleApp({ routes: [page] });
    const headers = { "content-type": "application/json" };
    const { html } = (
      await ask(app, { method: "POST", url: "/claim/look", headers, payload: { token: secret.token } })
    ).json().data;
    expect(html).toContain("too small to be paid out over Lightning");
    expect(html).toContain('<a class="way" href="/login?next=%2Fclaim" data-keep>'); // an account takes it
    expect(html).not.toMatch(/lnurl1|Lightning wallet/);
  });

  it("is in the language of the browser in all its states, with amounts and times as they are written in it", async () => {
    const all = await given();
    const { app, issue, claim, redeem, revoke, clock, world } = all;
    const headers = { "content-type": "application/json", "accept-language": "de" };
    const look = async (token: string): Promise<Shown> =>
      (await ask(app, { method: "POST", url: "/claim/look", headers, payload: { token } })).json().data;
    const page = await ask(app, { method: "GET", url: "/claim", headers });
    expect(page.body).toContain('<html lang="de">');
    expect(page.body).toContain("<title>Geld für dich · Leyden</title>");
    const shown = [page.body];
    const secrets = await Promise.all(
      ["eins", "zwei", "drei", "vier"].map((description) => issue("voucher", { description, expirySeconds: 600 })),
    );
    const [open, redeemed, revoked, claiming] = secrets as [Secret, Secret, Secret, Secret];
    await redeem(redeemed);
    await revoke(revoked);
    world.node.plan = holds();
    await claim(claiming);
    await world.settled();
    const states: string[] = [];
    for (const { token } of [open, redeemed, revoked, claiming, { token: "unknown" }]) {
      const { state, html } = await look(token);
      states.push(state);
      shown.push(html);
    }
    clock.advance(601_000);
    const expired = await look(open.token);
    expect([...states, expired.state]).toEqual(["open", "redeemed", "revoked", "claiming", "unknown", "expired"]);
    for (const html of [...shown, expired.html]) expect(englishIn(html), html).toEqual([]);
    expect(shown[1]).toContain("<h1>1.000 sat für dich</h1>");
    expect(shown[1]).toContain("etwa 1,00 $ zum erfundenen Preis".replace(" $", "\u00a0$"));
    const { expiresAt } = open.voucher;
    expect(shown[1]).toContain(
      `<time datetime="${expiresAt.toISOString()}">${readerOf("de").moment(expiresAt)}</time>`,
    );
  });

  it("has a choice of the language that is not told the link", async () => {
    const { app } = await given();
    const { body } = await ask(app, "/claim");
    expect(body).toContain('<form class="language" method="post" action="/language" data-language hidden>');
    expect(body).toContain('<input type="hidden" name="back" value="/claim">');
  });

  it("says of unknown links that they are unknown, twenty times an hour to one network, and right links are shown", async () => {
    const { look, issue, clock } = await given();
    const secret = await issue();
    const unknown = () => ({ token: Buffer.from(random.bytes(16)).toString("base64url") });
    const states: string[] = [];
    for (const token of ["", "x", secret.token.toLowerCase(), "A".repeat(200)])
      states.push((await look({ token })).state);
    while (states.length < WRONG_LINKS_MAX) states.push((await look(unknown())).state);
    expect(new Set(states)).toEqual(new Set(["unknown"]));
    expect(await look(unknown())).toMatchObject({ state: "too_many_wrong", againMs: null });
    expect((await look(secret)).state).toBe("open");
    expect((await look(unknown(), "198.51.100.7")).state).toBe("unknown");
    clock.advance(3_600_000);
    expect((await look(unknown())).state).toBe("unknown");
    const left = await database().admin.query<{ subject: string; wrong: number }>(sql`
      select subject, wrong
        from vouchers.wrong_code`);
    expect(left).toEqual([{ subject: "link 203.0.113.5", wrong: 1 }]);
  });

  it("counts links of many networks beside wrong codes, and none waits for another for ever", async () => {
    const { look, redeem, issue, taker, clock } = await given();
    const { voucher } = await issue();
    for (let round = 0; round < 3; round += 1) {
      const links = Array.from({ length: 60 }, (_, i) => look({ token: "x" }, `203.0.113.${i % 20}`));
      const codes = Array.from({ length: 20 }, (_, i) =>
        redeem({ voucher }, { caller: taker, network: `203.0.113.${i}` }).catch(({ code }) => code),
      );
      const answers = await Promise.all([...links.map((shown) => shown.then(({ state }) => state)), ...codes]);
      for (const answer of answers) expect(answer).toMatch(/^(unknown|voucher_not_found|too_many_wrong_codes)$/);
      clock.advance(3_600_000);
    }
  });

  it("is a page also when it is refused, and its script gets JSON", async () => {
    const { deps } = await given();
    const rateLimits = { perKey: 1_000, perAddress: 1 };
    const app = await sampleApp({
      rateLimits,
      routes: [claimPage({ ...deps, prices: NO_PRICE, walletPath: "/wallet" })],
    });
    await ask(app, "/claim");
    const refused = await ask(app, "/claim");
    expect([refused.statusCode, refused.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    expect(refused.body).toContain("<h1>Too many requests</h1>");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const headers = { "content-type": "application/json" };
    const looked = await ask(app, { method: "POST", url: "/claim/look", headers, payload: { token: "x" } });
    expect(looked.json().error.code).toBe("rate_limited");
  });

  it("takes nothing but a token", async () => {
    const { post } = await given();
    for (const token of [undefined, 5, {}, "A".repeat(201)]) expect((await post(token)).statusCode).toBe(400);
    expect((await post("A".repeat(2_000))).statusCode).toBe(413);
  });

  async function projectOf({ voucher }: Secret): Promise<{ readonly name: string }> {
    const [project] = await database().admin.query<{ name: string }>(sql`
      select name
        from projects.project
       where id = ${voucher.ownerId}`);
    return project ?? { name: "" };
  }
});

/** What a reader of QR codes finds in the picture, four pixels a module. */
function textOfCode(html: string): string {
  const [, size = "0"] = /viewBox="0 0 (\d+) /.exec(html) ?? [];
  const modules = Number(size);
  const pixels = modules * 4;
  const data = new Uint8Array(pixels * pixels * 4).fill(255);
  for (const [, x, y, length] of html.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row += 1)
      for (let column = Number(x) * 4; column < (Number(x) + Number(length)) * 4; column += 1)
        data.fill(0, (row * pixels + column) * 4, (row * pixels + column) * 4 + 3);
  return decodeQR({ width: pixels, height: pixels, data });
}
