import type { RoutesPlugin } from "../../server/src/platform/http/index.ts";
import type { PageShape } from "../src/api/shapes.ts";
import { type FakePeople, startFakePeople } from "./fake-people.harness.ts";

type Wire<Name extends "ConnectedApp" | "OwnSession" | "VoucherPreview" | "TakenVoucher"> = PageShape<Name>;

/** What the settings, vouchers and buying of the made-up service know beside `FakePeople`. */
export type FakeSettings = {
  apps: Wire<"ConnectedApp">[];
  sessions: Wire<"OwnSession">[];
  /** By link or code; one that is not there is no voucher. */
  vouchers: Map<string, Wire<"VoucherPreview">>;
  /** Of codes that were taken: with which key. Of a code nothing is said, and another key finds it no more. */
  taken: Map<string, unknown>;
  /** What is redeemed and opened is done, and its answer is lost. */
  isAnswerLost: boolean;
  /** Nothing is redeemed, for this reason. */
  refusal: { readonly status: number; readonly code: string } | undefined;
  /** Bodies of what was changed, by the end of the path. */
  readonly written: { readonly path: string; readonly body: unknown }[];
};

const AT = "2026-11-28T01:00:00.000Z";
export const LINK = "https://leyden.example/claim#AAAAAAAAAAAAAAAAAAAAAA";
export const CODE = "0A1B2C3D";

function createFakeSettings(): FakeSettings {
  const session = { network: "192.0.2.0/24", methods: ["email"], loggedInAt: AT, seenAt: AT, expiresAt: AT };
  const nothing = { status: null, amount: null, sender: null, description: null, expiresAt: null, refusal: null };
  const open = {
    status: "open",
    amount: "21000000",
    sender: "Coffee & Games",
    description: "Thanks <b>you</b>",
  } as const;
  return {
    apps: [
      { id: "app1", name: "Chess <Club>", scopes: ["openid", "wallet"], connectedAt: AT, allowedAt: AT },
      { id: "app2", name: "Quiz", scopes: ["user"], connectedAt: AT, allowedAt: AT },
    ],
    sessions: [
      { ...session, id: "s1", isThis: true, browser: "Mozilla", agent: { browser: "Chrome", system: "Linux" } },
      { ...session, id: "s2", isThis: false, browser: "Mozilla", agent: { browser: "Safari", system: "iPhone" } },
      { ...session, id: "s3", isThis: false, browser: "?", agent: { browser: null, system: null }, network: null },
    ],
    vouchers: new Map<string, Wire<"VoucherPreview">>([
      [LINK, { kind: "voucher", ...nothing, ...open, expiresAt: AT, isYours: false }],
      [CODE, { kind: "code", ...nothing, isYours: false }],
    ]),
    taken: new Map(),
    isAnswerLost: false,
    refusal: undefined,
    written: [],
  };
}

const options = { config: { access: "public", takesAnyQuery: true }, schema: { hide: true } } as const;
const done = (data: unknown) => ({ success: true, data, message: "Done." });
const listed = (data: readonly unknown[]) => ({ success: true, data, next_cursor: null, message: "Listed." });
const refused = (code: string, message: string, details: readonly object[] = []) => ({
  success: false,
  message,
  error: { code, message, details },
});

/** The wallet in front of what is made up, with its settings. */
export async function startFakeSettings() {
  const settings = createFakeSettings();
  const people = (): FakePeople => service.people;
  const service = await startFakePeople(undefined, () => [
    account(people, settings),
    money(settings),
    forms(people, settings),
  ]);
  return {
    ...service,
    settings,
    /** As it was when the service began. */
    reset() {
      service.reset();
      Object.assign(settings, createFakeSettings());
    },
  };
}

function account(people: () => FakePeople, settings: FakeSettings): RoutesPlugin {
  return (api) => {
    const base = "/wallet/api";
    api.get(`${base}/apps`, options, () => listed(settings.apps));
    api.delete(`${base}/apps/:id`, options, async ({ params }) => {
      settings.apps = settings.apps.filter(({ id }) => id !== (params as { id: string }).id);
      return done({});
    });
    api.get(`${base}/sessions`, options, () => listed(settings.sessions));
    api.delete(`${base}/sessions/:id`, options, async ({ params }) => {
      settings.sessions = settings.sessions.filter(({ id }) => id !== (params as { id: string }).id);
      return done({});
    });
    api.post(`${base}/sessions/end-others`, options, async () => {
      const ended = settings.sessions.length - 1;
      settings.sessions = settings.sessions.filter(({ isThis }) => isThis);
      return done({ ended });
    });
    api.patch(`${base}/profile`, options, async ({ body }, reply) => {
      const texts = body as { twitter: string };
      settings.written.push({ path: "/profile", body });
      if (texts.twitter.includes(" "))
        return reply.code(400).send(refused("invalid_input", "no", [{ field: "twitter", issue: "must be a handle" }]));
      Object.assign(people().wallet.user, texts);
      return done({});
    });
    api.put(`${base}/gamertag`, options, async ({ body }, reply) => {
      const { gamertag } = body as { gamertag: string };
      if (gamertag === "bob") return reply.code(409).send(refused("gamertag_taken", "taken"));
      Object.assign(people().wallet.user, {
        gamertag,
        gamertagChangeableAt: new Date(Date.now() + 86_000_000).toISOString(),
      });
      return done({ gamertag });
    });
  };
}

function money(settings: FakeSettings): RoutesPlugin {
  return (api) => {
    api.post("/wallet/api/vouchers/preview", options, async ({ body }, reply) => {
      const found = settings.vouchers.get((body as { codeOrLink: string }).codeOrLink);
      return found === undefined ? reply.code(404).send(refused("voucher_not_found", "none")) : done(found);
    });
    api.post("/wallet/api/vouchers/redeem", options, async ({ body, headers }, reply) => {
      const { codeOrLink } = body as { codeOrLink: string };
      const found = settings.vouchers.get(codeOrLink);
      const key = headers["idempotency-key"];
      const { refusal } = settings;
      if (refusal !== undefined) return reply.code(refusal.status).send(refused(refusal.code, "refused"));
      if (found === undefined || (settings.taken.get(codeOrLink) ?? key) !== key)
        return reply.code(404).send(refused("voucher_not_found", "none"));
      settings.written.push({ path: "/vouchers/redeem", body });
      if (found.kind === "code") settings.taken.set(codeOrLink, key);
      else settings.vouchers.set(codeOrLink, { ...found, status: "redeemed", isYours: true });
      if (settings.isAnswerLost) return reply.code(502).type("text/html").send("Bad gateway");
      return done({ id: "v", amount: "21000000", description: "", takenAt: AT, transactionId: "t" });
    });
    api.post("/wallet/api/buy", options, async ({ headers }, reply) => {
      settings.written.push({ path: "/buy", body: headers["idempotency-key"] });
      if (settings.isAnswerLost) return reply.code(502).type("text/html").send("Bad gateway");
      return done({ url: "/login?bought=here", expiresAt: AT });
    });
  };
}

/** What the pages of the service itself take. */
function forms(people: () => FakePeople, settings: FakeSettings): RoutesPlugin {
  return (api) => {
    void api.register(async (pages) => {
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser("*", { parseAs: "string" }, (_, text, take) => take(null, text));
      pages.post("/logout", options, async (_, reply) => {
        people().isLoggedIn = false;
        return reply.redirect("/login", 303);
      });
      pages.post("/language", options, async ({ body }, reply) => {
        settings.written.push({ path: "/language", body: Object.fromEntries(new URLSearchParams(String(body))) });
        return reply.redirect("/wallet/settings", 303);
      });
    });
  };
}
