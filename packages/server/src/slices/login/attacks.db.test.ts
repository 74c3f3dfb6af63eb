import { beforeEach, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { formTokenOf, newBrowserSecret } from "#platform/http/browser-cookie.ts";
import type { Api } from "#platform/http/index.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { ask } from "#service/testing/app.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { findUserByEmail } from "#users";
import { browserOf, COOKIE, createLoginWorld, type LoginWorld, logIn } from "./testing/login.harness.ts";

const FORM = "application/x-www-form-urlencoded";
const anEmail = () => `${newGamertag("mail")}@example.com`;

onDatabase("who attacks a login", (database) => {
  let world: LoginWorld;
  let app: Api;
  beforeEach(async () => {
    world = createLoginWorld(database());
    app = await world.app();
  });
  const browser = (options?: Parameters<typeof browserOf>[1]) => browserOf(app, options);
  const isIn = async (secret: string) => (await browser({ secret }).get("/account")).statusCode === 200;

  it("gains nothing by a cookie planted before the login: each step of it gives the browser another one", async () => {
    const planted = newBrowserSecret(machineRandom());
    const victim = browser({ secret: planted });
    const email = anEmail();
    await victim.post("/login", { email });
    await victim.post("/login", { code: await world.codeTo(email) });
    const attacker = browser({ secret: planted });
    // The address is proved, and no gamertag chosen yet.
    await attacker.post("/login", { gamertag: newGamertag("evil") });
    expect(await findUserByEmail(database().db, email)).toBeUndefined();
    const middle = victim.secret() ?? "";
    await victim.post("/login", { gamertag: newGamertag("mine") });
    expect(new Set([planted, middle, victim.secret()]).size).toBe(3);
    expect(await isIn(victim.secret() ?? "")).toBe(true);
    for (const old of [planted, middle]) expect(await isIn(old)).toBe(false);
  });

  it("gains nothing by a copy of a cookie once the browser has logged out, or in again", async () => {
    const user = await givenUser(database());
    const one = browser();
    await logIn(world, one, { email: user.email });
    const first = one.secret() ?? "";
    await one.get("/login?next=%2Faccount&since=1");
    world.clock.advance(11 * 60_000);
    await logIn(world, one, { email: user.email });
    const second = one.secret() ?? "";
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    expect((await one.post("/logout", {})).headers).toMatchObject({
      location: "/login",
      // What the wallet keeps in the browser goes with the login.
      "clear-site-data": '"storage"',
    });
    const third = one.secret() ?? "";
    expect([third !== second, await isIn(second), await isIn(third)]).toEqual([true, false, false]);
  });

  it.each([
    ...["/login", "/logout", "/account", "/account/sessions", "/account/security", "/account/security/passkey"],
    ...["app", "codes", "password", "wallet"].map((page) => `/account/security/${page}`),
  ])("cannot send the form of %s from another site, with another browser's token or without one", async (url) => {
    const user = await givenUser(database());
    const one = browser();
    await logIn(world, one, { email: user.email });
    const secret = one.secret() ?? "";
    const post = (csrf: string | undefined, headers: Record<string, string> = {}) =>
      ask(app, {
        method: "POST",
        url,
        headers: { "content-type": FORM, cookie: `${COOKIE}=${secret}`, ...headers },
        payload: new URLSearchParams({
          decision: "revoke_others",
          ...(csrf === undefined ? {} : { csrf }),
        }).toString(),
      });
    const forged = [
      post(undefined),
      post(formTokenOf(newBrowserSecret(machineRandom()))),
      post(formTokenOf(secret), { origin: "https://evil.example" }),
      post(formTokenOf(secret), { "sec-fetch-site": "cross-site" }),
    ];
    for (const answer of await Promise.all(forged)) {
      expect(answer.statusCode).toBe(403);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(await isIn(secret)).toBe(true);
  });

  it("does nothing by links: no GET of a page changes anything", async () => {
    const user = await givenUser(database());
    const one = browser();
    await logIn(world, one, { email: user.email });
    for (const url of [
      "/logout",
      "/login?decision=restart&email=eve%40example.com",
      "/account?gamertag=evil&decision=gamertag",
    ])
      await one.get(url);
    expect(await isIn(one.secret() ?? "")).toBe(true);
    expect((await findUserByEmail(database().db, user.email))?.gamertag).toBe(user.gamertag);
  });

  it.each([
    ...[
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "/account/../../evil",
      "/logout",
    ],
    ...["/account?x=//evil.example", "/account\r\nlocation: https://evil.example", "/login/evil"],
  ])("cannot make a login lead to %j", async (next) => {
    const user = await givenUser(database());
    const one = browser();
    expect((await one.get(`/login?next=${encodeURIComponent(next)}`)).body).toContain('name="next" value="/account"');
    await one.post("/login", { email: user.email, next });
    const done = await one.post("/login", { code: await world.codeTo(user.email), next });
    expect([done.statusCode, done.headers.location]).toEqual([303, "/account"]);
    expect((await one.get(`/login?next=${encodeURIComponent(next)}`)).headers.location).toBe("/account");
  });

  it("cannot put its own host into a page, a mail or a redirect", async () => {
    const email = anEmail();
    const hostile = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.example",
    };
    const page = await ask(app, { url: "/login", headers: hostile });
    expect(page.body).not.toContain("evil.example");
    expect(page.headers["set-cookie"]).toContain("Secure");
    const secret = newBrowserSecret(machineRandom());
    const payload = new URLSearchParams({ csrf: formTokenOf(secret), email }).toString();
    const headers = { ...hostile, "content-type": FORM, cookie: `${COOKIE}=${secret}` };
    const sent = await ask(app, { method: "POST", url: "/login", headers, payload });
    expect(sent.headers.location).toBe("/login?next=%2Faccount");
    const [mail] = await database().admin.query<{ body_text: string; body_html: string }>(sql`
      select body_text, body_html from mails.mail where recipient = ${email}`);
    expect(`${mail?.body_text}${mail?.body_html}`).toContain("leyden.example");
    expect(`${mail?.body_text}${mail?.body_html}`).not.toContain("evil.example");
  });

  it("cannot show a page in a frame, also not one that refuses", async () => {
    const user = await givenUser(database());
    const one = browser();
    await logIn(world, one, { email: user.email });
    const stranger = browser();
    const pages = [
      await stranger.get("/login"),
      await one.get("/account"),
      await one.get("/account/sessions"),
      await one.get("/account?gamertag=x"),
      await one.post("/account", { gamertag: "!" }),
      await one.post("/account", { gamertag: "x".repeat(3_000) }),
      await ask(app, { method: "POST", url: "/login", headers: { "content-type": FORM } }),
    ];
    for (const { headers, body } of pages) {
      expect(body).toContain("<h1>");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  it("learns from no answer whether an address has an account", async () => {
    const known = await givenUser(database(), { emailIsVerified: true });
    const blocked = await givenUser(database());
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${blocked.id}`);
    const emails = [known.email, blocked.email, anEmail()];
    const plain = (text: string, email: string) =>
      text
        .replaceAll(email, "EMAIL")
        .replaceAll(encodeURIComponent(email), "EMAIL")
        .replaceAll(/value="[\w-]{43}"/g, "TOKEN");
    const seen: unknown[] = [];
    for (const email of emails) {
      const one = browser();
      const first = await one.post("/login", { email });
      const page = await one.get("/login");
      const wrong = await one.post("/login", { code: "12345" });
      seen.push([
        first.statusCode,
        first.headers.location,
        page.statusCode,
        plain(page.body, email),
        wrong.statusCode,
        plain(wrong.body, email),
      ]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it("writes nothing into pages or sessions that is read as markup", async () => {
    const user = await givenUser(database());
    const evil = `<script>alert("1")</script>`;
    const OF_EVIL = /<script>alert/; // pages have scripts of their own
    const one = browser({ userAgent: evil });
    const page = await one.get(
      `/login?next=${encodeURIComponent(evil)}&since=${encodeURIComponent(evil.slice(0, 20))}&with=${encodeURIComponent(evil.slice(0, 20))}`,
    );
    expect(page.body).not.toMatch(OF_EVIL);
    const refused = await one.post("/login", { email: evil });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).not.toMatch(OF_EVIL);
    await logIn(world, one, { email: user.email });
    for (const url of ["/account", "/account/sessions"]) expect((await one.get(url)).body).not.toMatch(OF_EVIL);
    expect((await one.post("/account", { gamertag: evil })).body).not.toMatch(OF_EVIL);
  });

  it("finds no address, code or secret in the log", async () => {
    const [email, gamertag] = [anEmail(), newGamertag("log")];
    const one = browser();
    await one.post("/login", { email });
    const code = await world.codeTo(email);
    await one.post("/login", { code: "99999999" });
    await one.post("/login", { code });
    await one.post("/login", { gamertag });
    const log = world.lines.join("\n");
    expect(log).toContain("login.session_started");
    for (const secret of [email, one.secret() ?? ""]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(new RegExp(`\\b${code}\\b`)); // ids and times may have eight digits in their middle
  });
});

onDatabase("who has a dump of the database", (database) => {
  it("finds no secret of a browser and no code in the tables of logins", async () => {
    const world = createLoginWorld(database());
    const app = await world.app();
    const user = await givenUser(database());
    const [one, two] = [browserOf(app), browserOf(app)];
    await logIn(world, one, { email: user.email });
    await two.post("/login", { email: user.email });
    const code = await world.codeTo(user.email);
    const rows = await Promise.all(
      ["attempt", "address", "session", "security_event"].map((table) =>
        database().admin.query({ text: `select t::text as row from login.${table} t`, values: [] }),
      ),
    );
    const dump = JSON.stringify(rows);
    for (const secret of [one.secret() ?? "", two.secret() ?? ""]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
      expect(dump).not.toContain(formTokenOf(secret));
    }
    // A code has 20 bits: a hash that needs no key would be found by trying all of them.
    const { createHash } = await import("node:crypto");
    const [attempt] = await database().admin.query<{ browser_hash: Uint8Array; code_mac: Uint8Array }>(sql`
      select t.browser_hash, t.code_mac from login.attempt t where t.email = ${user.email}`);
    const hex = Buffer.from(attempt?.browser_hash ?? []).toString("hex");
    const mac = Buffer.from(attempt?.code_mac ?? []).toString("hex");
    for (const guess of [code, `${hex}${code}`, `${hex} ${code}`])
      expect(createHash("sha256").update(guess).digest("hex")).not.toBe(mac);
    expect(dump).not.toContain(`"${code}"`);
  });
});
