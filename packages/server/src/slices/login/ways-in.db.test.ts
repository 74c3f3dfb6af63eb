import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { type Browser, browserOf, createLoginWorld, logIn } from "./testing/login.harness.ts";
import { softwareWallet } from "./testing/wallet.harness.ts";
import { createWaysIn, SECURITY, STEP_MS } from "./testing/ways-in.harness.ts";

const ELSEWHERE = "198.51.100.9";
const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;

onDatabase("the ways in", (database) => {
  async function given() {
    const world = createLoginWorld(database());
    const app = await world.app();
    const ways = createWaysIn(world, app);
    const browser = () => browserOf(app);
    const loggedIn = async (user: User) => {
      const one = browser();
      await logIn(world, one, { email: user.email });
      return one;
    };
    /** Shows the code of a mail, and stops where more is asked for. */
    const byMail = async (one: Browser, email: string) => {
      await one.post("/login", { email });
      return await one.post("/login", { code: await world.codeTo(email) });
    };
    const alice = await givenUser(database(), { emailIsVerified: true });
    return { world, ways, browser, loggedIn, byMail, alice };
  }
  const isIn = async (one: Browser) => (await one.get("/account")).statusCode === 200;

  it("ask for the app's code from the moment when it is set up, once for each code", async () => {
    const { world, ways, browser, loggedIn, byMail, alice } = await given();
    const { code, answer, recoveryCodes } = await ways.setUpApp(await loggedIn(alice));
    expect(recoveryCodes).toHaveLength(10);
    expect(answer.headers["cache-control"]).toBe("no-store");

    const one = browser();
    expect((await byMail(one, alice.email)).headers.location).toBe("/login?next=%2Faccount");
    expect(await isIn(one)).toBe(false);
    const page = await one.get("/login");
    expect(page.body).toContain("Code of your authenticator app");
    expect(page.body).toContain("with=recovery");
    const wrong = await one.post("/login", { with: "totp", code: "000000" });
    expect([wrong.statusCode, wrong.body.includes("not the code of your app")]).toEqual([400, true]);
    const before = one.secret();
    const done = await one.post("/login", { with: "totp", code: code() });
    expect([done.statusCode, done.headers.location]).toEqual([303, "/account"]);
    expect([await isIn(one), one.secret() !== before]).toEqual([true, true]);

    const two = browser();
    await byMail(two, alice.email);
    expect((await two.post("/login", { with: "totp", code: code() })).statusCode).toBe(400);
    world.clock.advance(STEP_MS);
    expect((await two.post("/login", { with: "totp", code: code() })).statusCode).toBe(303);
    expect(await isIn(two)).toBe(true);
  });

  it("take a recovery code in place of the app's code, each once, and count what is left", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await given();
    const owner = await loggedIn(alice);
    const { recoveryCodes } = await ways.setUpApp(owner);
    const [first = "", second = ""] = recoveryCodes;
    for (const [text, status] of [
      [first.toLowerCase().replaceAll("-", " "), 303],
      [first, 400],
      [second, 303],
    ] as const) {
      const one = browser();
      await byMail(one, alice.email);
      expect((await one.get("/login?with=recovery")).body).toContain("Recovery code");
      expect((await one.post("/login", { with: "recovery", code: text })).statusCode).toBe(status);
      expect(await isIn(one)).toBe(status === 303);
    }
    expect((await owner.get(SECURITY)).body).toContain("8 recovery codes are left.");

    const made = await owner.post(`${SECURITY}/codes`, { decision: "continue" });
    expect(made.body).toMatch(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/);
    expect(made.body).not.toContain(recoveryCodes[2]);
    const late = browser();
    await byMail(late, alice.email);
    expect((await late.post("/login", { with: "recovery", code: recoveryCodes[2] ?? "" })).statusCode).toBe(400);
    for (const path of [SECURITY, `${SECURITY}/codes`, `${SECURITY}/app`])
      expect((await owner.get(path)).body).not.toMatch(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/);
  });

  it("go on without the app once it is removed, also where its code was asked for already", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await given();
    const owner = await loggedIn(alice);
    const { recoveryCodes } = await ways.setUpApp(owner);
    const waiting = browser();
    await byMail(waiting, alice.email);
    const removed = await owner.post(SECURITY, { kind: "totp", decision: "remove" });
    expect(removed.body).toContain("The authenticator app and its recovery codes were removed.");

    const stale = await waiting.post("/login", { with: "recovery", code: recoveryCodes[0] ?? "" });
    expect(stale.headers.location).toBe("/account");
    const one = browser();
    expect((await byMail(one, alice.email)).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);
  });

  it("ask for an app that was set up while the login was under way", async () => {
    const { ways, browser, loggedIn, alice, world } = await given();
    const owner = await loggedIn(alice);
    const { wallet } = await ways.addWallet(owner);
    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    await one.post("/login", { with: "wallet" });
    await one.post("/login", { with: "email", decision: "resend" });
    const { code } = await ways.setUpApp(owner);

    expect((await one.post("/login", { with: "email", code: await world.codeTo(alice.email) })).statusCode).toBe(400);
    expect(await isIn(one)).toBe(false);
    expect((await one.post("/login", { with: "totp", code: code() })).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);
  });

  it("take a password with its address, and do not say which of the two is wrong", async () => {
    const { ways, browser, loggedIn, alice } = await given();
    const owner = await loggedIn(alice);
    const weak = await owner.post(`${SECURITY}/password`, { password: alice.email });
    expect([weak.statusCode, weak.body.includes("must not be made of your e-mail")]).toEqual([400, false]);
    expect(weak.body).toContain("Must not be made of your e-mail address or gamertag.");
    expect((await owner.post(`${SECURITY}/password`, { password: PASSWORD })).body).toContain("Your password was set.");

    const tries = [
      { email: alice.email, password: "a wrong one, of all" },
      { email: `${newGamertag("nobody")}@example.com`, password: PASSWORD },
    ];
    const [wrong, unknown] = await Promise.all(
      tries.map(async ({ email, password }) => {
        const { statusCode, body } = await browser().post("/login", { with: "password", email, password });
        return [statusCode, body.replaceAll(email, "EMAIL").replaceAll(/value="[\w-]{43}"/g, "TOKEN")];
      }),
    );
    expect(wrong).toEqual([400, expect.stringContaining("Address and password do not belong together.")]);
    expect(unknown).toEqual(wrong);

    const one = browser();
    const page = await one.get("/login?with=password&next=%2Faccount%2Fsessions");
    expect(page.body).toContain('<form id="login"');
    const fields = { with: "password", email: ` ${alice.email.toUpperCase()}`, password: PASSWORD };
    const done = await one.post("/login", { ...fields, next: "/account/sessions" });
    expect([done.statusCode, done.headers.location]).toEqual([303, "/account/sessions"]);
    expect(await isIn(one)).toBe(true);

    const { code } = await ways.setUpApp(owner);
    const two = browser();
    expect((await two.post("/login", fields)).headers.location).toBe("/login?next=%2Faccount");
    expect(await isIn(two)).toBe(false);
    await two.post("/login", { with: "totp", code: code() });
    expect(await isIn(two)).toBe(true);
  });

  it("end all other sessions when the password is changed or a way is removed, and with a first password none", async () => {
    const { world, browser, loggedIn, alice } = await given();
    const owner = await loggedIn(alice);
    const other = await loggedIn(alice);
    await owner.post(`${SECURITY}/password`, { password: PASSWORD });
    expect(await isIn(other)).toBe(true);
    const changed = await owner.post(`${SECURITY}/password`, { password: `${PASSWORD} staple` });
    expect(changed.body).toContain("Your password was changed. You are logged out everywhere else.");
    expect([await isIn(owner), await isIn(other)]).toEqual([true, false]);
    expect(world.ended.map(({ reason }) => reason)).toEqual(["revoked"]);

    const third = browser();
    await third.post("/login", { with: "password", email: alice.email, password: `${PASSWORD} staple` });
    expect(await isIn(third)).toBe(true);
    await owner.post(SECURITY, { kind: "password", decision: "remove" });
    expect([await isIn(owner), await isIn(third)]).toEqual([true, false]);
    const late = await third.post("/login", { with: "password", email: alice.email, password: `${PASSWORD} staple` });
    expect(late.statusCode).toBe(400);
    expect((await owner.get("/account/sessions")).body).toContain("All other sessions were logged out");
  });

  it("take a passkey alone, also from who has an app, and as the second step of another way", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await given();
    const owner = await loggedIn(alice);
    const { device, answer } = await ways.addPasskey(owner, "My <b>phone");
    expect(answer.body).toContain("The passkey was added.");
    expect(answer.body).toContain("My &#60;b&#62;phone");
    await ways.setUpApp(owner);

    const one = browser();
    const sent = await ways.answerOf(one, device);
    expect((await one.post("/login", { with: "passkey", answer: sent })).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);
    expect((await owner.get(SECURITY)).body).toContain("Last used");
    const copied = browser();
    await copied.get("/login?with=passkey");
    expect((await copied.post("/login", { with: "passkey", answer: sent })).statusCode).toBe(400);

    const two = browser();
    await byMail(two, alice.email);
    expect((await two.get("/login")).body).toContain("with=passkey");
    await two.post("/login", { with: "passkey", answer: await ways.answerOf(two, device) });
    expect(await isIn(two)).toBe(true);

    const bob = await givenUser(database(), { emailIsVerified: true });
    const bobs = await loggedIn(bob);
    const { device: bobsDevice } = await ways.addPasskey(bobs);
    await ways.setUpApp(bobs);
    const three = browser();
    await byMail(three, alice.email);
    const foreign = await three.post("/login", { with: "passkey", answer: await ways.answerOf(three, bobsDevice) });
    expect([foreign.statusCode, await isIn(three)]).toEqual([400, false]);

    const id = ways.fieldIn((await owner.get(SECURITY)).body, "id");
    expect((await owner.post(SECURITY, { kind: "passkey", id, decision: "remove" })).statusCode).toBe(200);
    const late = browser();
    const gone = await late.post("/login", { with: "passkey", answer: await ways.answerOf(late, device) });
    expect([gone.statusCode, await isIn(late)]).toEqual([400, false]);
  });

  it("take what is no answer of a passkey as a wrong one", async () => {
    const { browser, loggedIn, alice } = await given();
    const owner = await loggedIn(alice);
    for (const answer of ["", "{", "null", "[]", '{"id":1}', '{"response":null}', "x".repeat(7_999)]) {
      const one = browser();
      await one.get("/login?with=passkey");
      expect((await one.post("/login", { with: "passkey", answer })).statusCode).toBe(400);
      const refused = await owner.post(`${SECURITY}/passkey`, { answer, name: "x" });
      expect([refused.statusCode, refused.body.includes("The passkey was not taken.")]).toEqual([400, true]);
    }
    expect((await browser().post("/login", { with: "passkey", answer: "x".repeat(8_001) })).statusCode).toBe(400);
  });

  it("take a wallet in the browser's network, once it is linked", async () => {
    const { ways, browser, loggedIn, alice } = await given();
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
    const { world, ways, browser, loggedIn, byMail, alice } = await given();
    const { wallet } = await ways.addWallet(await loggedIn(alice));
    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    expect((await one.post("/login", { with: "wallet" })).headers.location).toBe("/login?next=%2Faccount");
    expect(await isIn(one)).toBe(false);
    const page = await one.get("/login");
    expect(page.body).toContain("in another network");
    for (const text of [alice.email, alice.gamertag]) expect(page.body).not.toContain(text);
    for (const way of ["totp", "recovery"])
      expect((await one.post("/login", { with: way, code: "000000" })).statusCode).toBe(400);

    const sent = await one.post("/login", { with: "email", decision: "resend" });
    expect(sent.headers.location).toBe("/login?next=%2Faccount&with=email");
    expect((await one.get("/login")).body).not.toContain(alice.email);
    expect((await one.post("/login", { with: "email", code: "000000" })).body).toContain("This is not the code.");
    const code = await world.codeTo(alice.email);
    const other = browser();
    expect((await other.post("/login", { with: "email", code })).statusCode).toBe(303);
    expect(await isIn(other)).toBe(false);
    expect((await one.post("/login", { with: "email", code })).headers.location).toBe("/account");
    expect(await isIn(one)).toBe(true);

    const two = browser();
    expect((await byMail(two, alice.email)).headers.location).toBe("/account");
  });

  it("do not send a code for a second step that is not about a mail", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await given();
    await ways.setUpApp(await loggedIn(alice));
    const one = browser();
    await byMail(one, alice.email);
    expect((await one.post("/login", { with: "email", decision: "resend" })).statusCode).toBe(400);
    expect((await one.post("/login", { with: "email", code: "123456" })).statusCode).toBe(400);
  });

  it("ask for the app, and for no mail, when a user with an app has a wallet in another network", async () => {
    const { ways, browser, loggedIn, alice } = await given();
    const owner = await loggedIn(alice);
    const { wallet } = await ways.addWallet(owner);
    const { code } = await ways.setUpApp(owner);
    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body, ELSEWHERE);
    await one.post("/login", { with: "wallet" });
    expect((await one.get("/login")).body).toContain("Code of your authenticator app");
    await one.post("/login", { with: "totp", code: code() });
    expect(await isIn(one)).toBe(true);
  });

  it("do not link a wallet in another network, nor one of another user", async () => {
    const { ways, loggedIn, alice } = await given();
    const owner = await loggedIn(alice);
    const far = await ways.addWallet(owner, { from: ELSEWHERE });
    expect([far.answer.statusCode, far.answer.body.includes("in another network")]).toEqual([400, true]);
    const { wallet } = await ways.addWallet(owner);
    const bob = await loggedIn(await givenUser(database()));
    await ways.sign(wallet, (await bob.get(`${SECURITY}/wallet`)).body);
    const taken = await bob.post(`${SECURITY}/wallet`, { name: "mine" });
    expect([taken.statusCode, taken.body.includes("linked already")]).toEqual([409, true]);
  });

  it("log nobody in who is blocked, whatever is shown", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await given();
    const owner = await loggedIn(alice);
    await owner.post(`${SECURITY}/password`, { password: PASSWORD });
    const { device } = await ways.addPasskey(owner);
    const { wallet } = await ways.addWallet(owner);
    const { code } = await ways.setUpApp(owner);
    const pending = browser();
    await byMail(pending, alice.email);
    await database().admin.query({
      text: "update users.user set blocked_at = now() where id = $1",
      values: [alice.id],
    });

    const one = browser();
    await ways.sign(wallet, (await one.get("/login?with=wallet")).body);
    const tries = [
      await browser().post("/login", { with: "password", email: alice.email, password: PASSWORD }),
      await one.post("/login", { with: "wallet" }),
      await pending.post("/login", { with: "totp", code: code() }),
    ];
    const two = browser();
    tries.push(await two.post("/login", { with: "passkey", answer: await ways.answerOf(two, device) }));
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  });

  it("are changed with a login of the last ten minutes alone, by each page", async () => {
    const { world, ways, loggedIn, alice } = await given();
    const owner = await loggedIn(alice);
    await owner.post(`${SECURITY}/password`, { password: PASSWORD });
    const { answer } = await ways.addPasskey(owner);
    const id = ways.fieldIn(answer.body, "id");
    world.clock.advance(10 * MINUTE_MS);
    expect((await owner.get(SECURITY)).statusCode).toBe(200);
    for (const page of ["passkey", "app", "codes", "password", "wallet"])
      for (const asked of [await owner.get(`${SECURITY}/${page}`), await owner.post(`${SECURITY}/${page}`, {})])
        expect(asked.headers.location).toMatch(
          new RegExp(`^/login\\?next=%2Faccount%2Fsecurity%2F${page}&since=\\d+$`),
        );
    for (const fields of [
      { kind: "password", id: "" },
      { kind: "passkey", id },
    ])
      expect((await owner.post(SECURITY, fields)).headers.location).toMatch(
        /^\/login\?next=%2Faccount%2Fsecurity&since=\d+$/,
      );
    expect((await owner.get(SECURITY)).body).toContain("Remove the password");

    await logIn(world, owner, { email: alice.email, next: SECURITY });
    expect((await owner.post(SECURITY, { kind: "password", id: "" })).statusCode).toBe(200);
  });

  it("of one user are nothing to another: an id of theirs and one of nobody get the same answer", async () => {
    const { ways, loggedIn, alice } = await given();
    const [owner, bob] = [await loggedIn(alice), await loggedIn(await givenUser(database()))];
    const { answer } = await ways.addPasskey(owner);
    const passkey = ways.fieldIn(answer.body, "id");
    const { wallet } = await ways.addWallet(owner);
    const pairs = [
      { kind: "passkey", ids: [passkey, Buffer.alloc(32, 1).toString("base64url")] },
      { kind: "lightning", ids: [wallet.key, softwareWallet().key] },
      { kind: "totp", ids: ["", "x"] },
      { kind: "nothing", ids: [passkey, "../../x"] },
    ];
    for (const { kind, ids } of pairs) {
      const [known, unknown] = await Promise.all(ids.map((id) => bob.post(SECURITY, { kind, id, decision: "remove" })));
      expect([known?.statusCode, known?.body]).toEqual([404, unknown?.body]);
    }
    const page = (await bob.get(SECURITY)).body;
    for (const text of [passkey, wallet.key, "My key", "My wallet"]) expect(page).not.toContain(text);
    const own = (await owner.get(SECURITY)).body;
    for (const text of [passkey, wallet.key, "My key", "My wallet"]) expect(own).toContain(text);
  });

  it("show the same secret again after a wrong code of the app, and no secret of another user's form", async () => {
    const { ways, loggedIn, alice } = await given();
    const [owner, bob] = [await loggedIn(alice), await loggedIn(await givenUser(database()))];
    const secretIn = (html: string) => /class="secret">([^<]*)</.exec(html)?.[1];
    const page = (await owner.get(`${SECURITY}/app`)).body;
    const offer = ways.fieldIn(page, "offer");
    const again = await owner.post(`${SECURITY}/app`, { offer, code: "000000" });
    expect([again.statusCode, secretIn(again.body), ways.fieldIn(again.body, "offer")]).toEqual([
      400,
      secretIn(page),
      offer,
    ]);
    const stolen = await bob.post(`${SECURITY}/app`, { offer, code: "000000" });
    expect(stolen.body).toContain("This took too long.");
    expect(secretIn(stolen.body)).not.toBe(secretIn(page));
    expect(secretIn((await owner.get(`${SECURITY}/app`)).body)).not.toBe(secretIn(page));
  });

  it("begin again for a login that must be newer than the one there is", async () => {
    const { world, loggedIn, alice } = await given();
    const one = await loggedIn(alice);
    const sinceNow = (ms: number) => `/login?next=%2Faccount&since=${world.clock.now().getTime() + ms}`;
    expect((await one.get(sinceNow(-MINUTE_MS))).headers.location).toBe("/account");
    world.clock.advance(1_000);
    const path = sinceNow(0);
    const page = await one.get(path);
    expect([page.statusCode, page.body.includes("Log in again")]).toEqual([200, true]);
    const since = new URL(path, "https://leyden.example").searchParams.get("since") ?? "";
    const sent = await one.post("/login", { email: alice.email, since });
    expect(sent.headers.location).toBe(path);
    await one.post("/login", { code: await world.codeTo(alice.email), since });
    expect((await one.get(path)).headers.location).toBe("/account");
  });
});
