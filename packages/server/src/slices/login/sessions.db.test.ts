import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { passFirstFactor, passSecondFactor } from "./attempt/pass-factor.ts";
import { forgetOld } from "./forget-old.ts";
import type { Revision } from "./model/revision.ts";
import { newSecret } from "./model/secrets.ts";
import type { SessionId } from "./model/session.ts";
import { revokeSession, revokeSessions } from "./session/end-session.ts";
import { findLoggedIn } from "./session/find-logged-in.ts";
import { findSession } from "./session/find-session.ts";
import { startSession } from "./session/start-session.ts";
import { listSecurityEvents } from "./store/security-events.ts";
import { listSessions } from "./store/sessions.ts";
import { createLoginWorld, type LoginWorld } from "./testing/login.harness.ts";

const DAY_MS = 86_400_000;
const visitor = { userAgent: "test", network: "192.0.2.1" };
/** Nothing was changed yet. */
const revision = 0 as Revision;

onDatabase("a session", (database) => {
  const start = ({ deps, random }: LoginWorld, user: User, secret = newSecret(random)) =>
    startSession(deps, { secret, state: undefined, user, revision, methods: ["email"], visitor });
  async function given(changes: Parameters<typeof createLoginWorld>[1] = {}) {
    const world = createLoginWorld(database(), changes);
    return { world, alice: await givenUser(database()), bob: await givenUser(database()) };
  }

  it("belongs to the browser that has its secret, for 30 days whatever it does", async () => {
    const { world, alice } = await given();
    const secret = await start(world, alice);
    for (let day = 0; day < 30; day += 1) {
      expect(await findSession(world.deps, secret)).toMatchObject({ userId: alice.id, methods: ["email"] });
      world.clock.advance(DAY_MS - 1_000);
    }
    world.clock.advance(60_000);
    expect(await findSession(world.deps, secret)).toBeUndefined();
    expect(await findSession(world.deps, newSecret(world.random))).toBeUndefined();
    expect(await findSession(world.deps, undefined)).toBeUndefined();
  });

  it("records once a minute that it was used", async () => {
    const { world, alice } = await given();
    const secret = await start(world, alice);
    const seen = async () => (await findSession(world.deps, secret))?.seenAt.getTime() ?? 0;
    const first = await seen();
    world.clock.advance(30_000);
    expect([await seen(), await seen()]).toEqual([first, first]);
    world.clock.advance(31_000);
    await seen();
    expect((await seen()) - first).toBeGreaterThanOrEqual(61_000);
  });

  it("gives the browser another secret at each login, ends the one before, and says so to what hangs on it", async () => {
    const { world, alice, bob } = await given();
    const first = await start(world, alice);
    const before = await findSession(world.deps, first);
    const second = await start(world, bob, first);
    expect(second).not.toBe(first);
    expect(await findSession(world.deps, first)).toBeUndefined();
    expect((await findSession(world.deps, second))?.userId).toBe(bob.id);
    expect(world.ended).toEqual([{ id: before?.id, reason: "replaced" }]);
  });

  it("is ended by its user alone: another user's id ends and learns nothing", async () => {
    const { world, alice, bob } = await given();
    const secret = await start(world, alice);
    const session = await findSession(world.deps, secret);
    const id = session?.id as SessionId;
    expect(await revokeSession(world.deps, { userId: bob.id, id, visitor })).toBe(false);
    expect(await listSessions(database().db, bob.id, world.clock.now())).toEqual([]);
    expect(await listSecurityEvents(database().db, bob.id, 30)).toEqual([]);
    expect((await findSession(world.deps, secret))?.id).toBe(id);
    expect(await revokeSession(world.deps, { userId: alice.id, id, visitor })).toBe(true);
    expect(await findSession(world.deps, secret)).toBeUndefined();
    expect(await revokeSession(world.deps, { userId: alice.id, id, visitor })).toBe(false);
    expect(world.ended).toEqual([{ id, reason: "revoked" }]);
    const kinds = (await listSecurityEvents(database().db, alice.id, 30)).map(({ kind }) => kind);
    expect(kinds).toEqual(["session_revoked", "session_started"]);
  });

  it("stays when all others of its user are ended, and so do those of other users", async () => {
    const { world, alice, bob } = await given();
    const [one, two, three, bobs] = [
      await start(world, alice),
      await start(world, alice),
      await start(world, alice),
      await start(world, bob),
    ];
    const own = await findSession(world.deps, two);
    expect(await revokeSessions(world.deps, { userId: alice.id, except: own?.id, visitor })).toBe(2);
    const left = await Promise.all([one, two, three, bobs].map((secret) => findSession(world.deps, secret)));
    expect(left.map((session) => session !== undefined)).toEqual([false, true, false, true]);
  });

  it("of a user who is blocked shows no page", async () => {
    const { world, alice } = await given();
    const secret = await start(world, alice);
    expect((await findLoggedIn(world.deps, secret))?.user.id).toBe(alice.id);
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${alice.id}`);
    expect(await findLoggedIn(world.deps, secret)).toBeUndefined();
  });

  it("begins after the second factor alone where one is due, whatever the first one was", async () => {
    const { world, alice } = await given({ needsSecondFactor: async ({ methods }) => methods.length < 2 });
    const secret = newSecret(world.random);
    const first = await passFirstFactor(world.deps, {
      secret,
      userId: alice.id,
      revision,
      method: "password",
      visitor,
    });
    expect(first).toEqual({ kind: "second_factor", secret: expect.not.stringMatching(secret) });
    if (first.kind !== "second_factor") throw new Error("not reached");
    for (const early of [secret, first.secret]) expect(await findSession(world.deps, early)).toBeUndefined();
    await expect(passSecondFactor(world.deps, { secret, method: "totp", visitor })).rejects.toMatchObject({
      code: "login_gone",
    });

    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, () => passSecondFactor(world.deps, { secret: first.secret, method: "totp", visitor })),
    );
    const done = ends.filter((end) => end.status === "fulfilled");
    expect(done).toHaveLength(1);
    const session = await findSession(
      world.deps,
      done[0]?.value.kind === "logged_in" ? done[0].value.secret : undefined,
    );
    expect(session).toMatchObject({ userId: alice.id, methods: ["password", "totp"] });
  });

  it("waits for a third proof where the policy asks for one by then", async () => {
    const { world, alice } = await given({ needsSecondFactor: async ({ methods }) => methods.length < 3 });
    const secret = newSecret(world.random);
    const first = await passFirstFactor(world.deps, {
      secret,
      userId: alice.id,
      revision,
      method: "lightning",
      visitor,
    });
    if (first.kind !== "second_factor") throw new Error("not reached");
    const second = await passSecondFactor(world.deps, { secret: first.secret, method: "email", visitor });
    expect(second).toEqual({ kind: "second_factor", secret: expect.not.stringMatching(first.secret) });
    if (second.kind !== "second_factor") throw new Error("not reached");
    expect(await findSession(world.deps, second.secret)).toBeUndefined();
    const third = await passSecondFactor(world.deps, { secret: second.secret, method: "totp", visitor });
    if (third.kind !== "logged_in") throw new Error("not reached");
    expect(await findSession(world.deps, third.secret)).toMatchObject({ methods: ["lightning", "email", "totp"] });
  });

  it("does not begin for a user who is blocked, by another factor than the mail's either", async () => {
    const { world, alice } = await given();
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${alice.id}`);
    const factor = { secret: newSecret(world.random), userId: alice.id, revision, method: "passkey", visitor };
    expect(await passFirstFactor(world.deps, factor)).toEqual({ kind: "blocked", secret: factor.secret });
  });

  it("keeps the browser's session until the login is done", async () => {
    const { world, alice, bob } = await given({ needsSecondFactor: async ({ methods }) => methods.length < 2 });
    const secret = await start(world, alice);
    const step = await passFirstFactor(world.deps, { secret, userId: bob.id, revision, method: "passkey", visitor });
    if (step.kind !== "second_factor") throw new Error("not reached");
    expect((await findSession(world.deps, step.secret))?.userId).toBe(alice.id);
    await passSecondFactor(world.deps, { secret: step.secret, method: "totp", visitor });
    expect(world.ended).toEqual([{ id: expect.any(String), reason: "replaced" }]);
  });

  it("is forgotten after its end, as attempts, counters and old security events are", async () => {
    const { world, alice } = await given();
    for (const table of ["attempt", "address", "session", "security_event", "known_browser"])
      await database().admin.query({ text: `delete from login.${table}`, values: [] });
    await start(world, alice);
    const { deps } = world;
    const later = await passFirstFactor(
      { ...deps, needsSecondFactor: async () => true },
      {
        secret: newSecret(world.random),
        userId: alice.id,
        revision,
        method: "passkey",
        visitor,
      },
    );
    expect(later.kind).toBe("second_factor");
    expect(await forgetOld(deps)).toBe(0);
    world.clock.advance(31 * 60_000);
    expect(await forgetOld(deps)).toBe(1);
    world.clock.advance(30 * DAY_MS);
    expect(await forgetOld(deps)).toBe(1);
    expect(world.ended).toEqual([{ id: expect.any(String), reason: "expired" }]);
    world.clock.advance(366 * DAY_MS);
    expect(await forgetOld(deps)).toBe(2); // the event, and that the browser is known
    expect(await forgetOld(deps)).toBe(0);
  });
});
