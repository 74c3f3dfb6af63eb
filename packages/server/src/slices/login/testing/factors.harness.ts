import type { Clock } from "#kernel/clock.ts";
import { newId, type UserId } from "#kernel/ids.ts";
import type { Outlet } from "#mails";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { createUser } from "#users";
import type { RecentLogin } from "../model/recent-login.ts";
import type { SessionId } from "../model/session.ts";

export const random = machineRandom();
export const SEALER = createSealer({ random, key: new Uint8Array(32).fill(7) });
export const VISITOR = { userAgent: "a test", network: "192.0.2.1" };
/** Of a browser that was never logged in. */
export const BROWSER = new Uint8Array(32).fill(1);
export const BASE_URL = "https://pay.example";

/** A clock that stands until a test moves it. */
export function givenClock(start = new Date("2030-01-02T03:04:05Z")) {
  let ms = start.getTime();
  const clock: Clock = {
    now: () => new Date(ms),
    monotonicMs: () => ms,
    sleep: async () => undefined,
    turn: async () => undefined,
  };
  const advance = (byMs: number): void => {
    ms += byMs;
  };
  return { clock, advance };
}

/** A service whose mails are kept, and users of it. */
export function givenFactors({ db, batch }: DatabaseUnderTest, { hasMail = true } = {}) {
  const { clock, advance } = givenClock();
  const outlet = (): Outlet => ({ kind: hasMail ? "mailbox" : "none" });
  const ended: string[] = [];
  const deps = {
    db,
    clock,
    random,
    sealer: SEALER,
    journal: memoryJournal(),
    baseUrl: BASE_URL,
    outlet,
    log: createLog({ level: "silent", pretty: false }),
    onSessionEnded: async ({ id }: { readonly id: string }) => void ended.push(id),
  };

  const user = async (name = "user") => {
    const id = random.uuid().slice(-8);
    const made = await createUser(
      { batch, random },
      { email: `${name}-${id}@example.com`, gamertag: `${name}-${id}`, emailIsVerified: true },
    );
    const sessionId = newId<SessionId>(random);
    const login = (): RecentLogin => ({
      userId: made.id,
      sessionId,
      visitor: VISITOR,
      authenticatedAt: clock.now(),
    });
    return { ...made, login };
  };
  return { deps, clock, advance, user, ended };
}

/** What was written for the user to see, oldest first. */
export async function securityEventsOf({ admin }: DatabaseUnderTest, userId: UserId): Promise<string[]> {
  const rows = await admin.query<{ kind: string }>(sql`
    select kind from login.security_event where user_id = ${userId} order by id`);
  return rows.map(({ kind }) => kind);
}

/** Bodies of the mails to an address, oldest first. */
export async function mailsTo({ admin }: DatabaseUnderTest, email: string): Promise<string[]> {
  const rows = await admin.query<{ text: string }>(sql`
    select body_text as text from mails.mail where recipient = ${email} order by id`);
  return rows.map(({ text }) => text);
}

/** Every value of every row of the slice, in one text. */
export async function dumpOf({ admin }: DatabaseUnderTest): Promise<string> {
  const tables = await admin.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('login', 'mails')`);
  const dumps: string[] = [];
  for (const { name } of tables) {
    const rows = await admin.query<{ row: string }>({ text: `select t::text as row from ${name} t`, values: [] });
    dumps.push(...rows.map(({ row }) => row));
  }
  return dumps.join("\n");
}

export const together = async <T>(times: number, run: (i: number) => Promise<T>): Promise<T[]> =>
  await Promise.all(Array.from({ length: times }, (_, i) => run(i)));
