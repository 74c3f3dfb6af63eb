import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { findUser } from "#users";
import { browserOf, createLoginWorld, logIn } from "./testing/login.harness.ts";

onDatabase("the language of a person", (database) => {
  async function given() {
    const world = createLoginWorld(database());
    const app = await world.app();
    return { world, browser: (languages?: string) => browserOf(app, languages === undefined ? {} : { languages }) };
  }

  const mailTo = async (email: string) => {
    const [mail] = await database().admin.query<{ subject: string; body_text: string; body_html: string }>(sql`
      select subject, body_text, body_html from mails.mail where recipient = ${email} order by id desc limit 1`);
    return mail;
  };
  const kept = async (user: Awaited<ReturnType<typeof givenUser>>) =>
    (await findUser(database().db, user.id))?.language;

  it("is the one that the browser wants most of those that there are, on pages, in failures and in mails", async () => {
    const { browser } = await given();
    const one = browser("pl, fr-CH;q=0.9, en;q=0.5");
    const page = await one.get("/login");
    expect(page.body).toContain('<html lang="fr">');
    expect(page.body).toContain("<h1>Connexion ou inscription</h1>");
    const { email } = await givenUser(database());
    await one.post("/login", { email });
    expect((await one.get("/login")).body).toContain(
      `Nous avons envoyé un code à <strong><bdi>${email}</bdi></strong>.`,
    );
    expect((await one.post("/login", { code: "0000 0000" })).body).toContain("Ce n’est pas le code.");
    const mail = await mailTo(email);
    expect(mail?.subject).toContain("est votre code de connexion");
    expect(mail?.body_text).toContain("Votre code\u00a0:");
    expect(mail?.body_html).toContain('<html lang="fr">');
    expect((await browser("xx").get("/login")).body).toContain("<h1>Log in or sign up</h1>");
  });

  it("can be chosen, for this browser alone as long as nobody is logged in, and the same page comes back", async () => {
    const { browser } = await given();
    const [one, other] = [browser("en"), browser("en")];
    const back = "/login?next=%2Faccount%2Fsessions";
    expect((await one.get(back)).body).toContain(`<input type="hidden" name="back" value="${back}">`);
    const chosen = await one.post("/language", { language: "de", back });
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, back]);
    expect((await one.get(back)).body).toContain("<h1>Anmelden oder Konto anlegen</h1>");
    expect((await one.get(back)).body).toContain('<option value="de" lang="de" selected>Deutsch</option>');
    expect((await other.get(back)).body).toContain("<h1>Log in or sign up</h1>");
  });

  it.each(["https://evil.example/x", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "http://["])(
    "leads to no page of others: %s",
    async (back) => {
      const { browser } = await given();
      const { headers } = await browser().post("/language", { language: "de", back });
      expect(headers.location).toMatch(/^\/(account|login)?$/);
    },
  );

  it("is one of those that there are", async () => {
    const { browser } = await given();
    const answer = await browser().post("/language", { language: "xx", back: "/login" });
    expect(answer.statusCode).toBe(400);
    expect(answer.cookies.filter(({ name }) => name === "leyden-language")).toEqual([]);
  });

  it("is taken from no form of another page", async () => {
    const { browser } = await given();
    const answer = await browser().post("/language", { csrf: "x", language: "de", back: "/login" });
    expect(answer.statusCode).toBe(403);
    expect(answer.cookies.filter(({ name }) => name === "leyden-language")).toEqual([]);
  });

  it("is kept for who logs in: first that of the browser, then what is chosen, and the next browser has it", async () => {
    const { world, browser } = await given();
    const [user, stranger] = [await givenUser(database()), await givenUser(database())];
    const one = browser("pt-BR");
    await logIn(world, one, { email: user.email });
    expect(await kept(user)).toBe("pt");
    await logIn(world, browser("de"), { email: user.email });
    expect(await kept(user)).toBe("pt"); // what is kept is not what the next browser wants
    await one.post("/language", { language: "es", back: "/account" });
    expect(await kept(user)).toBe("es");
    expect(await kept(stranger)).toBeUndefined();

    const next = browser("de");
    expect((await next.get("/login")).body).toContain('<html lang="de">');
    await logIn(world, next, { email: user.email });
    expect((await next.get("/account")).body).toContain('<html lang="es">');
  });
});
