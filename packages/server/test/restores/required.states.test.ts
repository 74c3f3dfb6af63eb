import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { findClosure } from "#ledger";
import { listForeign, NodeUnavailable } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { assignPayment, readRestore } from "#restore";
import { readLeft } from "#service/left-since.ts";
import { pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { followGuide, lastStep } from "./lives/guide.harness.ts";
import { beginLife } from "./lives/life.harness.ts";
import { onChain } from "./lives/onchain.harness.ts";
import { type Destination, payments } from "./lives/payments.harness.ts";
import { settledFor, type Thing } from "./lives/thing.harness.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NONE = { journal: "none", knows: () => undefined } as const;

async function begin(database: Parameters<typeof payments>[0], to: Destination) {
  const { living, thing } = await payments(database, to);
  const life = Object.assign(await beginLife(database, living), living);
  /** The copy comes back, and the node pays from now on what it is asked for. */
  const goBack = async () => {
    await life.putBack();
    life.world.node.plan = pays();
  };
  const pass = async (times = 6) => {
    for (let n = 0; n < times; n += 1) await life.later(5 * MINUTE);
  };
  const expectPaidOnce = async ({ amount }: Thing) => {
    await lastStep(life);
    await pass();
    expect(settledFor(life, amount)).toBe(1);
    expect(await life.troubles()).toEqual([]);
  };
  return { life, thing: (n: number) => thing(life, n), goBack, pass, expectPaidOnce };
}

const stateOf = async (life: Awaited<ReturnType<typeof begin>>["life"], id: string | undefined) =>
  (await life.admin.query<{ state: string }>(sql`select state from payments.payment where id = ${id ?? null}`))[0]
    ?.state;

onDatabase("a payment that the copy has", (database) => {
  it("waits while the node is away at the start, and is then paid once", async () => {
    const { life, thing, goBack, pass, expectPaidOnce } = await begin(database, "address");
    const it = await thing(0);
    await it.reach("resolving");
    await life.take();
    for (const state of ["ready", "in_flight", "completed"]) await it.reach(state);
    await goBack();

    life.world.node.isDown = true;
    await expect(life.start()).rejects.toThrow(NodeUnavailable);
    await pass();
    expect(await findClosure(life.db)).toBe("restoring");
    expect(await stateOf(life, await it.id())).toBe("resolving");

    life.world.node.isDown = false;
    await life.start();
    await pass();
    expect(await stateOf(life, await it.id())).toBe("resolving");
    await followGuide(life, NONE);
    await expectPaidOnce(it);
  });
});

onDatabase("a payment of an old copy", (database) => {
  it("is paid once when the copy is older than 30 days", async () => {
    const { life, thing, goBack, expectPaidOnce } = await begin(database, "invoice");
    const [paid, never] = [await thing(0), await thing(1)];
    for (const one of [paid, never]) await one.reach("ready");
    await life.take();
    await paid.reach("in_flight");
    await paid.reach("completed");
    life.clock.advance(40 * DAY);
    await goBack();

    await life.start();
    await followGuide(life, NONE);
    await expectPaidOnce(paid);
    expect(await stateOf(life, await paid.id())).toBe("completed");
    expect(settledFor(life, never.amount)).toBe(0);
    expect(await stateOf(life, await never.id()), "its invoice has expired, and the node never had it").toBe("failed");
  });
});

onDatabase("a payment whose journal is gone", (database) => {
  it("is paid once when its journal was deleted since", async () => {
    const { life, thing, goBack, expectPaidOnce } = await begin(database, "address");
    const it = await thing(0);
    await it.reach("resolving");
    const process = crypto.randomUUID();
    await life.admin.query(sql`
      insert into platform.journal_file (process, role, opened_at, last_n, last_at)
      values (${process}, 'service', now(), 7, now())`);
    await life.take();
    for (const state of ["ready", "in_flight", "completed"]) await it.reach(state);
    await goBack();
    for (const folder of life.place.folders) rmSync(folder, { recursive: true });
    life.world.journal.before = async () => undefined; // a process of now has a file of its own

    await life.start();
    const { report } = await readLeft(life.commands, life.place);
    expect([report.isWhole, report.missing.map((one) => one.process)]).toEqual([false, [process]]);
    await followGuide(life, NONE);
    await expectPaidOnce(it);
  });
});

onDatabase("a payment that waits here", (database) => {
  it("is paid once when the old service is alive and pays it", async () => {
    const { life, thing, goBack, pass, expectPaidOnce } = await begin(database, "invoice");
    const [it, other] = [await thing(0), await thing(1)];
    await it.reach("ready");
    await life.take();
    for (const state of ["ready", "in_flight", "completed"]) await other.reach(state);
    await goBack();
    await life.start();

    const [attempt] = await life.admin.query<{ invoice: string }>(sql`
      select invoice from payments.payment where id = ${(await it.id()) ?? null}`);
    life.world.node.payUnasked(attempt?.invoice ?? ""); // by the process that was not dead
    await pass(2);
    expect(await stateOf(life, await it.id())).toBe("completed");
    await followGuide(life, { journal: "whole", knows: () => undefined });
    await expectPaidOnce(it);
    expect(settledFor(life, other.amount)).toBe(1);
  });
});

onDatabase("one of two payments that the copy has", (database) => {
  it("waits beside another of its amount until the operator says which was paid, and the other one is sent", async () => {
    const { life, thing, goBack, pass } = await begin(database, "address");
    const [paid, other] = [await thing(0), await thing(0)];
    for (const one of [paid, other]) await one.reach("resolving");
    await life.take();
    for (const state of ["ready", "in_flight", "completed"]) await paid.reach(state);
    await goBack();
    await life.start();

    await expect(followGuide(life, NONE)).rejects.toThrow("may be each of");
    await pass();
    const ids = [await paid.id(), await other.id()];
    expect(new Set((await readRestore(life)).waiting.map(({ id }) => id))).toEqual(new Set(ids));
    expect(settledFor(life, paid.amount)).toBe(1);

    const [left] = await listForeign(life.db);
    if (left === undefined || ids[0] === undefined) throw new Error("the node has paid nothing");
    const to = { kind: "payment", id: ids[0] } as const;
    await assignPayment(life.commands, {
      paymentHash: left.paymentHash,
      to,
      reason: "the shop says so",
      insteadOfLoss: false,
    });
    await followGuide(life, NONE);
    await lastStep(life);
    await pass();
    expect(settledFor(life, paid.amount)).toBe(2);
    expect(await Promise.all(ids.map((id) => stateOf(life, id)))).toEqual(["completed", "completed"]);
    expect(await life.troubles()).toEqual([]);
  });
});

onDatabase("a purchase to an address of the chain, with a wallet that was made again from its seed", (database) => {
  it("is paid once by a dearer transaction in place of its own, which the operator sees in an explorer", async () => {
    const { living, thing } = await onChain(database);
    const life = Object.assign(await beginLife(database, living), living);
    const { chain } = life.world.node;
    const it = await thing(life, 0);
    for (const state of ["quoted", "requires_payment", "authorized", "captured"]) await it.reach(state);
    await life.take();
    for (const state of ["written", "published"]) await it.reach(state);
    const [own] = await life.admin.query<{ txid: string }>(sql`
      select encode(txid, 'hex') as txid from onchain.payment where origin_id = ${(await it.id()) ?? null}`);
    chain.replace(own?.txid ?? "", 100n, 5n);
    chain.mine(7);
    chain.forgetDrafts();
    await life.putBack();

    await life.start();
    const id = await it.id();
    const { onchain } = await followGuide(life, { ...NONE, explorer: it.explorer });
    expect([...onchain]).toEqual([id]);
    await lastStep(life);
    for (let times = 0; times < 6; times += 1) await life.later(5 * MINUTE);
    const [purchase] = await life.admin.query(sql`select state from ramp.purchase where id = ${id ?? null}`);
    expect(purchase).toEqual({ state: "completed" });
    expect([await it.paid?.(), it.atProcessor?.()]).toEqual([1, { captured: 1, refunded: 0 }]);
    expect(await life.troubles()).toEqual([]);
  });
});
