import { beforeEach, expect, it } from "vitest";
import type { AccountNo } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { incrementalInvariants, invariants, setLimits } from "#ledger";
import { type Db, sql } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { openWallet, post } from "#slices/ledger/testing/ledger.harness.ts";
import { auditCommand, runAudit } from "./index.ts";

const HOUR_MS = 3_600_000;
const NOON = Date.parse("2026-03-01T12:00:00Z");

/** What somebody with all rights may do to the tables by hand, and which invariants must see it. */
const DAMAGES: readonly {
  what: string;
  seenBy: readonly string[];
  do: (admin: Db, alice: AccountNo) => Promise<unknown>;
}[] = [
  {
    what: "the amount of a posting",
    seenBy: ["I3b", "I3c", "I15"],
    do: (admin) => admin.query(sql`update ledger.posting set amount = amount + 1 where no = 3`),
  },
  {
    what: "the balance of an account",
    seenBy: ["I1", "I3b"],
    do: (admin, alice) => admin.query(sql`update ledger.account set balance = balance + 1 where no = ${alice}`),
  },
  {
    what: "two balances that make up for each other",
    seenBy: ["I3b"],
    do: (admin, alice) =>
      admin.query(sql`
        update ledger.account
           set balance = balance + case no when ${alice} then 1 else -1 end
         where no in (${alice}, ${alice + 1n})`),
  },
  {
    what: "a hash",
    seenBy: ["I15"],
    do: (admin) => admin.query(sql`update ledger.posting set hash = sha256(hash) where no = 3`),
  },
  {
    what: "a posting, by deleting it",
    seenBy: ["I3b", "I3c", "I15"],
    do: (admin) => admin.query(sql`delete from ledger.posting where no = 3`),
  },
  {
    what: "the last posting, by deleting it",
    seenBy: ["I3b", "I3c", "I15"],
    do: (admin) => admin.query(sql`delete from ledger.posting where no = (select posting_no from ledger.book)`),
  },
  {
    what: "the order of two postings",
    seenBy: ["I3c", "I15"],
    do: (admin) =>
      admin.query(sql`
        update ledger.posting p
           set transfer = q.transfer, amount = q.amount, cause = q.cause
          from ledger.posting q
         where (p.no, q.no) in ((3, 4), (4, 3))`),
  },
  {
    what: "the cause of a posting",
    seenBy: ["I15"],
    do: (admin) => admin.query(sql`update ledger.posting set cause_kind = 'gift' where no = 3`),
  },
  {
    what: "the time of a posting, by a microsecond",
    seenBy: ["I15"],
    do: (admin) => admin.query(sql`update ledger.posting set at = at + interval '1 microsecond' where no = 3`),
  },
  {
    what: "the account of a posting",
    seenBy: ["I1", "I3b", "I3c", "I15"],
    do: (admin) => admin.query(sql`update ledger.posting set credit = 999999 where no = 3`),
  },
  {
    what: "the transfer of a posting, so that another one is torn apart",
    seenBy: ["I1", "I15"],
    do: (admin) =>
      admin.query(sql`
        update ledger.posting
           set transfer = (select transfer from ledger.posting where no = 1)
         where no = 3`),
  },
  {
    what: "the link to the posting before",
    seenBy: ["I3c"],
    do: (admin) => admin.query(sql`update ledger.posting set debit_previous = debit_previous - 1 where no = 4`),
  },
  {
    what: "the newest posting of an account",
    seenBy: ["I3c"],
    do: (admin, alice) => admin.query(sql`update ledger.account set last_posting = 2 where no = ${alice}`),
  },
  {
    what: "the number of the last posting",
    seenBy: ["I15"],
    do: (admin) => admin.query(sql`update ledger.book set posting_no = posting_no + 1`),
  },
  {
    what: "a spending counter",
    seenBy: ["I12"],
    do: (admin, alice) => admin.query(sql`update ledger.account set spent_week = 0 where no = ${alice}`),
  },
  {
    what: "what was spent in an hour",
    seenBy: ["I12"],
    do: (admin) => admin.query(sql`delete from ledger.spend_hour`),
  },
  {
    what: "a limit, below what was spent",
    seenBy: ["I12"],
    do: (admin, alice) => admin.query(sql`update ledger.account set limit_day = 1 where no = ${alice}`),
  },
  {
    what: "a wallet's floor and balance",
    seenBy: ["I1", "I3a", "I3b"],
    do: (admin, alice) => admin.query(sql`update ledger.account set floor = null, balance = -1 where no = ${alice}`),
  },
];

onDatabase("an audit of a damaged ledger", (database) => {
  let alice: AccountNo;

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
  });

  const seenBy = async (checked: readonly Invariant[]) =>
    (await runAudit({ db: database().db, invariants: checked }))
      .filter(({ breaches }) => breaches.length > 0)
      .map(({ id }) => id);

  it("finds nothing in a whole one, and says so in one line for each invariant", async () => {
    const { lines, ok } = await auditCommand({ db: database().db, invariants, node: undefined });

    expect(ok).toBe(true);
    expect(lines).toHaveLength(invariants.length + 1);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^ok {7}I\d+[abc]? /);
    expect(lines.at(-1)).toMatch(/^skipped {2}I9 /);
  });

  it.each(DAMAGES)("sees that somebody changed $what", async (damage) => {
    await damage.do(database().admin, alice);

    expect(await seenBy(invariants)).toEqual(damage.seenBy);
    const { lines, ok } = await auditCommand({ db: database().db, invariants, node: undefined });
    expect(ok).toBe(false);
    expect(lines.filter((line) => line.startsWith("BROKEN"))).toHaveLength(damage.seenBy.length);
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
    for (const { breaches } of lines) expect(breaches.length).toBeLessThanOrEqual(20);
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
  await admin.query(sql`update ledger.posting set cause_kind = 'gift' where no = 2`);
  await admin.query(sql`
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
