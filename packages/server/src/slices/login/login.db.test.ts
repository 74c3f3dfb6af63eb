import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { findUserByEmail } from "#users";
import { browserOf, createLoginWorld, logIn } from "./testing/login.harness.ts";

const anEmail = () => `${newGamertag("mail")}@example.com`;

onDatabase("a login with a mailed code", (database) => {
  async function given(changes: Parameters<typeof createLoginWorld>[1] = {}) {
    const world = createLoginWorld(database(), changes);
    const app = await world.app();
    return { world, app, browser: () => browserOf(app) };
  }

  it("signs up who has no account: address, code, gamertag, and the account is open", async () => {
    const { world, browser } = await given();
    const [email, gamertag, one] = [anEmail(), newGamertag("New"), browser()];
    expect((await one.get("/account")).headers.location).toBe("/login?next=%2Faccount");
    const first = await one.get("/login?next=%2Faccount");
    expect(first.body).toContain('<form id="login"');
    await one.post("/login", { email: ` ${email.toUpperCase()} `, next: "/account" });
    const second = await one.get("/login");
    expect(second.body).toContain('autocomplete="one-time-code"');
    expect(second.body).toContain(email);
    await one.post("/login", { code: await world.codeTo(email), next: "/account" });
    const third = await one.get("/login");
    expect(third.body).toContain('name="gamertag"');
    expect((await one.post("/login", { gamertag, next: "/account" })).headers.location).toBe("/account");

    const account = await one.get("/account");
    expect(account.statusCode).toBe(200);
    expect(account.body).toContain(gamertag);
    expect(await findUserByEmail(database().db, email)).toMatchObject({ gamertag, emailVerifiedAt: expect.any(Date) });
  });

  it("logs in who has one, proves the address, and leads where it was asked to", async () => {
    const { world, browser } = await given();
    const user = await givenUser(database());
    expect(user.emailVerifiedAt).toBeUndefined();
    await logIn(world, browser(), { email: user.email, next: "/account/sessions" });
    expect((await findUserByEmail(database().db, user.email))?.emailVerifiedAt).toBeInstanceOf(Date);
  });

  it("refuses a user who is blocked, after the proof alone", async () => {
    const { world, browser } = await given();
    const user = await givenUser(database());
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${user.id}`);
    const one = browser();
    expect((await one.post("/login", { email: user.email })).statusCode).toBe(303);
    const answer = await one.post("/login", { code: await world.codeTo(user.email) });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain("has blocked this account");
    expect((await one.get("/account")).statusCode).toBe(303);
  });

  it("says beside the form that no mail can be sent", async () => {
    const { browser } = await given({ outlet: () => ({ kind: "none" }) });
    const answer = await browser().post("/login", { email: anEmail() });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toMatch(/role="alert">this service cannot send mail/i);
  });

  it("lets a form go on to another site only where the login leads on to an app", async () => {
    const { browser } = await given();
    const policyAt = async (url: string) => String((await browser().get(url)).headers["content-security-policy"]);
    expect(await policyAt("/login")).toContain("form-action 'self'");
    expect(await policyAt("/login?next=%2Faccount%2Fsessions")).toContain("form-action 'self'");
    expect(await policyAt(`/login?next=%2Flogin%2F${"a".repeat(22)}`)).not.toContain("form-action");
  });

  it("names the app that asked for it, on the page and in the mail", async () => {
    const next = `/login/${"a".repeat(22)}`;
    const { world, browser } = await given({
      appOf: async (target) => (target === next ? { name: "Acme https://x.example", logoUrl: undefined } : undefined),
    });
    const [one, email] = [browser(), anEmail()];
    const page = await one.get(`/login?next=${encodeURIComponent(next)}`);
    expect(page.body).toMatch(/To go on to <strong><bdi>Acme /);
    expect(page.body).not.toContain("https://x.example");
    await one.post("/login", { email, next });
    const [mail] = await database().admin.query<{ body_text: string }>(sql`
      select body_text from mails.mail where recipient = ${email}`);
    expect(mail?.body_text).toContain("A login to the app Acme");
    await one.post("/login", { code: await world.codeTo(email), next });
    expect((await one.post("/login", { gamertag: newGamertag(), next })).headers.location).toBe(next);
  });

  it("begins again with another address, and sends another code, without leaving the page", async () => {
    const { world, browser } = await given();
    const [first, second, one] = [anEmail(), anEmail(), browser()];
    await one.post("/login", { email: first });
    const old = await world.codeTo(first);
    await one.post("/login", { decision: "resend" });
    expect(await world.codeTo(first)).not.toBe(old);
    expect((await one.post("/login", { decision: "restart" })).statusCode).toBe(303);
    expect((await one.get("/login")).body).toContain('name="email"');
    await one.post("/login", { email: second });
    expect((await one.get("/login")).body).toContain(second);
  });

  it("offers a free gamertag, and says beside the field why another one cannot be had", async () => {
    const { world, browser } = await given();
    const taken = await givenUser(database());
    const [email, one] = [anEmail(), browser()];
    await one.post("/login", { email });
    await one.post("/login", { code: await world.codeTo(email) });
    const proposed = /name="gamertag" value="([^"]+)"/.exec((await one.get("/login")).body)?.[1] ?? "";
    expect(email).toContain(proposed);
    for (const [gamertag, status] of [
      [taken.gamertag, 409],
      ["no", 400],
      ["admin", 400],
    ] as const) {
      const refused = await one.post("/login", { gamertag });
      expect(refused.statusCode).toBe(status);
      expect(refused.body).toMatch(/id="gamertag-wrong" role="alert">/);
      expect(refused.body).toContain(`value="${gamertag}"`);
    }
    expect((await one.post("/login", { gamertag: proposed })).headers.location).toBe("/account");
  });

  it("makes one user and one session when the form of a sign-up is sent many times at once", async () => {
    const { world, app, browser } = await given();
    const [email, one] = [anEmail(), browser()];
    await one.post("/login", { email });
    await one.post("/login", { code: await world.codeTo(email) });
    const secret = one.secret() ?? "";
    const sent = await Promise.all(
      Array.from({ length: 12 }, () => browserOf(app, { secret }).post("/login", { gamertag: newGamertag() })),
    );
    expect(sent.filter(({ headers }) => headers.location === "/account")).toHaveLength(1);
    expect(sent.every(({ statusCode }) => statusCode === 303 || statusCode === 409)).toBe(true);
    const user = await findUserByEmail(database().db, email);
    const sessions = await database().admin.query(sql`select 1 from login.session where user_id = ${user?.id}`);
    expect(sessions).toHaveLength(1);
  });
});
