import { expect, it, onTestFinished } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { requestCode } from "./attempt/request-code.ts";
import { ADDRESSES_PER_HOUR } from "./model/attempt.ts";
import { newSecret } from "./model/secrets.ts";
import { givenWaysIn, isIn, SECURITY } from "./testing/ways-in.harness.ts";

const ELSEWHERE = "198.51.100.9";

onDatabase("logins with a wallet", (database) => {
  it("begin again where an app was set up while the login was under way", async () => {
    const { ways, browser, loggedIn, alice, world } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const { wallet } = await ways.addWallet(owner);
    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    await one.post("/login", { with: "wallet" });
    await one.post("/login", { with: "email", decision: "resend" });
    const mailed = await world.codeTo(alice.email);
    const { code } = await ways.setUpApp(owner);

    await one.post("/login", { with: "email", code: mailed });
    expect(await isIn(one)).toBe(false);
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    await one.post("/login", { with: "wallet" });
    expect(await isIn(one)).toBe(false);
    expect((await one.post("/login", { with: "totp", code: code() })).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);
  });

  it("take a wallet in the browser's network, once it is linked", async () => {
    const { ways, browser, loggedIn, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const early = await owner.post(`${SECURITY}/wallet`, { name: "x" });
    expect([early.statusCode, early.body.includes("No wallet has signed yet.")]).toEqual([400, true]);
    const { wallet, answer } = await ways.addWallet(owner);
    expect(answer.body).toContain("The wallet was added.");

    const one = browser();
    const page = await one.get("/login?with=wallet");
    expect((await one.post("/login", { with: "wallet" })).body).toContain("No wallet has signed yet.");
    expect((await ways.sign(wallet, page.body)).json()).toEqual({ status: "OK" });
    expect((await one.get("/login?with=wallet")).body).toContain("Your wallet has signed.");
    const other = browser();
    await other.get("/login?with=wallet");
    expect((await other.post("/login", { with: "wallet" })).statusCode).toBe(400);
    expect((await one.post("/login", { with: "wallet" })).headers.location).toBe("/account");
    expect([await isIn(one), await isIn(other)]).toEqual([true, false]);

    const key = ways.fieldIn((await owner.get(SECURITY)).body, "id");
    await owner.post(SECURITY, { kind: "lightning", id: key, decision: "remove" });
    const late = browser();
    await ways.sign(wallet, (await late.get("/login?with=wallet")).body);
    const refused = await late.post("/login", { with: "wallet" });
    expect([refused.statusCode, refused.body.includes("No account has this wallet.")]).toEqual([400, true]);
    expect(await isIn(late)).toBe(false);
  });

  it("ask for a code by e-mail when the wallet is in another network, and do not show the address", async () => {
    const { world, ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const { wallet } = await ways.addWallet(await loggedIn(alice));
    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    expect((await one.post("/login", { with: "wallet" })).headers.location).toBe("/login?next=%2Faccount");
    expect(await isIn(one)).toBe(false);
    const page = await one.get("/login");
    expect(page.body).toContain("in another network");
    for (const text of [alice.email, alice.gamertag]) expect(page.body).not.toContain(text);
    for (const way of ["totp", "recovery"])
      expect((await one.post("/login", { with: way, code: "00000000" })).statusCode).toBe(400);

    const sent = await one.post("/login", { with: "email", decision: "resend" });
    expect(sent.headers.location).toBe("/login?next=%2Faccount&with=email");
    expect((await one.get("/login")).body).not.toContain(alice.email);
    expect((await one.post("/login", { with: "email", code: "00000000" })).body).toContain("This is not the code.");
    const code = await world.codeTo(alice.email);
    const other = browser();
    expect((await other.post("/login", { with: "email", code })).statusCode).toBe(303);
    expect(await isIn(other)).toBe(false);
    expect((await one.post("/login", { with: "email", code })).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);

    const two = browser();
    expect((await byMail(two, alice.email)).headers.location).toBe("/account");
  });

  it("get that code also in a network that has asked for too many addresses", async () => {
    const { world, ways, browser, loggedIn, alice } = await givenWaysIn(database());
    const { wallet } = await ways.addWallet(await loggedIn(alice));
    world.clock.advance(61 * 60_000);
    const ask = async () =>
      await requestCode(world.deps, {
        secret: newSecret(world.random),
        email: `${newGamertag("mail")}@example.com`,
        purpose: "log_in",
        language: "en",
        network: "127.0.0.1",
      });
    for (let i = 0; i < ADDRESSES_PER_HOUR; i += 1) await ask();
    await expect(ask()).rejects.toThrow("many addresses lately");
    onTestFinished(async () => void (await database().admin.query(sql`delete from login.network`)));
    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    await one.post("/login", { with: "wallet" });
    expect((await one.post("/login", { with: "email", decision: "resend" })).statusCode).toBe(303);
    const code = await world.codeTo(alice.email);
    expect((await one.post("/login", { with: "email", code })).headers.location).toBe("/account");
  });

  it("do not send a code for a second step that is not about a mail", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    await ways.setUpApp(await loggedIn(alice));
    const one = browser();
    await byMail(one, alice.email);
    expect((await one.post("/login", { with: "email", decision: "resend" })).statusCode).toBe(400);
    expect((await one.post("/login", { with: "email", code: "12345678" })).statusCode).toBe(400);
  });

  it("ask for the app, and for no mail, when a user with an app has a wallet in another network", async () => {
    const { ways, browser, loggedIn, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const { wallet } = await ways.addWallet(owner);
    const { code } = await ways.setUpApp(owner);
    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    await one.post("/login", { with: "wallet" });
    expect((await one.get("/login")).body).toContain("Code from your authenticator app");
    await one.post("/login", { with: "totp", code: code() });
    expect(await isIn(one)).toBe(true);
  });

  it("do not link a wallet in another network, nor one of another user", async () => {
    const { ways, loggedIn, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const far = await ways.addWallet(owner, { from: ELSEWHERE });
    expect([far.answer.statusCode, far.answer.body.includes("in another network")]).toEqual([400, true]);
    const { wallet } = await ways.addWallet(owner);
    const bob = await loggedIn(await givenUser(database()));
    await ways.sign(wallet, (await bob.get(`${SECURITY}/wallet`)).body);
    const taken = await bob.post(`${SECURITY}/wallet`, { name: "mine" });
    expect([taken.statusCode, taken.body.includes("linked already")]).toEqual([409, true]);
  });
});
