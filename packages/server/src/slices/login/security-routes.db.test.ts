import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { logIn } from "./testing/login.harness.ts";
import { softwareWallet } from "./testing/wallet.harness.ts";
import { givenWaysIn, isIn, SECURITY } from "./testing/ways-in.harness.ts";

const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;

onDatabase("a user's ways in", (database) => {
  it("end all other logins and what applications hold, whatever is added, and the page says so", async () => {
    const { ways, browser, loggedIn, byMail, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    const add: Readonly<Record<string, () => Promise<{ readonly body: string }>>> = {
      password: () => owner.post(`${SECURITY}/password`, { password: PASSWORD }),
      passkey: async () => (await ways.addPasskey(owner)).answer,
      wallet: async () => (await ways.addWallet(owner)).answer,
      app: async () => (await ways.setUpApp(owner)).answer,
      codes: () => owner.post(`${SECURITY}/codes`, {}),
    };
    for (const [way, change] of Object.entries(add)) {
      const other = way === "codes" ? browser() : await loggedIn(alice);
      if (way === "codes") await byMail(other, alice.email);
      await database().admin.query(sql`
        insert into oauth.artifact (model, id_hash, payload, grant_id, user_id, client_id, created_at, expires_at)
        select m.model, sha256((m.model || ${way})::bytea), '{}', ${way}, ${alice.id}::uuid, 'an app', now(),
               now() + interval '1 day'
          from (values ('Grant'), ('RefreshToken')) as m(model)`);
      expect((await owner.get(`${SECURITY}/${way}`)).body).toContain("You are logged out everywhere else then");
      expect((await change()).body).toContain("You are logged out everywhere else, and apps have to ask for a login");
      expect([way, await isIn(owner), await isIn(other)]).toEqual([way, true, false]);
      const [left] = await database().admin.query<{ rows: number }>(sql`
        select (select count(*) from oauth.artifact where user_id = ${alice.id})::int
             + (select count(*) from login.attempt where user_id = ${alice.id})::int
             + (select count(*) from login.known_browser where user_id = ${alice.id})::int as rows`);
      expect([way, left?.rows]).toEqual([way, 1]); // the own browser
    }
  });

  it("end all other sessions when the password is changed or a way is removed", async () => {
    const { world, browser, loggedIn, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    await owner.post(`${SECURITY}/password`, { password: PASSWORD });
    const other = await loggedIn(alice);
    const changed = await owner.post(`${SECURITY}/password`, { password: `${PASSWORD} staple` });
    expect(changed.body).toContain(
      "Your password was changed. You are logged out everywhere else, and apps have to ask",
    );
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

  it("take what is no answer of a passkey as a wrong one", async () => {
    const { browser, loggedIn, alice } = await givenWaysIn(database());
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

  it("are changed with a login of the last ten minutes alone, by each page", async () => {
    const { world, ways, loggedIn, alice } = await givenWaysIn(database());
    const owner = await loggedIn(alice);
    await owner.post(`${SECURITY}/password`, { password: PASSWORD });
    const { answer } = await ways.addPasskey(owner);
    const id = ways.fieldIn(answer.body, "id");
    world.clock.advance(10 * MINUTE_MS + 1);
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
    const { ways, loggedIn, alice } = await givenWaysIn(database());
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
    const { ways, loggedIn, alice } = await givenWaysIn(database());
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
});
