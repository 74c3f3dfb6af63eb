import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { ask, sampleApp, serve } from "#service/testing/app.harness.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import type { Outlet } from "./port.ts";
import { mailboxRoutes, unsubscribeRoutes } from "./routes.ts";
import { onLetterhead } from "./templates/letterhead.ts";
import { CONTENT, givenMailing, type Mailing, SECRET } from "./testing/mailing.harness.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

onDatabase("the link in a mail", (database) => {
  async function given() {
    const world = await givenMailing(database());
    const mail = await world.append({ to: "alice@example.com" });
    await world.run();
    const app = await sampleApp({ routes: [unsubscribeRoutes(world.deps)] });
    const url = new URL(mail.project?.unsubscribeUrl ?? "").pathname;
    return { world, app, url };
  }
  const isBlocked = (world: Mailing) =>
    world.append({ to: "alice@example.com" }).then(
      () => false,
      (error) => error.code === "recipient_unsubscribed",
    );

  it("leads to a page that changes nothing, however often programs look at it", async () => {
    const { world, app, url } = await given();
    for (const method of ["GET", "HEAD", "GET"] as const) {
      const answer = await ask(app, { method, url });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    }
    const page = await ask(app, url);
    expect(page.body).toContain('<form method="post">');
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(await isBlocked(world)).toBe(false);
  });

  it("leads to pages in the language of the browser", async () => {
    const { app, url } = await given();
    const headers = { ...FORM, "accept-language": "de" };
    const pages = [
      await ask(app, { url, headers }),
      await ask(app, { method: "POST", url, headers, payload: "" }),
      await ask(app, { url: `${url}x`, headers }),
    ];
    const titles = pages.map(({ body }) => /<html lang="de">.*<h1>(.*)<\/h1>/s.exec(body)?.[1]);
    expect(titles).toEqual([
      '<span>Keine <span class="whole">E-Mail</span>s mehr</span>',
      "Abbestellt",
      "Unbekannter Link",
    ]);
    for (const { body } of pages) expect(englishIn(body)).toEqual([]);
  });

  it.each([
    ["the page's form", FORM, "List-Unsubscribe=One-Click"],
    ["a mail program, as a form", FORM, "List-Unsubscribe=One-Click"],
    [
      "a mail program, as multipart",
      { "content-type": "multipart/form-data; boundary=x" },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ["an empty call", {}, undefined],
  ])("unsubscribes by a POST of %s, without cookie or key", async (_, headers, payload) => {
    const { world, app, url } = await given();
    const answer = await ask(app, { method: "POST", url, headers, ...(payload === undefined ? {} : { payload }) });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining("Unsubscribed")]);
    expect(await isBlocked(world)).toBe(true);
    expect((await ask(app, { method: "POST", url })).statusCode).toBe(200);
  });

  it("is unknown when no mail has it, and then unsubscribes no address", async () => {
    const { world, app } = await given();
    for (const method of ["GET", "POST"] as const) {
      const answer = await ask(app, { method, url: "/unsubscribe/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
      expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining("Unknown link")]);
    }
    expect(await isBlocked(world)).toBe(false);
  });

  it("takes no body that is no form, and none that is long", async () => {
    const { world, app, url } = await given();
    const html = await ask(app, { method: "POST", url, headers: { "content-type": "text/html" }, payload: "x" });
    expect(html.statusCode).toBe(415);
    const long = await ask(app, { method: "POST", url, headers: FORM, payload: "x".repeat(5_000) });
    expect(long.statusCode).toBe(413);
    expect(await isBlocked(world)).toBe(false);
  });
});

onDatabase("the mailbox of developers", (database) => {
  const MAILBOX: Outlet = { kind: "mailbox" };
  const LOCAL = { host: "127.0.0.1:8080" };

  async function given(outlet: Outlet = MAILBOX) {
    const world = await givenMailing(database());
    const first = await world.append({ to: "alice@example.com" });
    const second = await world.append({ to: "bob@example.com" });
    await world.process({ outlet: () => MAILBOX }).run();
    const route: RoutesPlugin = mailboxRoutes({ db: world.deps.db, outlet: () => outlet });
    return { world, first, second, app: await sampleApp({ routes: [route] }) };
  }

  it("answers programs with the mails, newest first, or those to one address", async () => {
    const { app, first, second } = await given();
    const { data } = (await ask(app, { url: "/dev/mail", headers: LOCAL })).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(data[1]).toEqual({
      id: first.id,
      kind: "voucher",
      to: "alice@example.com",
      ...onLetterhead(CONTENT, PLAIN),
      createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
    });
    const ofOne = await ask(app, { url: "/dev/mail?to=Alice@example.com", headers: LOCAL });
    expect(ofOne.json().data.map(({ id }: { id: string }) => id)).toEqual([first.id]);
  });

  it("answers browsers with a page whose mails run in frames that may do nothing but open links", async () => {
    const { app } = await given();
    const page = await ask(app, { url: "/dev/mail", headers: { ...LOCAL, accept: "text/html,*/*;q=0.8" } });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    const frames = [...page.body.matchAll(/<iframe [^>]*>/g)].map(([frame]) => frame);
    expect(frames).toHaveLength(2);
    for (const frame of frames) {
      expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
      expect(frame).toContain('srcdoc="&#60;a href=&#34;');
    }
    expect(page.body).toContain(`Take it: https://leyden.example/claim/${SECRET}`);
  });

  it.each<Outlet>([{ kind: "none" }, { kind: "smtp", mailer: { send: async () => ({ kind: "accepted" }) } }])(
    "is not there when mails go elsewhere: %j",
    async (outlet) => {
      const { app } = await given(outlet);
      const answer = await ask(app, { url: "/dev/mail", headers: LOCAL });
      const unknown = await ask(app, { url: "/dev/other", headers: LOCAL });
      const shape = ({ statusCode, body }: typeof answer) => [statusCode, JSON.parse(body).error.code];
      expect(shape(answer)).toEqual([404, "not_found"]);
      expect(shape(answer)).toEqual(shape(unknown));
      expect(answer.body).not.toContain("alice");
    },
  );

  it("is not there for who is not on this machine, or comes through a proxy, or by another name", async () => {
    const { app } = await given();
    const ways = [
      { headers: LOCAL, remoteAddress: "192.0.2.7" },
      { headers: { ...LOCAL, "x-forwarded-for": "192.0.2.7" } },
      { headers: { host: "rebound.example" } },
    ];
    for (const way of ways) expect((await ask(app, { url: "/dev/mail", ...way })).statusCode).toBe(404);
    const service = await serve(app);
    expect((await fetch(`http://127.0.0.1:${service.port}/dev/mail`)).status).toBe(200);
    await service.close();
  });
});
