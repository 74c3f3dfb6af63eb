import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import { type Branding, PLAIN } from "#kernel/branding.ts";
import type { Clock } from "#kernel/clock.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { formTokenOf, newBrowserSecret } from "#platform/http/browser-cookie.ts";
import type { Api } from "#platform/http/index.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createPasswordHasher } from "#platform/secrets/password-hasher.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { quickArgon2 } from "#platform/secrets/testing/quick-argon2.harness.ts";
import { relyingParty } from "#protocol/passkey.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { walletOfUser } from "#service/wallet-of-user.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { type AccountRoutesDeps, accountRoutes } from "../account-routes.ts";
import type { NeedsSecondFactor } from "../attempt/proceed.ts";
import { needsSecondFactor } from "../factors/needs-second-factor.ts";
import { languageRoutes } from "../language-routes.ts";
import { type LoginRoutesDeps, loginRoutes } from "../login-routes.ts";
import { addressHash } from "../model/secrets.ts";
import type { SessionEnd } from "../model/session.ts";
import { type SecurityRoutesDeps, securityRoutes } from "../security-routes.ts";
import { type SendRoutesDeps, sendRoutes } from "../send-routes.ts";
import { termsRoutes } from "../terms-routes.ts";
import { walletAuthRoutes } from "../wallet-auth-routes.ts";

export const BASE_URL = "https://leyden.example";
export const COOKIE = "__Host-leyden";

export type LoginWorld = ReturnType<typeof createLoginWorld>;

type Changes = Partial<LoginRoutesDeps & AccountRoutesDeps & SecurityRoutesDeps & SendRoutesDeps> & {
  readonly needsSecondFactor?: NeedsSecondFactor;
};

/**
 * Login on a database, with a clock that stands until it is moved by hand, so that no code of an app ends while a test
 * uses it, and mails that stay in the database.
 */
export function createLoginWorld(database: DatabaseUnderTest, changes: Changes = {}) {
  let nowMs = machineClock.now().getTime();
  const clock: Clock & { advance(ms: number): void } = {
    ...machineClock,
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
  const random = machineRandom(clock);
  const lines: string[] = [];
  const log = createLog({ level: "debug", pretty: false, destination: { write: (line: string) => lines.push(line) } });
  const sealer = createSealer({ random, key: new Uint8Array(32).fill(7) });
  const ended: { readonly id: string; readonly reason: SessionEnd }[] = [];
  const deps: LoginRoutesDeps & AccountRoutesDeps & SecurityRoutesDeps & SendRoutesDeps = {
    db: database.db,
    batch: database.batchOn(clock),
    clock,
    random,
    log,
    sealer,
    journal: database.journal,
    mac: (text, about) => sealer.mac(text, about),
    outlet: () => ({ kind: "mailbox" }),
    baseUrl: BASE_URL,
    appOf: async () => undefined,
    needsSecondFactor: needsSecondFactor(database),
    passwords: createPasswordHasher(quickArgon2()),
    site: relyingParty(changes.baseUrl ?? BASE_URL, "Leyden"),
    accountNav: [],
    wallet: walletOfUser(database, createWorld(database).pay),
    receiptMails: { isWished: async () => false, set: async () => undefined },
    usesDashboard: async () => false,
    exportParts: [],
    exportLists: {},
    onAccountClosed: async () => undefined,
    onSessionEnded: async ({ id }, reason) => {
      ended.push({ id, reason });
    },
    ...changes,
  };

  /** The code of the newest mail to an address. */
  async function codeTo(email: string): Promise<string> {
    const [mail] = await database.admin.query<{ body_text: string }>(sql`
      select body_text from mails.mail where recipient = ${email} order by id desc limit 1`);
    return codeIn(mail?.body_text);
  }

  const app = (branding: Branding = PLAIN) =>
    sampleApp({
      branding,
      routes: [
        ...[loginRoutes(deps), languageRoutes(deps), accountRoutes(deps), securityRoutes(deps)],
        ...[sendRoutes(deps), walletAuthRoutes(deps), termsRoutes(deps)],
      ],
      log,
      baseUrl: deps.baseUrl,
    });
  return { database, clock, random, deps, lines, ended, codeTo, app };
}

/** Wrong codes that strangers have shown until now: for an address, and in all. */
export async function setWrong(
  { database, clock, deps }: LoginWorld,
  { email, ofAddress = 0, ofAll }: { readonly email?: string; readonly ofAddress?: number; readonly ofAll: number },
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + 3_600_000);
  if (email !== undefined)
    await database.admin.query(sql`
      update login.address
         set wrong_at = array_fill(${now}::timestamptz, array[${ofAddress}::int])
       where address_hash = ${addressHash(deps.mac, email)}`);
  await database.admin.query(sql`
    insert into login.factor_try (subject, tries, until)
    values ('wrong codes', ${ofAll}, ${until})
        on conflict (subject) do update
       set tries = excluded.tries,
           until = excluded.until`);
}

/** The code in the text of a mail. */
export function codeIn(text = ""): string {
  const [, digits = ""] = /^ {4}((?:\d{4} ?)+)$/m.exec(text) ?? [];
  return digits.replaceAll(" ", "");
}

export type Browser = ReturnType<typeof browserOf>;

/** A browser: it keeps its cookie, and sends forms as its page has them. */
export function browserOf(
  app: Api,
  {
    secret,
    userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    cookieName = COOKIE,
    remoteAddress = "127.0.0.1",
    languages,
  }: {
    secret?: string;
    userAgent?: string;
    cookieName?: string;
    remoteAddress?: string;
    /** That it wants, as it says it. */
    languages?: string;
  } = {},
) {
  let cookie = secret;
  let language: string | undefined;
  const keep = (answer: LightMyRequestResponse) => {
    for (const { name, value } of answer.cookies) {
      if (name === cookieName) cookie = value === "" ? undefined : value;
      if (name === "leyden-language") language = value;
    }
    return answer;
  };
  const headers = () => {
    const cookies = Object.entries({ [cookieName]: cookie, "leyden-language": language });
    const kept = cookies.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    return {
      "user-agent": userAgent,
      ...(languages === undefined ? {} : { "accept-language": languages }),
      ...(kept.length === 0 ? {} : { cookie: kept.join("; ") }),
    };
  };
  return {
    secret: () => cookie,
    get: async (url: string) => keep(await ask(app, { url, remoteAddress, headers: headers() })),
    async post(url: string, fields: Readonly<Record<string, string>>) {
      cookie ??= newBrowserSecret(machineRandom());
      const payload = new URLSearchParams({ csrf: formTokenOf(cookie), ...fields }).toString();
      const type = { "content-type": "application/x-www-form-urlencoded" };
      return keep(await ask(app, { method: "POST", url, remoteAddress, headers: { ...headers(), ...type }, payload }));
    },
  };
}

/** Logs a browser in with the code of a mail; a new address signs up under `gamertag`. */
export async function logIn(
  world: LoginWorld,
  browser: Browser,
  { email, gamertag, next = "/account" }: { email: string; gamertag?: string; next?: string },
) {
  const sent = await browser.post("/login", { email, next });
  expect(sent.statusCode, sent.body).toBe(303);
  let answer = await browser.post("/login", { code: await world.codeTo(email), next });
  if (gamertag !== undefined) answer = await browser.post("/login", { gamertag, next });
  expect([answer.statusCode, answer.headers.location], answer.body).toEqual([303, next]);
  return answer;
}
