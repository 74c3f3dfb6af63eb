import { expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { lookByHand } from "#platform/database/testing/look.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { eventLoops } from "#slices/events/jobs.ts";
import { mailLoops } from "#slices/mails/jobs.ts";
import { receivedLoop } from "#slices/notices/jobs.ts";
import { onchainLoop } from "#slices/onchain/jobs.ts";
import { paymentLoops } from "#slices/payments/jobs.ts";
import { rampLoops } from "#slices/ramp/jobs.ts";
import { expiryLoop } from "#slices/receiving/jobs.ts";
import { deficitLoop, openingLoop } from "#slices/restore/jobs.ts";
import { sandboxLoops } from "#slices/sandbox/jobs.ts";
import { levelLoop } from "#slices/users/jobs.ts";
import { voucherLoop } from "#slices/vouchers/jobs.ts";

/** As many as it takes until each question was asked. */
const LOOKS = 10;

const NOW = "now()";
const LATER = "now() + interval '1 minute'";
const AN_HOUR_AGO = "now() - interval '1 hour'";
const ID = "gen_random_uuid()";

type Case = {
  readonly loop: string;
  readonly table: string;
  /** Columns that say that it is due, with their values. */
  readonly due: Readonly<Record<string, string>>;
  /** What is not due is like it, but for this. */
  readonly unless: readonly Readonly<Record<string, string>>[];
};

const dueAt = (loop: string, table: string): Case => ({
  loop,
  table,
  due: { due_at: NOW },
  unless: [{ due_at: LATER }, { due_at: "null" }],
});

const CASES: readonly Case[] = [
  {
    loop: "payments.drive_due",
    table: "payments.payment",
    due: { id: ID, state: "'ready'", due_at: NOW },
    unless: [
      { state: "'completed'" },
      { state: "'failed'" },
      { due_at: LATER },
      { lease_until: LATER },
      { node_replaced_at: NOW },
    ],
  },
  {
    loop: "payments.drive_due", // of a process that died
    table: "payments.payment",
    due: { id: ID, state: "'in_flight'", due_at: AN_HOUR_AGO, lease_until: NOW },
    unless: [{ lease_until: LATER }],
  },
  dueAt("receiving.look_up_due_charges", "receiving.charge"),
  {
    loop: "vouchers.work_due",
    table: "vouchers.voucher",
    due: { state: "'claiming'", due_at: NOW },
    unless: [{ due_at: LATER }, { state: "'open'", restore_id: ID }],
  },
  {
    loop: "events.deliver_due",
    table: "events.delivery",
    due: { state: "'waiting'", due_at: NOW },
    unless: [{ state: "'delivered'" }],
  },
  {
    loop: "mails.send_due",
    table: "mails.mail",
    due: { state: "'waiting'", due_at: NOW },
    unless: [{ state: "'sent'" }, { due_at: LATER }, { lease_until: LATER }],
  },
  dueAt("onchain.work_due", "onchain.payment"),
  dueAt("onchain.work_due", "onchain.child"),
  dueAt("ramp.work_due", "ramp.purchase"),
  dueAt("ramp.work_due", "ramp.customer"),
  ...["completed", "refunded"].map((state) => ({
    loop: "ramp.write_letters",
    table: "ramp.purchase",
    due: { id: ID, state: `'${state}'`, changed_at: NOW },
    unless: [{ state: "'paid'" }, { changed_at: "now() - interval '1 year'" }],
  })),
  {
    loop: "ramp.write_letters", // on its way over the chain
    table: "ramp.purchase",
    due: { id: ID, state: "'delivering'", changed_at: NOW, chain_fee_msats: "1000" },
    unless: [{ chain_fee_msats: "null" }],
  },
  ...["approved", "rejected"].map((identity) => ({
    loop: "ramp.write_letters",
    table: "ramp.customer",
    due: { identity: `'${identity}'`, try_id: ID, changed_at: NOW },
    unless: [{ identity: "'pending'" }, { try_id: "null" }, { changed_at: "now() - interval '1 year'" }],
  })),
  ...["open", "active"].map((state) => ({
    loop: "ramp.expire_sessions",
    table: "ramp.session",
    due: { state: `'${state}'`, expires_at: NOW },
    unless: [{ expires_at: LATER }, { state: "'completed'" }],
  })),
  {
    loop: "users.apply_levels",
    table: "users.level",
    due: { name: "'new'", revision: "2", applied: "1" },
    unless: [{ applied: "2" }],
  },
  {
    loop: "notices.tell_received",
    table: "notices.receipt_wish",
    due: { account_no: "(select min(no) from ledger.account)", seen_no: "-1" },
    unless: [{ seen_no: "0" }, { told_at: NOW }],
  },
  {
    loop: "restore.follow_opening", // to be marked
    table: "restore.restore",
    due: { is_marked: "false", told_at: NOW },
    unless: [{ is_marked: "true" }, { ended_at: NOW }],
  },
  {
    loop: "restore.follow_opening", // to be told
    table: "restore.restore",
    due: { is_marked: "true", cause: "'restored'" },
    unless: [{ told_at: NOW }],
  },
  dueAt("sandbox.advance_due", "sandbox.payment"),
  dueAt("sandbox.advance_due", "sandbox.identity"),
];

/** What loops get beside scheduler, clock and look: they are not run. */
// biome-ignore lint/suspicious/noExplicitAny: it stands for everything
const anything: any = new Proxy(() => anything, { get: () => anything, apply: () => anything });

onDatabase("a look", (database) => {
  /** All loops that take what is due, which the test looks for over this connection. */
  function givenLoops(db: Pick<Db, "query">) {
    const woken = new Set<string>();
    const scheduler: Scheduler = {
      loop: (name) => ({ wake: () => void woken.add(name), stop: async () => undefined }),
      spawn: () => undefined,
    };
    const { look, run } = lookByHand(db);
    const own = { scheduler, clock, look };
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const deps: any = new Proxy(own, { get: (_, name) => (name in own ? own[name as keyof typeof own] : anything) });
    paymentLoops(deps);
    expiryLoop(deps);
    voucherLoop(deps);
    eventLoops(deps);
    mailLoops(deps);
    onchainLoop(deps);
    rampLoops(deps);
    levelLoop(deps);
    receivedLoop(deps);
    deficitLoop(deps);
    openingLoop(deps);
    sandboxLoops(deps);
    return async () => {
      woken.clear();
      for (let i = 0; i < LOOKS; i += 1) await run();
      return [...woken];
    };
  }

  /** Nothing is to be done, and then this row is there, which nobody in this process has heard of. */
  async function wokenBy(table: string, row: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const { admin } = database();
    const undone = new Error("undone");
    let woken: readonly string[] = [];
    const trial = admin.transaction(async (tx) => {
      const wokenNow = givenLoops(tx);
      expect(await wokenNow()).toEqual([]);
      await insertAlone(tx, table, row);
      woken = await wokenNow();
      throw undone;
    });
    await expect(trial).rejects.toBe(undone);
    return woken;
  }

  it.each(CASES)("wakes $loop for what $table has with $due", async ({ loop, table, due }) => {
    expect(await wokenBy(table, due)).toEqual([loop]);
  });

  const OTHERS = CASES.flatMap(({ unless, ...one }) => unless.map((but) => ({ ...one, but })));

  it.each(OTHERS)("does not wake $loop for what $table has with $but", async ({ table, due, but }) => {
    expect(await wokenBy(table, { ...due, ...but })).toEqual([]);
  });

  it("wakes restore.cover_deficits when a wallet that owes has received something", async () => {
    const { admin } = database();
    const undone = new Error("undone");
    const trial = admin.transaction(async (tx) => {
      const wokenNow = givenLoops(tx);
      await insertAlone(tx, "ledger.account", { no: "5000", kind: "'wallet'", balance: "0", lent_msats: "10" });
      await insertAlone(tx, "wallets.wallet", { id: ID, account_no: "5000" });
      expect(await wokenNow()).toEqual([]);
      await tx.query(sql`update ledger.account set balance = 1 where no = 5000`);
      expect(await wokenNow()).toEqual(["restore.cover_deficits"]);
      throw undone;
    });
    await expect(trial).rejects.toBe(undone);
  });
});

/** A row with no other values, in a table that nothing constrains until the transaction is undone. */
async function insertAlone(tx: Tx, table: string, row: Readonly<Record<string, string>>): Promise<void> {
  await tx.query({
    text: `do $$
      declare found record;
      begin
        for found in select conname from pg_constraint where conrelid = '${table}'::regclass and contype <> 'n' loop
          execute format('alter table ${table} drop constraint if exists %I cascade', found.conname);
        end loop;
        for found in select attname from pg_attribute
                      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attnotnull
                        and attidentity = '' loop
          execute format('alter table ${table} alter column %I drop not null', found.attname);
        end loop;
      end $$`,
    values: [],
  });
  const text = `insert into ${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).join(", ")})`;
  await tx.query({ text, values: [] });
}
