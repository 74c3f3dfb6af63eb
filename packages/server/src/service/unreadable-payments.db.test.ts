import { afterEach, beforeEach, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { listPauses, PAUSE_KINDS, resumeSending } from "#ledger";
import { adoptPayment, bindNode, listForeign, reconcileNode } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { markWaiting } from "#restore";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { reconcile } from "./reconcile.ts";
import { loopsByHand } from "./testing/loops-by-hand.harness.ts";
import { checkForeignPayments, startWorkers, type WorkerDeps } from "./worker.ts";

const random = machineRandom();

onDatabase("a payment in the node's list", (database) => {
  let node: FakeNode;
  const log = createLog({ level: "info", pretty: false, destination: { write: () => undefined } });
  const auditWatch = { audited: () => undefined, compared: () => undefined };
  const deps = () => ({ ...database(), clock, random, log, auditWatch, look: noLook });
  const pauses = async () => (await listPauses(database().db)).map(({ kind }) => kind);
  const check = () => checkForeignPayments({ ...deps(), node });

  beforeEach(async () => {
    await database().admin.query(sql`delete from lightning.foreign_payment`);
    await database().admin.query(sql`delete from lightning.node`);
    await database().admin.query(sql`delete from incidents.incident`);
    node = createFakeNode({ clock });
    await bindNode({ ...deps(), node }, { instanceId: random.uuid() });
  });
  afterEach(async () => {
    for (const kind of PAUSE_KINDS) await resumeSending(database(), kind);
    await markWaiting({ db: database().db });
    await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
  });

  it("that cannot be read lets the workers start, paused, is one incident by its place, and reconcile lifts it", async () => {
    const { scheduler, tasks } = loopsByHand();
    node.paying.makeUnreadable(node.payUnasked((await node.counterparty.invoice({ msats: 1_000n })).invoice));
    await startWorkers({ ...deps(), node, scheduler } as unknown as WorkerDeps);
    expect(tasks.size).toBeGreaterThan(5);
    expect(await pauses()).toEqual(["foreign_payments"]);
    expect(await listForeign(database().db)).toEqual([]);
    const [row] = await database().db.query<{ subject: string; detail: string }>(sql`
      select subject, detail from incidents.incident where kind = 'payment_unreadable' and closed_at is null`);
    expect(row?.detail).toMatch(/^the node lists a payment that cannot be read, .*: no amount$/);

    const options = { requireJournal: async () => undefined, booked: () => undefined, isWhole: async () => true };
    const { lift } = await reconcile({ ...deps(), node } as never, { ...options, reason: "an AMP payment of mine" });
    expect([lift, await pauses()]).toEqual(["lifted", []]);
    await tasks.get("lightning.compare_node")?.();
    expect([await pauses(), await listIncidentsOf(database().db, row?.subject ?? "")]).toMatchObject([[], [{}]]);
  });

  it("that the list alone cannot say is looked up, and is one as any other", async () => {
    await check();
    const hash = node.payUnasked((await node.counterparty.invoice({ msats: 1_000n })).invoice);
    node.paying.makeUnreadable(hash, "in_list");
    await check();
    expect(await listForeign(database().db)).toMatchObject([{ paymentHash: Buffer.from(hash), amount: 1_000n }]);
    await adoptPayment(database(), { paymentHash: hash, reason: "mine" });
    const reconciled = await reconcileNode({ ...deps(), node, mayBeWaiting: async () => () => false }, { reason: "" });
    expect(reconciled).toMatchObject([{ outcome: "booked" }]);
  });

  it("that cannot be read is an incident alone while the service runs", async () => {
    const first = node.payUnasked((await node.counterparty.invoice({ msats: 1_000n })).invoice);
    node.paying.makeUnreadable(first);
    await checkForeignPayments({ ...deps(), node } as never, true);
    expect(await pauses()).toEqual([]);
    const [row] = await database().db.query<{ count: number }>(sql`
      select count(*)::int as count from incidents.incident where kind = 'payment_unreadable' and closed_at is null`);
    expect(row?.count).toBeGreaterThan(0);
  });
});
