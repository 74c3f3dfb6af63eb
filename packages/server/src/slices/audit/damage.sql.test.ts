import { beforeEach, expect, it } from "vitest";
import type { AccountNo } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { incrementalInvariants, invariants, setLimits } from "#ledger";
import { type Db, type Statement, sql, type Tx } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { type Damage, unseenOf } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { openWallet, post } from "#slices/ledger/testing/ledger.harness.ts";
import { auditCommand } from "./audit-command.ts";
import { runAudit } from "./run-audit.ts";

const HOUR_MS = 3_600_000;
const NOON = Date.parse("2026-03-01T12:00:00Z");

const WINDOWS = [
  { name: "day", hours: 24 },
  { name: "week", hours: 168 },
  { name: "month", hours: 720 },
];
const run = (tx: Tx, text: string) => tx.query({ text, values: [] });
/** Sets a limit of 1 msat, `hoursAgo` before the account's hour. */
const lower = (tx: Tx, account: AccountNo, window: string, hoursAgo: number) =>
  run(tx, `update ledger.account set limit_${window} = 1, limits_hour = hour - ${hoursAgo} where no = ${account}`);

/** Alice's account has spent something in six hours; the account of `once` has one posting. */
type Accounts = { readonly alice: AccountNo; readonly once: AccountNo };

const DAMAGES: readonly Damage<Accounts>[] = [
  [
    "the amount of a posting",
    ["I3b", "I3c", "I15"],
    (tx) => tx.query(sql`update ledger.posting set amount = amount + 1 where no = 3`),
  ],
  [
    "the balance of an account",
    ["I1", "I3b"],
    (tx, { alice }) => tx.query(sql`update ledger.account set balance = balance + 1 where no = ${alice}`),
  ],
  [
    "two balances that make up for each other",
    ["I3b"],
    (tx, { alice }) =>
      tx.query(sql`
        update ledger.account
           set balance = balance + case no when ${alice} then 1 else -1 end
         where no in (${alice}, ${alice + 1n})`),
  ],
  ["a hash", ["I15"], (tx) => tx.query(sql`update ledger.posting set hash = sha256(hash) where no = 3`)],
  ["a posting, by deleting it", ["I3b", "I3c", "I15"], (tx) => tx.query(sql`delete from ledger.posting where no = 3`)],
  [
    "the last posting, by deleting it",
    ["I3b", "I3c", "I15"],
    (tx) => tx.query(sql`delete from ledger.posting where no = (select posting_no from ledger.book)`),
  ],
  [
    "the order of two postings",
    ["I3c", "I15"],
    (tx) =>
      tx.query(sql`
        update ledger.posting p
           set transfer = q.transfer, amount = q.amount, cause = q.cause
          from ledger.posting q
         where (p.no, q.no) in ((3, 4), (4, 3))`),
  ],
  [
    "the cause of a posting",
    ["I6", "I15"],
    (tx) => tx.query(sql`update ledger.posting set cause_kind = 'gift' where no = 3`),
  ],
  [
    "the time of a posting, by a microsecond",
    ["I15"],
    (tx) => tx.query(sql`update ledger.posting set at = at + interval '1 microsecond' where no = 3`),
  ],
  [
    "the account of a posting",
    ["I1", "I3b", "I3c", "I15"],
    (tx) => tx.query(sql`update ledger.posting set credit = 999999 where no = 3`),
  ],
  [
    "the transfer of a posting, so that another one is torn apart",
    ["I1", "I15"],
    (tx) =>
      tx.query(sql`
        update ledger.posting
           set transfer = (select transfer from ledger.posting where no = 1)
         where no = 3`),
  ],
  [
    "the link to the posting before",
    ["I3c"],
    (tx) => tx.query(sql`update ledger.posting set debit_previous = debit_previous - 1 where no = 4`),
  ],
  [
    "the newest posting of an account",
    ["I3c"],
    (tx, { alice }) => tx.query(sql`update ledger.account set last_posting = 2 where no = ${alice}`),
  ],
  [
    "the number of the last posting",
    ["I15"],
    (tx) => tx.query(sql`update ledger.book set posting_no = posting_no + 1`),
  ],
  [
    "a spending counter",
    ["I12"],
    (tx, { alice }) => tx.query(sql`update ledger.account set spent_week = 0 where no = ${alice}`),
  ],
  ["what was spent in an hour", ["I12"], (tx) => tx.query(sql`delete from ledger.spend_hour`)],
  [
    "a limit, below what was spent",
    ["I12"],
    (tx, { alice }) => tx.query(sql`update ledger.account set limit_day = 1 where no = ${alice}`),
  ],
  [
    "a wallet's floor and balance",
    ["I1", "I3a", "I3b"],
    (tx, { alice }) => tx.query(sql`update ledger.account set floor = null, balance = -1 where no = ${alice}`),
  ],
  [
    "the account that a posting takes from",
    ["I1", "I3b", "I3c", "I15"],
    (tx) => tx.query(sql`update ledger.posting set debit = 999999 where no = 3`),
  ],
  [
    "a posting, by deleting it and computing the hashes again",
    ["I3b", "I3c", "I15"],
    async (tx) => {
      await tx.query(sql`delete from ledger.posting where no = 3`);
      await rehash(tx);
    },
  ],
  [
    "what an account with one posting had after it",
    ["I3c"],
    (tx, { once }) => tx.query(sql`update ledger.posting set credit_after = credit_after + 1 where credit = ${once}`),
  ],
  ["the hash of the ledger's row", ["I15"], (tx) => tx.query(sql`update ledger.book set head = sha256(head)`)],
  [
    "the balance of a system account, below its floor",
    ["I1", "I3a", "I3b"],
    async (tx) => {
      await tx.query(sql`alter table ledger.account drop constraint account_check`);
      await tx.query(sql`update ledger.account set balance = -1 where no = ledger.system('reserved')`);
    },
  ],
  ...WINDOWS.flatMap(({ name, hours }): Damage<Accounts>[] => [
    [
      `what was spent in a ${name}`,
      ["I12"],
      (tx, { alice }) => run(tx, `update ledger.account set spent_${name} = spent_${name} - 1 where no = ${alice}`),
    ],
    [
      `the limit of a ${name}, below what was spent in it`,
      ["I12"],
      (tx, { alice }) => lower(tx, alice, name, hours + 1),
    ],
    [
      `the limit of a ${name}, in the middle of it, as an operator may`,
      [],
      (tx, { alice }) => lower(tx, alice, name, hours),
    ],
  ]),
];

onDatabase("an audit of a damaged ledger", (database) => {
  let alice: AccountNo;
  let once: AccountNo;

  beforeEach(async () => {
    const { admin, db } = database();
    await admin.query(sql`truncate ledger.posting, ledger.spend_hour, ledger.audited`);
    await admin.query(sql`delete from ledger.account where no >= 1000`);
    await admin.query(sql`
      update ledger.account
         set balance = 0, last_posting = 0`);
    await admin.query(sql`update ledger.book set posting_no = 0, head = decode(repeat('00', 32), 'hex')`);

    alice = await openWallet(db, 1_000n, new Date(NOON));
    const bob = await openWallet(db, 1_000n, new Date(NOON));
    const clock = { ...machineClock, now: () => new Date(NOON - 100 * HOUR_MS) };
    await setLimits({ db, clock }, alice, { daily: 500n as Msats });
    for (let hour = 0; hour < 6; hour += 1)
      await post(db, new Date(NOON + hour * HOUR_MS), [
        { debit: alice, credit: bob, amount: 10n + BigInt(hour), spend: 10n + BigInt(hour) },
      ]);
    once = await openWallet(db, 925n, new Date(NOON + 5 * HOUR_MS)); // what alice has left
  });

  const seenBy = async (checked: readonly Invariant[]) =>
    (await runAudit({ db: database().db, invariants: checked }))
      .filter(({ breaches }) => breaches.length > 0)
      .map(({ id }) => id);

  it("finds nothing in a whole one, and says so in one line for each invariant", async () => {
    const { lines, ok } = await auditCommand({
      db: database().db,
      clock: machineClock,
      invariants,
      node: undefined,
      lists: true,
    });

    expect(ok).toBe(true);
    expect(lines).toHaveLength(invariants.length + 2);
    for (const line of lines.slice(0, -2)) expect(line).toMatch(/^ok {7}I\d+[abcdk]? /);
    expect(lines.at(-2)).toMatch(/^skipped {2}I9 /);
    expect(lines.at(-1)).toMatch(/^skipped {2}I10r /);
  });

  it("sees each damage", async () => {
    expect(await unseenOf(database().admin, invariants, DAMAGES, { alice, once })).toEqual([]);
  });

  it("says what is broken, in one line for each invariant", async () => {
    await database().admin.query(sql`update ledger.account set balance = balance + 1 where no = ${alice}`);

    const { lines, ok } = await auditCommand({
      db: database().db,
      clock: machineClock,
      invariants,
      node: undefined,
      lists: true,
    });

    expect(ok).toBe(false);
    expect(lines.filter((line) => line.startsWith("BROKEN"))).toEqual([
      expect.stringMatching(/^BROKEN +I1 /),
      expect.stringMatching(/^BROKEN +I3b /),
    ]);
  });

  it("reads each invariant in a snapshot of its own, so that none is open for long", async () => {
    const snapshots: unknown[] = [];
    const invariant: Invariant = {
      id: "I0",
      title: "nothing holds it up",
      breaches: async (tx) => {
        snapshots.push(...(await tx.query(sql`select transaction_timestamp() as "startedAt"`)));
        await post(database().db, new Date(NOON + 6 * HOUR_MS), [{ debit: alice, credit: 2n, amount: 1n }]);
        return [];
      },
    };
    await runAudit({ db: database().db, invariants: [invariant, invariant] });
    expect(new Set(snapshots.map((snapshot) => JSON.stringify(snapshot))).size).toBe(2);
  });

  it("lists the first breaches of a thousand, not all", async () => {
    await post(
      database().db,
      new Date(NOON),
      Array.from({ length: 1_000 }, () => ({ debit: 2n, credit: alice, amount: 1n })),
    );
    await database().admin.query(sql`update ledger.posting set amount = 2 where amount = 1`);

    const lines = await runAudit({ db: database().db, invariants });
    expect(Object.fromEntries(lines.map(({ id, breaches }) => [id, breaches.length]))).toEqual({
      I1: 0,
      I3a: 0,
      I3b: 2,
      I3c: 20,
      I12: 0,
      I15: 20,
      I6: 0,
      I3k: 0,
      I3d: 0,
    });
  });

  it("sees in what is new what it sees in the whole, and does not forget it until it is repaired", async () => {
    const watched = incrementalInvariants();
    expect(await seenBy(watched)).toEqual([]);
    await post(database().db, new Date(NOON + 6 * HOUR_MS), [{ debit: alice, credit: 2n, amount: 5n }]);
    expect(await seenBy(watched)).toEqual([]);

    await post(database().db, new Date(NOON + 6 * HOUR_MS), [{ debit: alice, credit: 2n, amount: 7n }]);
    await database().admin.query(sql`update ledger.posting set amount = 8 where amount = 7`);
    expect(await seenBy(watched)).toEqual(["I3b", "I3c", "I15"]);
    expect(await seenBy(watched)).toEqual(["I3b", "I3c", "I15"]);
    await database().admin.query(sql`update ledger.posting set amount = 7 where amount = 8`);
    expect(await seenBy(watched)).toEqual([]);
  });

  it("sees a floor that is gone and an end that is cut off also while nothing is posted", async () => {
    const watched = incrementalInvariants();
    expect(await seenBy(watched)).toEqual([]);
    const { admin } = database();
    await admin.query(sql`update ledger.account set floor = null where kind = 'reserved'`);
    expect(await seenBy(watched)).toEqual(["I3a"]);
    await admin.query(sql`update ledger.account set floor = 0 where kind = 'reserved'`);
    expect(await seenBy(watched)).toEqual([]);
    await admin.query(sql`delete from ledger.posting where no = (select max(no) from ledger.posting)`);
    expect(await seenBy(watched)).toEqual(["I15"]);
  });

  it("asks nothing about what is not new", async () => {
    const watched = incrementalInvariants();
    await seenBy(watched);
    const asked: string[] = [];
    const { db } = database();
    const counting: Db = {
      ...db,
      query: async (statement) => {
        asked.push(statement.text);
        return await db.query(statement);
      },
      snapshot: (work, limits) =>
        db.snapshot(
          (tx) =>
            work({
              query: (statement: Statement) => {
                asked.push(statement.text);
                return tx.query(statement);
              },
            } as Tx),
          limits,
        ),
    };
    await runAudit({ db: counting, clock: { monotonicMs: () => 0 }, invariants: watched });
    const of = (name: string) => asked.filter((text) => text.includes(name)).length;
    const once = ["from ledger.book", "breaches_of_floors", "breaches_of_chain"];
    expect([...once.map(of), asked.length]).toEqual([1, 1, 1, 5]);
  });

  it("sees that something new continues the history of another account, or of none", async () => {
    const watched = incrementalInvariants();
    expect(await seenBy(watched)).toEqual([]);
    await post(database().db, new Date(NOON + 6 * HOUR_MS), [{ debit: alice, credit: 2n, amount: 5n }]);
    const ofOnce = sql`update ledger.posting set debit_previous = no - 1 where amount = 5`;
    for (const damage of [ofOnce, sql`update ledger.posting set debit_previous = -1 where amount = 5`]) {
      await database().admin.query(damage);
      expect(await seenBy(watched)).toEqual(["I3b", "I3c"]);
    }
  });

  it("goes on in a new process where an earlier one has found the ledger whole", async () => {
    expect(await seenBy(incrementalInvariants())).toEqual([]);
    await database().admin.query(sql`update ledger.posting set amount = amount + 1 where no = 3`);
    expect(await seenBy(incrementalInvariants())).toEqual([]);
    expect(await seenBy(invariants)).toEqual(["I3b", "I3c", "I15"]);

    await post(database().db, new Date(NOON + 6 * HOUR_MS), [{ debit: alice, credit: 2n, amount: 7n }]);
    await database().admin.query(sql`update ledger.posting set amount = 8 where amount = 7`);
    expect(await seenBy(incrementalInvariants())).toEqual(["I3b", "I3c", "I15"]);
    expect(await seenBy(incrementalInvariants())).toEqual(["I3b", "I3c", "I15"]);
  });

  it("reads everything again in a new process when the ledger is another one than that which was whole", async () => {
    expect(await seenBy(incrementalInvariants())).toEqual([]);
    await rewrite(database().admin);
    await database().admin.query(sql`update ledger.posting set amount = amount + 1 where no = 3`);

    expect(await seenBy(incrementalInvariants())).toEqual(["I3b", "I3c", "I15"]);
  });

  it("notices that everything up to where it was before was written anew", async () => {
    const watched = incrementalInvariants();
    expect(await seenBy(watched)).toEqual([]);

    await rewrite(database().admin);
    expect(await seenBy(invariants)).toEqual([]);
    expect(await seenBy(watched)).toEqual(["I15"]);
  });
});

/** Changes a cause and computes all hashes again: the one damage that only somebody who remembers can see. */
async function rewrite(admin: Db): Promise<void> {
  await admin.query(sql`update ledger.posting set cause = gen_random_uuid() where no = 2`);
  await rehash(admin);
}

async function rehash(db: Pick<Db, "query">): Promise<void> {
  await db.query(sql`
    do $$
    declare
      p ledger.posting;
      newest_hash bytea := decode(repeat('00', 32), 'hex');
    begin
      for p in select * from ledger.posting order by no loop
        newest_hash := ledger.posting_hash(
          newest_hash, p.no, p.transfer, p.debit, p.credit, p.amount, p.cause_kind, p.cause,
          (extract(epoch from p.at) * 1000000)::bigint
        );
        update ledger.posting set hash = newest_hash where no = p.no;
      end loop;
      update ledger.book set head = newest_hash;
    end
    $$`);
}
