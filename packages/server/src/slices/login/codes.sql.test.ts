import fc from "fast-check";
import { expect, inject, it } from "vitest";
import type { AppError } from "#kernel/errors.ts";
import { sql } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import { checkCode } from "./attempt/check-code.ts";
import { requestCode } from "./attempt/request-code.ts";
import {
  CODE_MS,
  CODES_OF_NETWORKS_PER_HOUR,
  CODES_PER_HOUR,
  judgeCode,
  needsLongCode,
  TRIES_MAX,
  WRONG_MAX,
} from "./model/attempt.ts";
import { newSecret } from "./model/secrets.ts";
import { codeIn, createLoginWorld, type LoginWorld, setWrong } from "./testing/login.harness.ts";

const HOUR_MS = 3_600_000;
const anEmail = () => `${newGamertag("mail")}@example.com`;
let networks = 0;
const aNetwork = () => `10.${++networks >> 8}.${networks & 255}.1`;
const visitor = { userAgent: "test", network: "192.0.2.1" };
const otherThan = (code: string) => (code === "00000000" ? "00000001" : "00000000");

onDatabase("the codes of an address", (database) => {
  const browserIn = ({ random, deps, codeTo }: LoginWorld, network = aNetwork()) => {
    const secret = newSecret(random);
    return {
      secret,
      ask: (email: string) => requestCode(deps, { secret, email, purpose: "log_in", language: "en", network }),
      show: (code: string) => checkCode(deps, { secret, code, visitor }),
      showRight: async (email: string) => checkCode(deps, { secret, code: await codeTo(email), visitor }),
    };
  };
  const refusal = async (attempt: Promise<unknown>) =>
    await attempt.then(
      () => "taken",
      (error: AppError) => error.code,
    );
  const messageOf = async (attempt: Promise<unknown>) =>
    await attempt.then(
      () => "",
      (error: AppError) => error.message,
    );

  it("are 5 in an hour for a network, over all its browsers and processes, and then again", async () => {
    const world = createLoginWorld(database());
    const other = connect({ url: database().url, role: "leyden_app", max: 4, name: "another process" });
    try {
      const elsewhere = createLoginWorld(database(), { db: other });
      const email = anEmail();
      const network = aNetwork();
      const asked = await Promise.all(
        Array.from({ length: 20 }, (_, i) => refusal(browserIn(i % 2 === 0 ? world : elsewhere, network).ask(email))),
      );
      expect(asked.filter((code) => code === "taken")).toHaveLength(CODES_PER_HOUR);
      expect(asked.filter((code) => code === "too_many_login_codes")).toHaveLength(20 - CODES_PER_HOUR);
      const [mails] = await database().admin.query<{ count: bigint }>(sql`
        select count(*) as count from mails.mail where recipient = ${email}`);
      expect(mails?.count).toBe(BigInt(CODES_PER_HOUR));
      expect(await refusal(browserIn(world, network).ask(anEmail()))).toBe("taken");
      expect(await refusal(browserIn(world).ask(email))).toBe("taken");
      world.clock.advance(HOUR_MS + 1_000);
      expect(await refusal(browserIn(world, network).ask(email))).toBe("taken");
    } finally {
      await other.close();
    }
  });

  it("log in one browser when one of them is shown 20 times at once, and then no one", async () => {
    const world = createLoginWorld(database());
    const user = await givenUser(database());
    const one = browserIn(world);
    await one.ask(user.email);
    const code = await world.codeTo(user.email);
    const shown = await Promise.all(Array.from({ length: 20 }, () => refusal(one.show(code))));
    expect(shown.filter((outcome) => outcome === "taken")).toHaveLength(1);
    expect(await refusal(one.show(code))).toBe("login_code_refused");
    const sessions = await database().admin.query(sql`select 1 from login.session where user_id = ${user.id}`);
    expect(sessions).toHaveLength(1);
  });

  it("are worth nothing in another browser, after 10 minutes, and once a newer one was sent", async () => {
    const world = createLoginWorld(database());
    const { email } = await givenUser(database());
    const [one, thief] = [browserIn(world), browserIn(world)];
    await one.ask(email);
    expect(await messageOf(thief.showRight(email))).toContain("No code was sent for this browser");
    await thief.ask(email);
    const [first] = await database().admin.query<{ body_text: string }>(sql`
      select body_text from mails.mail where recipient = ${email} order by id limit 1`);
    const old = codeIn(first?.body_text);
    expect(await refusal(thief.show(old))).toBe("login_code_refused");

    await one.ask(email);
    expect(await refusal(one.show(old))).toBe("login_code_refused");
    world.clock.advance(CODE_MS + 1_000);
    expect(await messageOf(one.showRight(email))).toContain("too old");
  });

  it("can be tried 5 times each, also when the tries come at once", async () => {
    const world = createLoginWorld(database());
    const { email } = await givenUser(database());
    const one = browserIn(world);
    await one.ask(email);
    const code = await world.codeTo(email);
    const wrong = Array.from({ length: 12 }, () => one.show(otherThan(code)));
    expect(new Set(await Promise.all(wrong.map(refusal)))).toEqual(new Set(["login_code_refused"]));
    expect(await messageOf(one.show(code))).toContain("tried too often");
    const [counted] = await database().admin.query<{ wrong: number }>(sql`
      select t.wrong from login.attempt t where t.email = ${email}`);
    expect(counted?.wrong).toBe(TRIES_MAX);
    await one.ask(email);
    expect(await refusal(one.showRight(email))).toBe("taken");
  });

  it("are 20 in an hour for all networks together, at once too", async () => {
    const world = createLoginWorld(database());
    const email = anEmail();
    const asked = await Promise.all(Array.from({ length: 30 }, () => refusal(browserIn(world).ask(email))));
    expect(asked.filter((code) => code === "taken")).toHaveLength(CODES_OF_NETWORKS_PER_HOUR);
    world.clock.advance(HOUR_MS + 1_000);
    expect(await refusal(browserIn(world).ask(email))).toBe("taken");
  });

  it("are judged in the database as the rule says, whatever is asked for and shown in whatever order", async () => {
    const world = createLoginWorld(database());
    const step = fc.record({
      act: fc.oneof(
        { weight: 1, arbitrary: fc.constant("right") },
        { weight: 20, arbitrary: fc.constant("wrong") },
        { weight: 6, arbitrary: fc.constant("again") },
      ),
      afterMinutes: fc.constantFrom(0, 0, 0, 0, 0, 3, 9, 61, 400),
    });
    /** What strangers did before: wrong codes for the address, and in all. */
    const before = fc.record({
      ofAddress: fc.constantFrom(0, WRONG_MAX.ofAddress - 3),
      ofAll: fc.constantFrom(0, 0, WRONG_MAX.ofAll),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), before, async (steps, others) => {
        const email = anEmail();
        let minute = 0;
        let sent = { minute: 0, wrong: 0, isShort: true };
        let codes: number[] = [0];
        const wrongs: number[] = Array.from({ length: others.ofAddress }, () => 0);
        const one = browserIn(world);
        await setWrong(world, { ofAll: 0 }); // an earlier run left its own: the first code has eight digits
        await one.ask(email);
        await setWrong(world, { email, ...others });
        const wrongNow = () => ({
          ofAddress: wrongs.length,
          ofNetwork: wrongs.slice(others.ofAddress).filter((at) => minute - at < 60).length,
          ofAll: minute < 60 ? others.ofAll : 0,
        });
        for (const { act, afterMinutes } of steps) {
          minute += afterMinutes;
          world.clock.advance(afterMinutes * 60_000 + 10);
          codes = codes.filter((at) => minute - at < 60);
          if (minute >= 24 * 60) return;
          if (act === "again") {
            const isSent = codes.length < CODES_PER_HOUR;
            expect(await refusal(one.ask(email))).toBe(isSent ? "taken" : "too_many_login_codes");
            if (!isSent) continue;
            codes.push(minute);
            sent = { minute, wrong: 0, isShort: !needsLongCode(wrongNow()) };
            expect((await world.codeTo(email)).length).toBe(sent.isShort ? 8 : 12);
            continue;
          }
          const isRight = act === "right";
          const outcome = judgeCode({
            isRight,
            isExpired: minute - sent.minute >= 10,
            isShort: isRight ? sent.isShort : true,
            wrongOfCode: sent.wrong,
            wrong: wrongNow(),
          });
          const code = await world.codeTo(email);
          const seen = await refusal(one.show(isRight ? code : otherThan(code)));
          const codeOf = { proved: "taken", too_short: "too_many_login_codes" } as Record<string, string>;
          expect(seen).toBe(codeOf[outcome] ?? "login_code_refused");
          if (outcome === "proved") return;
          if (outcome === "wrong") {
            sent.wrong += 1;
            wrongs.push(minute);
          }
        }
      }),
      { numRuns: inject("runs") * 25 },
    );
  });

  it("wait for each other in one order: asking and showing at once ends without a deadlock", async () => {
    const world = createLoginWorld(database());
    const emails = [anEmail(), anEmail()];
    const browsers = Array.from({ length: 3 }, () => browserIn(world));
    const ends = await Promise.all(
      Array.from({ length: 120 }, (_, i) => {
        const one = browsers[i % 3] ?? browserIn(world);
        return refusal(i % 2 === 0 ? one.ask(emails[i % 4 === 0 ? 0 : 1] ?? "") : one.show("00000000"));
      }),
    );
    for (const end of ends) expect(["taken", "login_code_refused", "too_many_login_codes"]).toContain(end);
  });

  it("are not sent when the service has no mail, and nothing is counted then", async () => {
    const world = createLoginWorld(database(), { outlet: () => ({ kind: "none" }) });
    const email = anEmail();
    for (let i = 0; i < 9; i += 1) expect(await refusal(browserIn(world).ask(email))).toBe("mail_not_configured");
  });

  it("ask the same of the database for an address that is known and one that is not", async () => {
    const user = await givenUser(database(), { emailIsVerified: true });
    const asked: string[][] = [];
    for (const email of [user.email, anEmail()]) {
      const statements: string[] = [];
      const { db } = database();
      const watched = {
        ...db,
        query: <Row>(statement: Parameters<typeof db.query>[0]) => {
          statements.push(statement.text);
          return db.query<Row>(statement);
        },
      };
      await browserIn(createLoginWorld(database(), { db: watched })).ask(email);
      asked.push(statements);
    }
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]).toHaveLength(2);
    for (const statement of asked[0] ?? []) expect(statement).not.toContain("users.");
  });
});
