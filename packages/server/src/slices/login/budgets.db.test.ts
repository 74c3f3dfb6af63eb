import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { blockUser, unblockUser } from "./account/block-user.ts";
import { forgetOld } from "./forget-old.ts";
import { invariants } from "./invariants.ts";
import { CODES_OF_NETWORKS_PER_HOUR, CODES_PER_HOUR, WRONG_MAX } from "./model/attempt.ts";
import { KNOWN_MAX, KNOWN_MS } from "./model/known-browser.ts";
import { hashOf } from "./model/secrets.ts";
import { findSession } from "./session/find-session.ts";
import { listSecurityEvents } from "./store/security-events.ts";
import { type Browser, browserOf, COOKIE, createLoginWorld, logIn, setWrong } from "./testing/login.harness.ts";
import { createWaysIn, isIn, SECURITY } from "./testing/ways-in.harness.ts";

const HOUR_MS = 3_600_000;
const WRONG = { code: "00000000" };
const RIGHT = "fish and chips again";

let networks = 0;
/** Tests share the counters: each has networks of its own, a /24 or more of each. */
const aNetwork = () => `10.${100 + (++networks >> 8)}.${networks & 255}.7`;

onDatabase("what strangers do", (database) => {
  async function given() {
    const world = createLoginWorld(database());
    const app = await world.app();
    const browser = (remoteAddress = aNetwork()) => browserOf(app, { remoteAddress });
    const victim = await givenUser(database(), { emailIsVerified: true });
    await setWrong(world, { ofAll: 0 });
    const known = browser();
    await logIn(world, known, { email: victim.email });
    await known.post("/logout", {});
    /** Where a login with the code of the newest mail ends; the status of what was refused. */
    const enter = async (one: Browser, email = victim.email) => {
      const sent = await one.post("/login", { email });
      if (sent.statusCode !== 303) return sent.statusCode;
      const code = await world.codeTo(email);
      const { statusCode, headers } = await one.post("/login", { code });
      return statusCode === 303 ? `${code.length} digits, ${headers.location}` : statusCode;
    };
    return { world, ways: createWaysIn(world, app), browser, victim, known, enter };
  }
  const breaches = () =>
    database().db.snapshot(async (tx) => {
      const found: string[] = [];
      for (const invariant of invariants) found.push(...(await invariant.breaches(tx)));
      return found;
    });

  it("with codes from one network is looked at 50 times in an hour, and then with longer codes", async () => {
    const { world, browser, enter } = await given();
    const statuses: number[] = [];
    let last = browser();
    for (let i = 0; i < 28; i += 1) {
      last = browser(`198.18.0.${i}`);
      await last.post("/login", { email: `${newGamertag("spray")}@example.com` });
      for (let tries = 0; tries < 5; tries += 1) statuses.push((await last.post("/login", WRONG)).statusCode);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(WRONG_MAX.ofNetwork);
    expect(statuses.filter((status) => status === 429)).toHaveLength(140 - WRONG_MAX.ofNetwork);

    const neighbour = await givenUser(database());
    expect(await enter(browser("198.18.0.250"), neighbour.email)).toBe("12 digits, /account");
    world.clock.advance(HOUR_MS + 1_000);
    expect(await enter(browser("198.18.0.251"), (await givenUser(database())).email)).toBe("8 digits, /account");
    expect(await breaches()).toEqual([]);
    expect(world.lines.join("")).toContain("too_short");
  });

  it("with all codes of an address from one network stops neither its user's browser nor another network", async () => {
    const { browser, victim, known, enter } = await given();
    const network = aNetwork();
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1)
      statuses.push((await browser(network).post("/login", { email: victim.email })).statusCode);
    expect(statuses).toEqual([...Array(CODES_PER_HOUR).fill(303), 429, 429]);
    expect(await enter(browser())).toBe("8 digits, /account");
    expect(await enter(known)).toBe("8 digits, /account");
    await known.post("/logout", {});
    expect(await enter(browser(network))).toBe(429);
  });

  it("with many networks takes the codes of browsers that were never logged in, and of no other", async () => {
    const { browser, victim, known, enter } = await given();
    for (let i = 0; i < CODES_OF_NETWORKS_PER_HOUR; i += 1) await browser().post("/login", { email: victim.email });
    expect(await enter(browser())).toBe(429);
    for (let i = 0; i < 2; i += 1) {
      expect(await enter(known)).toBe("8 digits, /account");
      await known.post("/logout", {});
    }
    expect(await breaches()).toEqual([]);
  });

  it("with 15 wrong codes, or any number, keeps nobody from a code", async () => {
    const { world, browser, victim, known, enter } = await given();
    for (let i = 0; i < 3; i += 1) {
      const stranger = browser();
      await stranger.post("/login", { email: victim.email });
      for (let tries = 0; tries < 5; tries += 1) await stranger.post("/login", WRONG);
    }
    expect(await enter(browser())).toBe("8 digits, /account");
    await setWrong(world, { email: victim.email, ofAddress: WRONG_MAX.ofAddress, ofAll: 0 });
    expect(await enter(browser())).toBe("12 digits, /account");
    expect(await enter(known)).toBe("8 digits, /account");
  });

  it("in all makes codes longer, looks at no short one any more, and leaves known browsers as they are", async () => {
    const { world, browser, victim, known, enter } = await given();
    const early = browser();
    await early.post("/login", { email: victim.email });
    const short = await world.codeTo(victim.email);
    const stranger = browser();
    await stranger.post("/login", { email: `${newGamertag("all")}@example.com` });
    await setWrong(world, { ofAll: WRONG_MAX.ofAll - 1 });
    expect((await stranger.post("/login", WRONG)).statusCode).toBe(400);
    const refused = await stranger.post("/login", WRONG);
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toContain("Ask for another one: it is longer.");
    expect((await early.post("/login", { code: short })).statusCode).toBe(429);
    expect((await early.post("/login", { decision: "resend" })).statusCode).toBe(303);
    const long = await world.codeTo(victim.email);
    expect(long).toHaveLength(12);
    expect((await early.post("/login", { code: long })).statusCode).toBe(303);
    expect(await enter(browser())).toBe("12 digits, /account");
    expect(await enter(known)).toBe("8 digits, /account");
    await setWrong(world, { ofAll: 0 });
  });

  it("with passwords stops neither the user's browser nor, from one network, another one", async () => {
    const { world, browser, victim, known } = await given();
    await logIn(world, known, { email: victim.email });
    expect((await known.post(`${SECURITY}/password`, { password: RIGHT })).statusCode).toBe(200);
    await known.post("/logout", {});
    const show = async (one: Browser, password: string) =>
      (await one.post("/login", { with: "password", email: victim.email, password })).statusCode;
    const network = aNetwork();
    for (let i = 0; i < 12; i += 1) expect(await show(browser(network), "wrong")).toBe(i < 10 ? 400 : 429);
    expect(await show(browser(), RIGHT)).toBe(303);
    for (let i = 0; i < 25; i += 1) await show(browser(), "wrong");
    expect(await show(browser(), RIGHT)).toBe(429);
    expect(await show(known, RIGHT)).toBe(303);
    await known.post("/logout", {});
    for (let i = 0; i < 12; i += 1) expect(await show(known, "wrong")).toBe(i < 10 ? 400 : 429);
  });

  it("with an app's codes, knowing the password, does not stop the user's browser", async () => {
    const { world, browser, victim, known, ways } = await given();
    await logIn(world, known, { email: victim.email });
    const { code, recoveryCodes } = await ways.setUpApp(known);
    await known.post("/logout", {});
    const begin = async (one: Browser) => {
      await one.post("/login", { email: victim.email });
      await one.post("/login", { code: await world.codeTo(victim.email) });
    };
    const thief = browser();
    await begin(thief);
    const wrong = async (one: Browser, way: string) =>
      (await one.post("/login", { with: way, code: "000000" })).statusCode;
    for (const way of ["totp", "recovery"])
      for (let i = 0; i < 12; i += 1) expect([way, await wrong(thief, way)]).toEqual([way, i < 10 ? 400 : 429]);
    for (const shown of [
      { with: "totp", code: code() },
      { with: "recovery", code: recoveryCodes[0] ?? "" },
    ]) {
      await begin(known);
      expect((await known.post("/login", shown)).statusCode).toBe(303);
      await known.post("/logout", {});
    }
  });
});

onDatabase("a known browser", (database) => {
  async function given(changes: Parameters<typeof createLoginWorld>[1] = {}) {
    const world = createLoginWorld(database(), changes);
    const app = await world.app();
    const alice = await givenUser(database(), { emailIsVerified: true });
    const loggedIn = async (secret?: string) => {
      const one = browserOf(app, { remoteAddress: aNetwork(), ...(secret && { secret }) });
      await logIn(world, one, { email: alice.email });
      return one;
    };
    const rows = () =>
      database().admin.query<{ hash: Uint8Array }>(sql`
        select secret_hash as hash from login.known_browser where user_id = ${alice.id} order by logged_in_at, id`);
    const isKnown = async (one: Browser) => {
      const hash = Buffer.from(hashOf(one.secret() ?? ""));
      return (await rows()).some((row) => hash.equals(row.hash));
    };
    return { world, app, alice, loggedIn, rows, isKnown };
  }

  it("is known by the one cookie, which scripts cannot read, for 180 days and after a logout", async () => {
    const { world, loggedIn, rows, isKnown } = await given();
    const one = await loggedIn();
    expect(await isKnown(one)).toBe(true);
    const before = one.secret() ?? "";
    const out = await one.post("/logout", {});
    expect(out.cookies).toEqual([
      {
        name: COOKIE,
        value: one.secret(),
        path: "/",
        httpOnly: true,
        secure: true,
        sameSite: "Lax",
        maxAge: KNOWN_MS / 1000,
      },
    ]);
    expect([await isKnown(one), one.secret() !== before]).toEqual([true, true]);
    expect(await findSession(world.deps, before)).toBeUndefined();
    expect(await findSession(world.deps, one.secret())).toBeUndefined();
    world.clock.advance(KNOWN_MS - 60_000);
    await forgetOld(world.deps);
    expect(await rows()).toHaveLength(1);
    world.clock.advance(120_000);
    await forgetOld(world.deps);
    expect(await rows()).toHaveLength(0);
  });

  it("keeps its login and stays known when it shows the code of a user who is blocked", async () => {
    const { world, loggedIn, isKnown } = await given();
    const one = await loggedIn();
    const bob = await givenUser(database());
    await blockUser(world.deps, bob.id);
    await one.post("/login", { email: bob.email });
    const refused = await one.post("/login", { code: await world.codeTo(bob.email) });
    expect(refused.statusCode).toBe(403);
    expect([await isKnown(one), await isIn(one)]).toEqual([true, true]);
  });

  it("keeps its login and stays known when a change overtakes the login of another user", async () => {
    const bob = await givenUser(database(), { emailIsVerified: true });
    let meanwhile = async () => undefined as unknown;
    const { world, loggedIn, isKnown } = await given({
      needsSecondFactor: async ({ userId }) => {
        if (userId === bob.id) await meanwhile();
        return false;
      },
    });
    meanwhile = async () => {
      await blockUser(world.deps, bob.id);
      await unblockUser(world.deps, bob.id);
    };
    const one = await loggedIn();
    await one.post("/login", { email: bob.email });
    const gone = await one.post("/login", { code: await world.codeTo(bob.email) });
    expect([gone.statusCode, gone.headers.location]).toEqual([303, "/login?next=%2Faccount"]);
    expect([await isKnown(one), await isIn(one)]).toEqual([true, true]);
  });

  it("is forgotten when its user ends its session, or all others, or closes the account", async () => {
    const { world, loggedIn, isKnown, rows, alice } = await given();
    const [own, one, two, gone] = [await loggedIn(), await loggedIn(), await loggedIn(), await loggedIn()];
    await gone.post("/logout", {});
    const page = await own.get("/account/sessions");
    const ids = [...page.body.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(2);
    await own.post("/account/sessions", { decision: "revoke", session: ids[0] ?? "" });
    expect([await isKnown(own), await isKnown(one), await isKnown(two), await isKnown(gone)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    await own.post("/account/sessions", { decision: "revoke_others" });
    expect([await isKnown(own), await isKnown(one), await isKnown(gone)]).toEqual([true, false, false]);
    await own.post("/account/close", { gamertag: alice.gamertag });
    expect(await rows()).toEqual([]);
    expect(world.ended.length).toBeGreaterThan(0);
  });

  it("is shown to its user when it is logged out, and can be forgotten, alone or with all others", async () => {
    const { world, app, loggedIn, isKnown, alice } = await given();
    const [own, one, two, three] = [await loggedIn(), await loggedIn(), await loggedIn(), await loggedIn()];
    const page = async () => (await own.get("/account/sessions")).body;
    const idsIn = (html: string) => [...html.matchAll(/name="browser" value="([^"]+)"/g)].map(([, id = ""]) => id);
    const kinds = async () => (await listSecurityEvents(database().db, alice.id, 3)).map(({ kind }) => kind);
    expect(idsIn(await page())).toEqual([]);
    for (const browser of [one, two, three]) await browser.post("/logout", {});
    const html = await page();
    expect(idsIn(html)).toHaveLength(3);
    expect(html).toContain('value="revoke_others"');

    const stranger = browserOf(app, { remoteAddress: aNetwork() });
    await logIn(world, stranger, { email: (await givenUser(database())).email });
    await stranger.post("/account/sessions", { decision: "forget", browser: idsIn(html)[0] ?? "" });
    expect(idsIn(await page())).toHaveLength(3);
    expect((await own.post("/account/sessions", { decision: "forget", browser: idsIn(html)[0] ?? "" })).body).toContain(
      "The browser was forgotten.",
    );
    expect(await kinds()).toEqual(["browser_forgotten", "session_ended", "session_ended"]);
    expect([await isKnown(own), await isKnown(one), await isKnown(two), await isKnown(three)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    await own.post("/account/sessions", { decision: "revoke_others" });
    expect(idsIn(await page())).toEqual([]);
    expect([await isKnown(own), await isKnown(one), await isKnown(two)]).toEqual([true, false, false]);
    expect((await kinds())[0]).toBe("sessions_revoked");
    expect(await page()).not.toContain('value="revoke_others"');
    await own.post("/account/sessions", { decision: "revoke_others" });
    expect((await kinds()).slice(0, 2)).toEqual(["sessions_revoked", "browser_forgotten"]);
  });

  it("is one for each user who was logged in with it, and a user has at most 20", async () => {
    const { world, app, loggedIn, isKnown, rows } = await given();
    const one = await loggedIn();
    const bob = await givenUser(database());
    await logIn(world, one, { email: bob.email });
    expect(await isKnown(one)).toBe(true);
    const all = [one];
    for (let i = 0; i < KNOWN_MAX; i += 1) {
      world.clock.advance(HOUR_MS);
      all.push(await loggedIn());
    }
    expect(await rows()).toHaveLength(KNOWN_MAX);
    expect([await isKnown(one), await isKnown(all[1] ?? one)]).toEqual([false, true]);
    await logIn(world, browserOf(app, { secret: one.secret() ?? "", remoteAddress: aNetwork() }), { email: bob.email });
  });

  it("is the user's who was logged in, and no other user's", async () => {
    const { world, loggedIn } = await given();
    const one = await loggedIn();
    const bob = await givenUser(database());
    for (let i = 0; i < CODES_OF_NETWORKS_PER_HOUR; i += 1)
      await browserOf(await world.app(), { remoteAddress: aNetwork() }).post("/login", { email: bob.email });
    await one.post("/logout", {});
    expect((await one.post("/login", { email: bob.email })).statusCode).toBe(429);
  });
});
