import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { browserOf, createLoginWorld, logIn } from "./testing/login.harness.ts";

onDatabase("a login with another browser", (database) => {
  const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36";
  async function given(changes: Parameters<typeof createLoginWorld>[1] = {}) {
    const world = createLoginWorld(database(), changes);
    const app = await world.app();
    return { world, browser: (options: Parameters<typeof browserOf>[1] = {}) => browserOf(app, options) };
  }
  const mailsTo = async (email: string) =>
    await database().admin.query<{ subject: string; body_text: string; body_html: string }>(sql`
      select subject, body_text, body_html from mails.mail where recipient = ${email} and kind = 'security' order by id`);

  it("is told to the user by mail, the first one and known browsers are not", async () => {
    const { world, browser } = await given();
    const { email } = await givenUser(database());
    const first = browser();
    await logIn(world, first, { email });
    await first.post("/logout", {});
    await logIn(world, first, { email });
    expect(await mailsTo(email)).toEqual([]);

    await logIn(world, browser({ userAgent: CHROME, remoteAddress: "192.0.2.77" }), { email });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("A new browser has logged in");
    for (const part of [mail?.body_text, mail?.body_html]) {
      expect(part).toContain("Chrome on Windows");
      expect(part).toContain("192.0.2.");
      expect(part).toContain("https://leyden.example/account/sessions");
    }
  });

  it("is told with the network as people write it, and without one that says nothing", async () => {
    const { world, browser } = await given();
    const { email, id } = await givenUser(database());
    const one = browser();
    await logIn(world, one, { email });
    for (const remoteAddress of ["2001:db8:0:1::7", "::1"])
      await logIn(world, browser({ userAgent: CHROME, remoteAddress }), { email });
    const [far, near] = await mailsTo(email);
    expect(far?.body_text).toContain("Network: 2001:db8:0:1::/64\n");
    for (const part of [near?.body_text, near?.body_html]) {
      expect(part).toContain("Chrome on Windows");
      expect(part).not.toContain("Network");
    }
    await database().admin.query(sql`
      insert into login.security_event (id, user_id, kind, at, user_agent, network)
      values (${world.random.uuid()}, ${id}, 'email_changed', ${world.clock.now()}, '', '')`);
    const page = (await one.get("/account/sessions")).body.replaceAll(/<[^>]*>/g, "");
    expect(page).toMatch(/Logged in [^,]+, from 2001:db8:0:1::\/64\./);
    expect(page).toMatch(/Logged in [^,]+ UTC\. /);
    expect(page).toMatch(/, Chrome on Windows, from 2001:db8:0:1::\/64\n/);
    expect(page).toMatch(/, Chrome on Windows\n/);
    expect(page).toMatch(/E-mail address changed\n[^\n]+, by the operator of this service\n/);
  });

  it("is told in the language of the user, whatever the browser speaks", async () => {
    const { world, browser } = await given();
    const { email } = await givenUser(database());
    await logIn(world, browser({ languages: "es" }), { email });
    await logIn(world, browser({ languages: "ru, en" }), { email });
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["Un navegador nuevo ha iniciado sesión"]);
  });

  it("is told again once the browser was forgotten", async () => {
    const { world, browser } = await given();
    const { email, id } = await givenUser(database());
    const one = browser();
    await logIn(world, one, { email });
    await one.post("/logout", {});
    await database().admin.query(sql`delete from login.known_browser where user_id = ${id}`);
    await logIn(world, one, { email });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is not told of somebody else's browsers", async () => {
    const { world, browser } = await given();
    const [one, other] = [await givenUser(database()), await givenUser(database())];
    const shared = browser();
    await logIn(world, shared, { email: one.email });
    await logIn(world, browser(), { email: other.email });
    await shared.post("/logout", {});
    await logIn(world, shared, { email: other.email }); // known for one, new for the other
    expect(await mailsTo(one.email)).toEqual([]);
    expect(await mailsTo(other.email)).toHaveLength(1);
  });

  it("goes on where no mail can be sent, and writes no mail when it does not begin a session", async () => {
    const { world, browser } = await given();
    const { email } = await givenUser(database());
    const deps = { ...world.deps, outlet: () => ({ kind: "none" }) as const };
    await logIn(world, browser(), { email });
    const silent = createLoginWorld(database(), { outlet: deps.outlet, needsSecondFactor: async () => false });
    expect(silent.deps.outlet().kind).toBe("none");
    const one = browser();
    await one.post("/login", { email });
    expect((await one.post("/login", { code: "0000 0000" })).statusCode).toBe(400);
    expect(await mailsTo(email)).toEqual([]);
  });
});
