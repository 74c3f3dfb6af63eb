import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { JournalEntry } from "#kernel/journal.ts";
import { msats, sats } from "#kernel/money.ts";
import { findRemaining, findServiceUse, type LimitChanges, setLimits } from "#ledger";
import { pay as accept } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { type GivenJournal, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { findKey, leftOf, rollKey } from "#projects";
import { type Departed, findRestore, learnSpending, liftLimits, listUnknownSpending } from "#restore";
import { fails, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { codesOf, keyOf, withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { importJournal } from "./import-journal.ts";
import { departedOf } from "./testing/departed.harness.ts";
import { restored } from "./testing/restored.harness.ts";

const HOUR = 60 * MINUTE;

onDatabase("limits after a restore", (database) => {
  const { anew, given, liftAll, expectWhole } = restored(database);
  beforeEach(anew);

  const limit = ({ clock }: Driving, { wallet }: Caller, changes: LimitChanges) =>
    setLimits({ db: database().db, clock }, wallet.account, changes);
  const left = ({ clock }: Driving, { wallet }: Caller) => findRemaining(database().db, wallet.account, clock.now());
  const unknown = async ({ clock }: Driving) =>
    (await listUnknownSpending(database().db, clock.now())).map(({ what }) => what);
  const codeOf = async (work: Promise<unknown>) => codesOf(await Promise.allSettled([work]))[0];

  /** The database went back: what is on it now is a copy. */
  const open = ({ clock }: Driving) =>
    database().admin.query(sql`
      select restore.open_restore(${clock.now()}, gen_random_uuid(), 'book_went_back', null, null, null)`);

  const lineOf = ({ id, wallet, origin, paymentHash, amount, feeLimit, key }: Departed): JournalEntry => ({
    what: "payment.dispatch",
    id,
    wallet,
    origin,
    paymentHash,
    amount,
    feeLimit,
    ...(key && { actor: { kind: "key", id: key } }),
  });

  /** The time of each line is that at which it left. */
  async function written(driving: Driving, departed: readonly Departed[], on = givenJournal()): Promise<GivenJournal> {
    for (const one of departed) {
      const writer = on.writer({ clock: { ...driving.clock, now: () => one.firstAt } });
      await writer.append(lineOf(one));
      await writer.close();
    }
    return on;
  }

  const run = ({ world }: Driving, { folder, installation }: GivenJournal) =>
    importJournal(world.drive, { folders: [folder], installation });

  const ago = ({ clock }: Driving, hours: number) => {
    const at = new Date(clock.now().getTime() - hours * HOUR);
    return { firstAt: at, lastAt: at };
  };

  it("count what a whole journal tells in the hour in which it left, and let the rest be spent", async () => {
    const driving = await given();
    const { caller, later, pay } = driving;
    await limit(driving, caller, { daily: sats(250n), weekly: sats(1_000n) });
    const early = departedOf(driving, caller, { plan: settles({ fee: sats(1n) }), ...ago(driving, 20) });
    const late = departedOf(driving, caller, { plan: settles({ fee: sats(1n) }), ...ago(driving, 5) });
    const old = departedOf(driving, caller, { plan: settles({ fee: sats(1n) }), ...ago(driving, 50) });
    const sent = async () => (await findServiceUse(database().db, driving.clock.now())).sent;
    const before = await sent();
    await open(driving);
    await run(driving, await written(driving, [late, old, early])); // not in their order
    expect(await sent(), "on the limits of the service").toBe(before + sats(200n));
    await liftAll();

    expect(await unknown(driving)).toEqual([]);
    expect(await left(driving, caller)).toMatchObject({ daily: sats(50n), weekly: sats(700n) });
    expect(await codeOf(pay({ amount: sats(51n) }))).toBe("limit_exceeded");
    await later(5 * HOUR); // 25 hours after the first one
    expect(await left(driving, caller)).toMatchObject({ daily: sats(150n), weekly: sats(700n) });
    expect(await codeOf(pay({ amount: sats(150n) }))).toBe("taken");
    expect(await codeOf(pay({ amount: sats(1n) }))).toBe("limit_exceeded");
    await expectWhole(driving);
  });

  it("give back what failed in the hour in which it left, also when the wallet has paid since", async () => {
    const driving = await given();
    const { caller, later, pay } = driving;
    await limit(driving, caller, { daily: sats(250n) });
    await pay();
    const failed = departedOf(driving, caller, { plan: fails(), ...ago(driving, 20) });
    await open(driving);
    await run(driving, await written(driving, [failed]));
    expect(await left(driving, caller)).toMatchObject({ daily: sats(50n) });
    await later(MINUTE);
    expect(await left(driving, caller)).toMatchObject({ daily: sats(150n) });
    await later(5 * HOUR); // what failed has left the window, and nothing of it is given back twice
    expect(await left(driving, caller)).toMatchObject({ daily: sats(150n) });
    await later(25 * HOUR);
    expect(await left(driving, caller)).toMatchObject({ daily: sats(250n) });
    await liftAll();
    await expectWhole(driving);
  });

  it("count as full without a journal, but not for who came since; each window passes by itself", async () => {
    const driving = await given();
    const { world, caller, clock, pay } = driving;
    await limit(driving, caller, { daily: sats(250n), weekly: sats(500n) });
    const unlimited = await world.project("unlimited", sats(1_000n));
    await open(driving);
    await liftAll();
    const since = await world.project("since", sats(1_000n));
    await limit(driving, since, { daily: sats(250n) });

    expect(await unknown(driving)).toEqual(["wallets", "purchases"]);
    expect(await left(driving, caller)).toMatchObject({ daily: 0n, weekly: 0n });
    expect(await codeOf(pay({ amount: sats(1n) }))).toBe("limit_exceeded");
    expect(await codeOf(pay({ caller: unlimited }))).toBe("taken");
    expect(await codeOf(pay({ caller: since }))).toBe("taken");

    await limit(driving, caller, { weekly: undefined });
    clock.advance(24 * HOUR);
    expect(await codeOf(pay({ amount: sats(1n) }))).toBe("limit_exceeded");
    clock.advance(HOUR);
    expect(await codeOf(pay())).toBe("taken");
    await limit(driving, caller, { weekly: sats(500n) });
    expect(await codeOf(pay())).toBe("limit_exceeded");
    clock.advance(144 * HOUR);
    expect(await codeOf(pay())).toBe("taken");
    clock.advance(600 * HOUR);
    expect(await unknown(driving)).toEqual([]);
    await expectWhole(driving);
  });

  it("stay full for who gets something back, until an operator lifts them, which the journal tells", async () => {
    const driving = await given();
    const { world, caller, later, pay } = driving;
    await limit(driving, caller, { daily: sats(250n) });
    world.node.plan = fails();
    const paid = await pay(); // fails only later
    await open(driving);
    await liftAll();
    await later(MINUTE);
    expect(await driving.kindOf(paid)).toBe("failed");
    world.node.plan = undefined as never;
    expect(await codeOf(pay({ amount: sats(1n) }))).toBe("limit_exceeded");

    const { account } = caller.wallet;
    const [one, two] = [world.drive.random.uuid(), world.drive.random.uuid()];
    const batch = await database().db.query<{ outcome: string[] }>(sql`
      select outcome
        from ledger.post_many(
               ${driving.clock.now()}, array[${one}, ${two}]::uuid[],
               array[ledger.system('lightning_node'), ${account}]::bigint[],
               array[${account}, ledger.system('lightning_node')]::bigint[],
               array[5, 5]::bigint[], array[-5, 5]::bigint[], array[${driving.clock.now()}, null]::timestamptz[],
               array['test', 'test'], array[${one}, ${two}]::uuid[])`);
    expect(batch, "given back in the same call").toEqual([{ outcome: ["posted", "limit_exceeded"] }]);

    const journal = memoryJournal();
    const lift = () => liftLimits({ ...world.drive, journal }, { reason: "a test" });
    expect(await Promise.all([lift(), lift()])).toEqual(expect.arrayContaining([["purchases", "wallets"], []]));
    expect(journal.entries).toMatchObject([
      { what: "operator.book", kind: "lift_limits" },
      { what: "operator.book", kind: "lift_limits" },
    ]);
    expect(await left(driving, caller)).toMatchObject({ daily: msats(sats(250n) + 5n) });
  });

  it("stay full while the journal has a hole, and know when it is whole", async () => {
    const driving = await given();
    const { caller } = driving;
    await limit(driving, caller, { daily: sats(250n) });
    const on = givenJournal();
    const departed = departedOf(driving, caller, { plan: settles({ fee: sats(1n) }), ...ago(driving, 0) });
    const writer = on.writer({ clock: { ...driving.clock, now: () => departed.firstAt } });
    for (let n = 0; n < 3; n += 1) await writer.append(lineOf(departed));
    await writer.close();
    const [path = ""] = on.paths();
    const whole = readFileSync(path, "utf8");
    const lines = whole.split("\n");
    writeFileSync(path, [...lines.slice(0, 2), ...lines.slice(3)].join("\n"));
    await open(driving);

    expect((await run(driving, on)).report.isWhole).toBe(false);
    expect(await unknown(driving)).toEqual(["wallets", "purchases"]);
    expect(await left(driving, caller)).toMatchObject({ daily: 0n });
    writeFileSync(path, whole);
    await run(driving, on);
    expect(await unknown(driving)).toEqual([]);
    expect(await left(driving, caller)).toMatchObject({ daily: sats(150n) });
    await driving.later(10 * MINUTE);
  });

  it("stay full when the import is killed, or when the database went back again meanwhile", async () => {
    const driving = await given();
    const { world, caller } = driving;
    await limit(driving, caller, { daily: sats(350n) });
    const all = [7, 6, 5].map((hours) =>
      departedOf(driving, caller, { plan: settles({ fee: sats(1n) }), ...ago(driving, hours) }),
    );
    await open(driving);
    const on = await written(driving, all);
    const lookUp = world.node.lookupOutgoing.bind(world.node);
    let calls = 0;
    world.node.lookupOutgoing = async (...asked) => {
      calls += 1;
      if (calls === 2) throw new Error("the process died");
      return await lookUp(...asked);
    };
    await expect(run(driving, on)).rejects.toThrow("died");
    expect(await unknown(driving)).toEqual(["wallets", "purchases"]);
    expect(await left(driving, caller)).toMatchObject({ daily: 0n });

    const earlier = await findRestore(database().db);
    await database().admin.query(sql`select ledger.open_book('restoring')`);
    await open(driving);
    if (earlier === undefined) throw new Error("no restore is open");
    await learnSpending(world.drive, { restore: earlier, known: ["wallets", "purchases"] });
    expect(await unknown(driving)).toEqual(["wallets", "purchases"]);

    await run(driving, on);
    expect(await unknown(driving)).toEqual([]);
    expect(await left(driving, caller)).toMatchObject({ daily: sats(50n) });
    await driving.later(10 * MINUTE);
  });

  it("stay full when something of a wallet needs a decision, and not for wallets that the copy lacks", async () => {
    const driving = await given();
    const { caller, world } = driving;
    const stranger: Caller = { ...caller, wallet: { ...caller.wallet, id: world.drive.random.uuid() as never } };
    const lost = departedOf(driving, stranger, ago(driving, 2));
    const other = departedOf(driving, caller, { plan: settles({ fee: sats(1n) }), ...ago(driving, 2) });
    await open(driving);
    const on = await written(driving, [lost, { ...other, amount: msats(other.amount + 1n) }]);
    await driving.check();
    const outcomes = (await run(driving, on)).imported.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["question", "question"]);
    expect(await unknown(driving)).toEqual(["wallets"]);

    await anew();
    await open(driving);
    expect((await run(driving, await written(driving, [lost]))).imported).toMatchObject([{ outcome: "question" }]);
    expect(await unknown(driving)).toEqual([]);
  });

  it("let two processes that spend the last of one after an import spend it once", async () => {
    const driving = await given();
    const { caller, clock, pay, world } = driving;
    await limit(driving, caller, { daily: sats(200n) });
    await open(driving);
    await run(
      driving,
      await written(driving, [departedOf(driving, caller, { ...ago(driving, 3), plan: settles({}) })]),
    );
    await liftAll();
    const other = { ...world.pay, batch: database().batchOn(clock) };
    const there = () => accept(other, world.request(caller, { lnAddress: world.recipient("shop"), waitMs: 0 }));
    const results = codesOf(await Promise.allSettled([pay(), there(), pay(), there()]));
    await world.settled();
    expect(results.toSorted()).toEqual(["limit_exceeded", "limit_exceeded", "limit_exceeded", "taken"]);
    await expectWhole(driving);
  });

  it("count on the budget of the key that asked, in its hour; without a journal it is spent, but not of newer keys", async () => {
    const driving = await given();
    const { caller, clock, later, pay } = driving;
    const restricted = await withPolicy(database(), caller, { daily: sats(250n) });
    const key = keyOf(restricted);
    const spent = async () => (await findKey(database().db, key, clock.now()))?.budgets.daily.spent;
    clock.advance(MINUTE);
    await pay({ caller: restricted, amount: sats(10n) });
    const plan = settles({ fee: sats(1n) });
    const early = departedOf(driving, caller, { plan, key, ...ago(driving, 20) });
    const failed = departedOf(driving, caller, { plan: fails(), key, ...ago(driving, 19) });
    await open(driving);
    const newer = await withPolicy(database(), caller, { daily: sats(250n) });
    await database().admin.query(sql`
      update projects.project_key set created_at = ${new Date(clock.now().getTime() + 1)} where id = ${keyOf(newer)}`);
    await liftAll();
    expect(await codeOf(pay({ caller: restricted, amount: sats(1n) }))).toBe("over_key_budget");
    expect(await codeOf(pay({ caller: newer }))).toBe("taken");

    await open(driving);
    await run(driving, await written(driving, [early, failed]));
    await liftAll();
    expect(await spent()).toBe(sats(210n));
    await later(MINUTE);
    expect(await spent()).toBe(sats(110n));
    expect(await codeOf(pay({ caller: restricted, amount: sats(141n) }))).toBe("over_key_budget");
    await later(5 * HOUR);
    expect(await spent()).toBe(sats(10n));
    expect(await codeOf(pay({ caller: restricted, amount: sats(240n) }))).toBe("taken");
    await expectWhole(driving);
  });

  it("count on budgets by week and month of the day on which it left; without a journal each passes by itself", async () => {
    const driving = await given();
    const { caller, clock, later, pay } = driving;
    const restricted = await withPolicy(database(), caller, { weekly: sats(250n), monthly: sats(400n) });
    const key = keyOf(restricted);
    const left = async () => {
      const budgets = (await findKey(database().db, key, clock.now()))?.budgets;
      return budgets && [leftOf(budgets.weekly), leftOf(budgets.monthly)];
    };
    clock.advance(MINUTE);
    await pay({ caller: restricted, amount: sats(10n) });
    const plan = settles({ fee: sats(1n) });
    const days = (count: number) => ago(driving, 24 * count);
    const week = departedOf(driving, caller, { plan, key, ...days(5) });
    const month = departedOf(driving, caller, { plan, key, ...days(20) });
    const failed = departedOf(driving, caller, { plan: fails(), key, ...days(6) });
    await open(driving);
    await liftAll();
    expect(await left()).toEqual([0n, 0n]);
    expect(await codeOf(pay({ caller: restricted, amount: sats(1n) }))).toBe("over_key_budget");
    const opened = Math.floor(clock.now().getTime() / HOUR);
    const lessAt = async () => (await findKey(database().db, key, clock.now()))?.budgets.weekly.lessAt;
    expect(await lessAt()).toEqual(new Date((opened + 169) * HOUR));

    await open(driving);
    await run(driving, await written(driving, [month, week, failed]));
    await liftAll();
    expect(await left()).toEqual([sats(40n), sats(90n)]);
    await later(MINUTE);
    expect(await left()).toEqual([sats(140n), sats(190n)]);
    expect(await codeOf(pay({ caller: restricted, amount: sats(141n) }))).toBe("over_key_budget");
    await later(4 * 24 * HOUR); // what left five days before counts no more by week
    expect(await left()).toEqual([sats(240n), sats(190n)]);
    expect(await codeOf(pay({ caller: restricted, amount: sats(191n) }))).toBe("over_key_budget");
    expect(await codeOf(pay({ caller: restricted, amount: sats(190n) }))).toBe("taken");
    await expectWhole(driving);
  });

  it("are spent for a key that took over from one of the copy, whatever its own age", async () => {
    const driving = await given();
    const { caller, clock, pay } = driving;
    const restricted = await withPolicy(database(), caller, { weekly: sats(250n) });
    await open(driving);
    await liftAll();
    clock.advance(MINUTE);
    const { db, journal } = database();
    const { key } = await rollKey({ db, journal, clock, random: machineRandom() }, { keyId: keyOf(restricted) });
    if (restricted.actor.kind !== "project") throw new Error("only a project has keys");
    const since = { ...restricted, actor: { ...restricted.actor, keyId: key.id, rulesOf: key.rulesOf } };
    expect(await codeOf(pay({ caller: since, amount: sats(1n) }))).toBe("over_key_budget");
    clock.advance(169 * HOUR);
    expect(await codeOf(pay({ caller: since, amount: sats(1n) }))).toBe("taken");
  });
});
