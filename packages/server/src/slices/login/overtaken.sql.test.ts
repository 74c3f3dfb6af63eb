import { expect, it } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createPasswordHasher } from "#platform/secrets/password-hasher.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { blockUser, unblockUser } from "./account/block-user.ts";
import { closeAccount } from "./account/close-account.ts";
import { checkCode } from "./attempt/check-code.ts";
import { passFirstFactor, passSecondFactor } from "./attempt/pass-factor.ts";
import { requestCode } from "./attempt/request-code.ts";
import { takeFirstFactor } from "./attempt/take-first-factor.ts";
import { makeRecoveryCodes } from "./factors/make-recovery-codes.ts";
import { removeFactor } from "./factors/remove-factor.ts";
import { setPassword } from "./factors/set-password.ts";
import type { WalletKey } from "./model/factors.ts";
import { addressHash, newSecret } from "./model/secrets.ts";
import type { SessionId } from "./model/session.ts";
import { startSession } from "./session/start-session.ts";
import { updateEmail } from "./store/accounts.ts";
import { findRevision } from "./store/factors.ts";
import { insertLightningKey, useLightningKey } from "./store/lightning-keys.ts";
import { endLogins, listSessions } from "./store/sessions.ts";
import { createLoginWorld, type LoginWorld } from "./testing/login.harness.ts";

const visitor = { userAgent: "test", network: "192.0.2.1" };
const PASSWORD = "a long and rare sentence";

type Change = (world: LoginWorld, user: User) => Promise<unknown>;

const loginOf = ({ clock, random }: LoginWorld, { id: userId }: User) => ({
  userId,
  sessionId: newId<SessionId>(random),
  authenticatedAt: clock.now(),
  visitor,
});

const CHANGES: Readonly<Record<string, Change>> = {
  "the password is another one": (world, user) =>
    setPassword(world.deps, loginOf(world, user), { password: "another rare and long sentence" }),
  "the password is the same again": (world, user) =>
    setPassword(world.deps, loginOf(world, user), { password: PASSWORD }),
  "the password is removed": (world, user) => removeFactor(world.deps, loginOf(world, user), { kind: "password" }),
  "there is an app, with new recovery codes": async (world, user) => {
    await world.database.admin.query(sql`
      insert into login.totp (user_id, secret, last_step, created_at)
      values (${user.id}, ${new Uint8Array(20)}, 1, ${world.clock.now()})`);
    await makeRecoveryCodes(world.deps, loginOf(world, user));
  },
  "the address is another one": async ({ deps, clock, random }, user) => {
    const email = emailAddress(`${newGamertag("new")}@example.com`);
    await updateEmail(deps.db, clock.now(), {
      userId: user.id,
      email,
      addressHash: addressHash(deps.mac, email),
      session: newId<SessionId>(random),
      visitor,
      eventIds: [random.uuid(), random.uuid()],
    });
  },
  "the user is blocked": ({ deps }, { id }) => blockUser(deps, id),
  "the user is blocked, and it is lifted": async ({ deps }, { id }) => {
    await blockUser(deps, id);
    await unblockUser(deps, id);
  },
  "the account is closed": ({ deps }, user) => closeAccount(deps, user),
};

onDatabase("a login that a change overtakes", (database) => {
  /** A user with a password. `meanwhile` runs after each check of a login, before its session starts. */
  async function given() {
    let meanwhile = async (): Promise<unknown> => undefined;
    let whileHashed = async (): Promise<unknown> => undefined;
    const passwords = createPasswordHasher();
    const world: LoginWorld = createLoginWorld(database(), {
      passwords: {
        ...passwords,
        verify: async (...shown) => {
          await whileHashed();
          return await passwords.verify(...shown);
        },
      },
      needsSecondFactor: async ({ methods }) => {
        await meanwhile();
        return methods.includes("lightning") && methods.length < 2;
      },
    });
    const user = await givenUser(database(), { emailIsVerified: true });
    await setPassword(world.deps, loginOf(world, user), { password: PASSWORD });
    const sessions = async () => (await listSessions(database().db, user.id, world.clock.now())).length;
    const overtakenBy = (change: Change) => {
      meanwhile = async () => {
        meanwhile = async () => undefined;
        await change(world, user);
      };
    };
    const changedWhileHashed = (change: Change) => {
      whileHashed = () => change(world, user);
    };
    return { world, user, sessions, overtakenBy, changedWhileHashed };
  }
  type Given = Awaited<ReturnType<typeof given>>;

  const WAYS: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
    password: async ({ world: { deps, random }, user: { email } }) =>
      await takeFirstFactor(deps, {
        secret: newSecret(random),
        visitor,
        shown: { method: "password", email, password: PASSWORD },
      }),
    "code of a mail": async ({ world: { deps, random, codeTo }, user: { email } }) => {
      const secret = newSecret(random);
      await requestCode(deps, { secret, email, purpose: "log_in", language: "en", network: visitor.network });
      return await checkCode(deps, { secret, code: await codeTo(email), visitor });
    },
    "second factor": async ({ world: { deps, random, clock }, user: { id: userId } }) => {
      const key = Buffer.from(random.bytes(33)).toString("hex") as WalletKey;
      await deps.db.transaction((tx) => insertLightningKey(tx, { key, userId, name: "a wallet", now: clock.now() }));
      const owner = await useLightningKey(deps.db, key, clock.now());
      if (owner === undefined) throw new Error("not reached");
      const first = await passFirstFactor(deps, { secret: newSecret(random), ...owner, method: "lightning", visitor });
      if (first.kind !== "second_factor") throw new Error("not reached");
      return await passSecondFactor(deps, { secret: first.secret, method: "email", visitor });
    },
  };

  const cases = Object.keys(WAYS).flatMap((way) => Object.keys(CHANGES).map((change) => [way, change] as const));

  it.each(cases)("by %s gives no session when %s between check and start", async (way, change) => {
    const known = await given();
    known.overtakenBy(CHANGES[change] as Change);
    const step = await WAYS[way]?.(known).catch(({ code }) => ({ kind: code }));
    expect(["login_gone", "blocked"]).toContain((step as { readonly kind: string }).kind);
    expect(await known.sessions()).toBe(0);
  });

  it.each(["the address is another one", "the user is blocked, and it is lifted"])(
    "by password gives no session when %s while it is hashed",
    async (change) => {
      const known = await given();
      known.changedWhileHashed(CHANGES[change] as Change);
      await expect(WAYS["password"]?.(known)).rejects.toMatchObject({ code: "login_gone" });
      expect(await known.sessions()).toBe(0);
    },
  );

  it.each(Object.keys(WAYS))("by %s gives one when nothing changes, also after changes before it", async (way) => {
    const known = await given();
    expect(await WAYS[way]?.(known)).toMatchObject({ kind: "logged_in" });
    await blockUser(known.world.deps, known.user.id);
    await unblockUser(known.world.deps, known.user.id);
    expect(await WAYS[way]?.(known)).toMatchObject({ kind: "logged_in" });
    expect(await known.sessions()).toBe(1);
  });

  it("waits for a change that is not committed yet, and gives no session after it", async () => {
    const { world, user, sessions } = await given();
    const { deps, clock, random } = world;
    const revision = await findRevision(deps.db, user.id);
    const start = () =>
      startSession(deps, { secret: newSecret(random), state: undefined, user, revision, methods: ["email"], visitor });
    let started: Promise<unknown> = Promise.resolve();
    await deps.db.transaction(async (tx) => {
      await endLogins(tx, clock.now(), { userId: user.id, except: newId<SessionId>(random) });
      started = expect(start()).rejects.toMatchObject({ code: "login_gone" });
      await expect.poll(() => waiting()).toBe(1);
    });
    await started;
    expect(await sessions()).toBe(0);
  });

  it("leaves no session behind, of changes and logins at once", async () => {
    const { world, user, sessions } = await given();
    const { deps, random } = world;
    for (let round = 0; round < 5; round += 1) {
      const revision = await findRevision(deps.db, user.id);
      const starts = Array.from({ length: 8 }, () =>
        startSession(deps, {
          secret: newSecret(random),
          state: undefined,
          user,
          revision,
          methods: ["email"],
          visitor,
        }),
      );
      await Promise.allSettled([...starts, blockUser(deps, user.id)]);
      expect(await sessions()).toBe(0);
    }
  });

  const waiting = async () =>
    (
      await database().admin.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    ).length;
});
