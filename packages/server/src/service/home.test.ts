import { afterEach, describe, expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import type { Listed } from "#platform/http/listed.ts";
import { message } from "#texts/reader.ts";
import type { Development } from "./home.ts";
import { ask, KEY, sampleApp } from "./testing/app.harness.ts";
import { englishIn } from "./testing/words.harness.ts";

const LOCAL = { host: "127.0.0.1:8080" };
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const DEVELOPMENT: Development = {
  users: [{ gamertag: "<alice>", email: "alice@example.com", lnAddress: "alice@127.0.0.1:8080" }],
};

/** Routes that name themselves as pages. */
function pages(listed: Readonly<Record<string, Listed>>): RoutesPlugin {
  return (api) => {
    for (const [path, page] of Object.entries(listed))
      api.get(path, { config: { access: "public", listed: page }, schema: { hide: true } }, async () => path);
  };
}

describe("the page at /", () => {
  let app: Api;
  let open: boolean;
  afterEach(() => app.close());

  /** A service with a page for everybody, one of development that is open or closed, and a route that is no page. */
  async function given(development: Development | undefined = DEVELOPMENT) {
    open = true;
    const routes = pages({
      "/shop": {
        kind: "account",
        name: "Account & more",
        about: "Where things are",
        said: { name: message("common_account"), about: message("page_home_account") },
      },
      "/dev/inbox": { kind: "development", name: "Inbox", about: "What has come in", isOpen: () => open },
    });
    app = await sampleApp({
      routes: [routes, (api) => api.get("/v0/thing", async () => "")],
      development: () => development,
    });
  }

  const paths = async (headers: Readonly<Record<string, string>>) =>
    (await ask(app, { url: "/", headers })).json().data.pages.map(({ path }: { path: string }) => path);

  it("names for a browser on this machine each page that is there, and the users of development", async () => {
    await given();
    const { statusCode, headers, body } = await ask(app, { url: "/", headers: { ...LOCAL, ...BROWSER } });
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-[^;]+; img-src 'self'/);
    const links = [...body.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><span>([^<]+)/g)].map(([, ...parts]) => parts);
    expect(links).toEqual([
      ["/dev/inbox", "Inbox", "What has come in"],
      ["/shop", "Your account", "Your money, your gamertag, ways to log in, sessions"],
      ["/docs", "Reference", "Each call, with examples to paste"],
      ["/docs/guide", "Guide", "From the first payment to webhooks, logins and selling bitcoin"],
      ["/readyz", "Health", "Whether a payment can be made now, as JSON"],
    ]);
    expect(body).toContain("<strong>&#60;alice&#62;</strong><span>Logs in as alice@example.com; is paid at alice@127");
    expect(body).toContain("its coins are worth nothing");
    expect(body).not.toMatch(/<script|apikey|ley_/);
  });

  it("says to people whose service it is, in their language, and the name of this software in small print alone", async () => {
    await given();
    await app.close();
    const said = { name: message("common_account"), about: message("page_home_account") };
    const routes = [pages({ "/shop": { kind: "account", name: "Your account", about: "Yours", said } })];
    app = await sampleApp({ routes, branding: { ...PLAIN, name: "Nordpay" } });
    const { body } = await ask(app, { url: "/", headers: { ...BROWSER, "accept-language": "de" } });
    const [, title, main = ""] = /<h1>([^<]*)<\/h1>(.*)<\/main>/s.exec(body) ?? [];
    expect([title, main]).toEqual(["Nordpay", expect.stringContaining("Dein Konto")]);
    const [people = ""] = main.split("<h2>Für Entwickler");
    expect(englishIn(people)).toEqual([]);
    expect(main).not.toContain("Leyden");
    expect(body.match(/Leyden/g)).toHaveLength(1);
  });

  it("is JSON for a program", async () => {
    await given();
    const { headers, ...answer } = await ask(app, { url: "/", headers: LOCAL });
    expect(headers["content-type"]).toContain("application/json");
    expect(answer.json()).toEqual({
      success: true,
      data: {
        pages: [
          { path: "/docs", name: "Reference", about: "Each call, with examples to paste" },
          { path: "/docs/guide", name: "Guide", about: expect.any(String) },
          { path: "/shop", name: "Account & more", about: "Where things are" },
          { path: "/readyz", name: "Health", about: expect.any(String) },
          { path: "/dev/inbox", name: "Inbox", about: "What has come in" },
        ],
        users: DEVELOPMENT.users,
      },
      message: "Leyden runs here.",
    });
    expect(await paths({ ...LOCAL, accept: "application/json" })).toContain("/dev/inbox");
  });

  it("leaves out a page that is closed, and one whose part was not added", async () => {
    await given();
    open = false;
    expect(await paths(LOCAL)).not.toContain("/dev/inbox");
    await app.close();
    app = await sampleApp({ routes: [], development: () => DEVELOPMENT });
    expect(await paths(LOCAL)).toEqual(["/docs", "/docs/guide", "/readyz"]);
  });

  it.each([
    ["where money is worth something", undefined, LOCAL, "127.0.0.1"],
    ["to another machine", DEVELOPMENT, LOCAL, "192.0.2.7"],
    ["through a proxy", DEVELOPMENT, { ...LOCAL, "x-forwarded-for": "192.0.2.7" }, "127.0.0.1"],
    ["under another name", DEVELOPMENT, { host: "leyden.example" }, "127.0.0.1"],
  ])("shows nothing of development %s, whoever has a key", async (_, development, host, remoteAddress) => {
    await given();
    await app.close();
    app = await sampleApp({
      development: () => development,
      routes: [pages({ "/dev/inbox": { kind: "development", name: "Inbox", about: "Mails", isOpen: () => true } })],
    });
    for (const more of [{}, BROWSER, { apikey: KEY }, { ...BROWSER, apikey: KEY }]) {
      const { statusCode, body } = await ask(app, { url: "/", headers: { ...host, ...more }, remoteAddress });
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/\/dev|inbox|alice|worth nothing|ley_|version/i);
      expect(body).toContain("/docs/guide");
    }
  });
});
