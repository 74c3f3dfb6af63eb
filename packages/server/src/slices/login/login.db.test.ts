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
});
