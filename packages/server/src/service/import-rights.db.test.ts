import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { newId, type ProjectKeyId } from "#kernel/ids.ts";
import type { JournalEntry } from "#kernel/journal.ts";
import { sats } from "#kernel/money.ts";
import { blockUser, closeAccount, listFactors, unblockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createPasswordHasher } from "#platform/secrets/password-hasher.ts";
import {
  authenticate,
  confirmKeys,
  createKey,
  createKeyCache,
  listKeys,
  listValidKeys,
  restrictKey,
  revokeKey,
} from "#projects";
import { checkRecoveryCode } from "#slices/login/factors/check-recovery-code.ts";
import { makeRecoveryCodes } from "#slices/login/factors/make-recovery-codes.ts";
import { removeFactor } from "#slices/login/factors/remove-factor.ts";
import { setPassword } from "#slices/login/factors/set-password.ts";
import { givenFactors, VISITOR } from "#slices/login/testing/factors.harness.ts";
import { givenMailing } from "#slices/mails/testing/mailing.harness.ts";
import { unsubscribe } from "#slices/mails/unsubscribe.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { projectOf } from "#slices/vouchers/testing/email.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import { findUser } from "#users";
import { dyingAt, importOf } from "./testing/imported.harness.ts";

const random = machineRandom();

onDatabase("the import of rights that were taken away", (database) => {
  const outcomes = (all: readonly { readonly outcome: string }[]) => all.map(({ outcome }) => outcome);
  const isBlocked = async (id: string) => (await findUser(database().db, id as never))?.blockedAt !== undefined;

  describe("keys", () => {
    /** Keys that are valid in the copy; they were revoked after it was made. */
    async function given(count: number) {
      const { issuer } = await givenVouchers(database());
      const journal = memoryJournal();
      const deps = { ...database(), clock: machineClock, random, journal, keyCache: createKeyCache(machineClock) };
      const keys: Awaited<ReturnType<typeof createKey>>[] = [];
      for (let i = 0; i < count; i += 1) keys.push(await createKey(deps, { projectId: projectOf(issuer) }));
      for (const { key } of keys) await revokeKey(deps, { keyId: key.id });
      const ids = keys.map(({ key }) => key.id);
      await database().admin.query(
        sql`update projects.project_key set revoked_at = null where id = any (${ids}::uuid[])`,
      );
      const valid = async () => (await listValidKeys(database().db, ids)).size;
      return { deps, keys, ids, valid, entries: journal.entries };
    }

    it("are revoked again, once; a process that knows one takes it for 5 seconds more", async () => {
      const { keys, valid, entries } = await given(2);
      let ms = Date.now();
      const clock = { ...machineClock, now: () => new Date(ms), monotonicMs: () => ms };
      const scheduler = { spawn: () => undefined } as never;
      const other = { ...database(), clock, scheduler, keyCache: createKeyCache(clock) };
      const secret = keys[0]?.secret ?? "";
      expect(await authenticate(other, secret)).toBeDefined();
      const run = await importOf(database(), entries);

      const both = await Promise.all([run(), run()]);
      expect(outcomes(both.flat()).filter((outcome) => outcome === "done")).toHaveLength(2);
      expect(await valid()).toBe(0);
      expect(await run()).toEqual([]);
      ms += 5_001;
      expect(await authenticate(other, secret)).toBeUndefined();
    });

    it("whose rules were changed since may only read, confirmed or not, until they are given again", async () => {
      const { issuer } = await givenVouchers(database());
      const journal = memoryJournal();
      const clock = { ...machineClock, sleep: async () => undefined };
      const deps = {
        ...database(),
        clock,
        random,
        journal,
        keyCache: createKeyCache(clock),
        log: pino({ level: "silent" }),
      };
      const project = projectOf(issuer);
      const make = async () => (await createKey(deps, { projectId: project })).key.id;
      const [narrowed, same, revoked] = [await make(), await make(), await make()];
      for (const keyId of [narrowed, same, revoked])
        await restrictKey(deps, { keyId, changes: { scopes: ["read", "send"], daily: sats(5n) } });
      await restrictKey(deps, { keyId: narrowed, changes: { scopes: ["read"], cap: sats(1n) } });
      // The copy has no rules, but for one key the last ones, in another order; one is revoked in it.
      await database().admin.query(
        sql`delete from projects.key_policy where key_id = any (${[narrowed, revoked]}::uuid[])`,
      );
      await database().admin.query(sql`
        update projects.key_policy set scopes = array['send', 'read'] where key_id = ${same}`);
      await revokeKey({ ...deps, journal: memoryJournal() }, { keyId: revoked });
      // Older rules of a key that has its last ones here, many lines before those.
      const stranger = { what: "key.restrict", id: newId<ProjectKeyId>(random), hashes: [new Uint8Array(32)] } as const;
      const older: JournalEntry[] = [{ ...stranger, id: same }, ...Array.from({ length: 500 }, () => stranger)];
      const run = await importOf(database(), [...older, ...journal.entries]);
      const waiting = async () => {
        const keys = await listKeys(database().db, project);
        return keys.filter(({ waitsForRules }) => waitsForRules).map(({ id }) => id);
      };

      const both = (await Promise.all([run(), run()])).flat();
      expect(both.filter(({ outcome }) => outcome === "question")).toMatchObject([
        { id: narrowed, detail: expect.stringContaining(`leyden key restrict ${narrowed}`) },
      ]);
      expect(await run()).toEqual([]);
      expect(await confirmKeys(deps, { project })).toBe(0);
      expect(await waiting()).toEqual([narrowed]);

      // Each rule that is not named would be the copy's.
      const all = {
        scopes: ["read"],
        cap: sats(1n),
        daily: sats(5n),
        weekly: undefined,
        monthly: undefined,
        destinations: undefined,
        networks: undefined,
      } as const;
      for (const rule of Object.keys(all) as (keyof typeof all)[]) {
        const { [rule]: _, ...changes } = all;
        await expect(restrictKey(deps, { keyId: narrowed, changes })).rejects.toThrow("are those of the copy");
      }
      expect(await waiting()).toEqual([narrowed]);
      await restrictKey(deps, { keyId: narrowed, changes: all });
      expect(await waiting()).toEqual([]);
      expect(await confirmKeys(deps, { project })).toBe(1);
    });

    it("are revoked once by an import and an operator who race", async () => {
      const { deps, ids, valid, entries } = await given(1);
      const run = await importOf(database(), entries);
      const [, ...others] = await Promise.allSettled([run(), ...ids.map((keyId) => revokeKey(deps, { keyId })), run()]);
      expect(others).toHaveLength(2);
      expect(await valid()).toBe(0);
    });

    it("are revoked all of them by the next import when the first one died between two", async () => {
      const { ids, valid, entries } = await given(3);
      const stranger: JournalEntry = { what: "key.revoke", id: newId<ProjectKeyId>(random) }; // made after the copy
      const run = await importOf(database(), [stranger, ...entries]);
      await expect(run(dyingAt(database().db, /projects.revoke_key/, 2))).rejects.toThrow("died");
      expect(await valid()).toBe(2);
      expect(outcomes(await run())).toEqual(["done", "done"]);
      expect([await valid(), ids.length]).toEqual([0, 3]);
    });
  });

  describe("ways to log in", () => {
    it("are removed again, and one of the same kind that came later stays", async () => {
      const { deps, user, advance } = givenFactors(database());
      const owner = await user();
      const set = (password: string) =>
        setPassword({ ...deps, passwords: createPasswordHasher() }, owner.login(), { password });
      const row = async () => {
        const [found] = await database().admin.query<{ hash: string; at: Date }>(sql`
          select hash, set_at as at from login.password where user_id = ${owner.id}`);
        return found;
      };
      await set("correct horse");
      const first = await row();
      advance(60_000);
      await set("battery staple");
      const second = await row();
      advance(60_000);
      await removeFactor(deps, owner.login(), { kind: "password" });
      advance(60_000);
      const run = await importOf(database(), deps.journal.entries);

      for (const copy of [first, second]) {
        await database().admin.query(sql`
          insert into login.password (user_id, hash, set_at)
          values (${owner.id}, ${copy?.hash}, ${copy?.at})`);
        const [one, two] = await Promise.all([run(), run()]);
        expect(outcomes([...one, ...two])).toContain("done");
        expect(await row()).toBeUndefined();
      }
      await set("a third one");
      expect(await run()).toEqual([]);
      expect((await listFactors(deps, owner.id)).password).toBeDefined();
    });

    it("count recovery codes, used since or replaced: each is of no use again, and the others are", async () => {
      const { deps, user } = givenFactors(database());
      const owner = await user();
      await database().admin.query(sql`
        insert into login.factor_set (user_id, changed_at) values (${owner.id}, now()) on conflict do nothing`);
      await database().admin.query(sql`
        insert into login.totp (user_id, secret, last_step, created_at)
        values (${owner.id}, ${random.bytes(60)}, 1, now())`);
      const codes = await makeRecoveryCodes(deps, owner.login());
      const left = async () => (await listFactors(deps, owner.id)).totp?.recoveryCodes;
      const recover = async (code = "") =>
        (await checkRecoveryCode(deps, { userId: owner.id, code, visitor: VISITOR, browser: random.bytes(32) })).kind;
      const inCopy = await database().admin.query<{ hash: Uint8Array }>(sql`
        select code_hash as hash from login.recovery_code where user_id = ${owner.id}`);
      expect([await recover(codes[0]), await recover(codes[0])]).toEqual(["passed", "wrong"]);
      const entries = [...deps.journal.entries];
      expect(entries).toMatchObject([{ what: "factor.remove", kind: "recovery_code" }]);
      await makeRecoveryCodes(deps, owner.login());
      const all = await importOf(database(), deps.journal.entries);
      const back = async () => {
        await database().admin.query(sql`delete from login.recovery_code where user_id = ${owner.id}`);
        for (const { hash } of inCopy)
          await database().admin.query(sql`
            insert into login.recovery_code (user_id, code_hash, created_at) values (${owner.id}, ${hash}, now())`);
      };

      await back();
      const run = await importOf(database(), entries);
      expect(outcomes((await Promise.all([run(), run()])).flat())).toContain("done");
      expect([await left(), await recover(codes[0]), await recover(codes[1])]).toEqual([9, "wrong", "passed"]);
      await back();
      await all();
      expect([await left(), await all()]).toEqual([0, []]);
    });

    it("end what a recovery code has opened that was used before the restore and again after it, once", async () => {
      const { deps, user } = givenFactors(database());
      const [owner, other] = [await user(), await user()];
      await database().admin.query(sql`
        insert into login.factor_set (user_id, changed_at) values (${owner.id}, now()) on conflict do nothing`);
      await database().admin.query(sql`
        insert into login.totp (user_id, secret, last_step, created_at)
        values (${owner.id}, ${random.bytes(60)}, 1, now())`);
      const [own = "", seen = "", next = ""] = await makeRecoveryCodes(deps, owner.login());
      const recover = async (code: string) =>
        (await checkRecoveryCode(deps, { userId: owner.id, code, visitor: VISITOR, browser: random.bytes(32) })).kind;
      // one was used before the copy was made, a moment before its line; the other since, which the copy does not know
      await recover(own);
      await database().admin.query(sql`
        update login.recovery_code
           set used_at = now() - interval '61 minutes'
         where user_id = ${owner.id} and used_at is not null`);
      await recover(seen);
      const run = await importOf(database(), deps.journal.entries); // its lines are an hour old
      await database().admin.query(sql`
        update login.recovery_code set used_at = null where user_id = ${owner.id} and used_at > now()`);
      const logIn = async () => {
        for (const { id } of [owner, other])
          await database().admin.query(sql`
            insert into login.session (
              id, secret_hash, user_id, methods, authenticated_at, seen_at, expires_at, user_agent, network)
            values (
              ${random.uuid()}, ${random.bytes(32)}, ${id}, '{recovery}', now(), now(), now() + interval '1 day', 'x',
              'y')`);
      };
      const sessions = async ({ id }: { readonly id: string }) =>
        (await database().admin.query(sql`select id from login.session where user_id = ${id}`)).length;
      expect(await recover(seen)).toBe("passed"); // by one who had seen it
      await logIn();

      const both = (await Promise.all([run(), run()])).flat();
      expect(outcomes(both).filter((outcome) => outcome === "done")).toHaveLength(1);
      expect([await sessions(owner), await sessions(other)]).toEqual([0, 1]);
      expect([await recover(seen), await recover(next)]).toEqual(["wrong", "passed"]);
      await logIn();
      expect(await run()).toEqual([]);
      expect([await sessions(owner), await sessions(other)]).toEqual([1, 2]);
    });

    it("of a wallet and an app are found by what names them; another user's stay", async () => {
      const { deps, user } = givenFactors(database());
      const [owner, other] = [await user(), await user()];
      const since = new Date("2030-01-01T00:00:00.123Z");
      const key = Buffer.concat([Buffer.from([2]), random.bytes(32)]);
      const link = async (at = since) => {
        for (const { id } of [owner, other]) {
          await database().admin.query(sql`
            insert into login.factor_set (user_id, changed_at)
            values (${id}, now())
                on conflict (user_id) do nothing`);
          await database().admin.query(sql`
            insert into login.totp (user_id, secret, last_step, created_at)
            values (${id}, ${random.bytes(60)}, 1, ${id === owner.id ? since : new Date(0)})
                on conflict (user_id) do nothing`);
        }
        await database().admin.query(sql`
          insert into login.lightning_key (key, user_id, name, created_at)
          values (${key}, ${owner.id}, 'a wallet', ${at})`);
      };
      await link();
      await removeFactor(deps, owner.login(), { kind: "lightning", key: key.toString("hex") as never });
      await removeFactor(deps, owner.login(), { kind: "totp" });
      await link();
      const run = await importOf(database(), deps.journal.entries);
      await expect(run(dyingAt(database().db, /^transaction$/, 2))).rejects.toThrow("died");
      expect(outcomes(await run())).toEqual(["done"]);
      expect(await listFactors(deps, owner.id)).toMatchObject({ lightningKeys: [], totp: undefined });
      expect((await listFactors(deps, other.id)).totp).toBeDefined();
      await link(new Date("2030-02-01T00:00:00Z")); // linked again later
      await database().admin.query(sql`update login.totp set created_at = now() where user_id = ${owner.id}`);
      expect(await run()).toEqual([]);
      expect((await listFactors(deps, owner.id)).lightningKeys).toHaveLength(1);
    });
  });

  describe("blocks", () => {
    it("are set again, unless a newer line lifts them; however far the lines are apart", async () => {
      const journal = memoryJournal();
      const deps = { ...database(), clock: machineClock, journal };
      const [stays, lifted] = [await givenUser(database()), await givenUser(database())];
      for (const { id } of [stays, lifted]) await blockUser(deps, id);
      await unblockUser(deps, lifted.id);
      await unblockUser(deps, stays.id);
      await blockUser(deps, stays.id);
      await database().admin.query(sql`update users.user set blocked_at = null where id = ${stays.id}`); // the copy
      const others: JournalEntry[] = Array.from({ length: 700 }, () => ({ what: "user.block", id: random.uuid() }));
      const [first, ...rest] = journal.entries;
      const run = await importOf(database(), [...(first ? [first] : []), ...others, ...rest]);

      const both = await Promise.all([run(), run(), blockUser(deps, stays.id)]);
      expect(both[0].concat(both[1]).every(({ id, outcome }) => id === stays.id && outcome === "done")).toBe(true);
      expect([await isBlocked(stays.id), await isBlocked(lifted.id)]).toEqual([true, false]);
      expect(await run()).toEqual([]);
      await unblockUser(deps, stays.id);
      const later = await importOf(database(), journal.entries);
      expect(await later()).toEqual([]);
      expect(await isBlocked(stays.id)).toBe(false);
    });
  });

  describe("addresses that want no mails", () => {
    it("get none again, also by the link of a mail that the copy lacks; a repeated link writes no line", async () => {
      const world = await givenMailing(database());
      const journal = memoryJournal();
      const to = `${random.uuid()}@example.com`;
      const mail = await world.append({ to });
      const token = mail.project?.unsubscribeUrl.split("/").at(-1) ?? "";
      for (let i = 0; i < 3; i += 1) expect(await unsubscribe({ ...world.deps, journal }, token)).toBe(true);
      expect(journal.entries).toMatchObject([{ what: "mail.unsubscribe", id: mail.id }]);
      for (const table of ["mail", "recipient"])
        await database().admin.query({ text: `delete from mails.${table}`, values: [] });

      const run = await importOf(database(), journal.entries);
      const both = await Promise.all([run(), run()]);
      expect(outcomes(both.flat()).filter((outcome) => outcome === "done")).toHaveLength(1);
      await expect(world.append({ to })).rejects.toMatchObject({
        code: "recipient_unsubscribed",
      });
      expect(await run()).toEqual([]);
    });
  });

  describe("closed accounts", () => {
    const close = (id: string): JournalEntry => ({ what: "account.close", id });
    const verb = async (id: string) => {
      const user = await findUser(database().db, id as never);
      if (user === undefined) throw new Error("lost");
      const { deps } = givenFactors(database());
      return await closeAccount({ ...deps, onAccountClosed: async () => undefined }, user);
    };

    it("are closed again, once, also beside their owner", async () => {
      const user = await givenUser(database());
      const run = await importOf(database(), [close(user.id), close(random.uuid())]);
      const [one, two] = await Promise.all([run(), run(), verb(user.id)]);
      expect(outcomes([...one, ...two])).not.toContain("question");
      expect((await findUser(database().db, user.id))?.email).toBe(`closed:${user.id}`);
      expect(await run()).toEqual([]);
    });

    it("with money in the copy are a question, until it has left", async () => {
      const { world } = await givenVouchers(database());
      const user = await givenUser(database());
      const [{ account } = { account: 0n }] = await database().admin.query<{ account: bigint }>(sql`
        select w.account_no as account from wallets.wallet w where w.id = ${user.walletId}`);
      const move = (debit: string, credit: string) =>
        database().admin.query({
          text: `select ledger.post_all(now(), array[gen_random_uuid()], array[${debit}], array[${credit}],
                        array[${sats(5n)}]::bigint[], null, null, array['test'], array[gen_random_uuid()])`,
          values: [],
        });
      await move("ledger.system('lightning_node')", `${account}::bigint`);
      const run = await importOf(database(), [close(user.id)]);
      expect(await run()).toMatchObject([{ id: user.id, outcome: "question" }]);
      await move(`${account}::bigint`, "ledger.system('lightning_node')");
      expect(outcomes(await run())).toEqual(["done"]);
      await world.settled();
    });
  });
});
