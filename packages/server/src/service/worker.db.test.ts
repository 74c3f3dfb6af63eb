import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBooks } from "#audit";
import { listOpenIncidents } from "#incidents";
import { msats, sats } from "#kernel/money.ts";
import { CHART, findBalance, findFullAudit, listPauses, PAUSE_KINDS, resumeSending } from "#ledger";
import { bindNode, type LightningNode, listForeign, NodeUnavailable, watchProbes } from "#lightning";
import { sql } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { findRestore, markWaiting } from "#restore";
import { openWallet, post } from "#slices/ledger/testing/ledger.harness.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { allInvariants, watchedInvariants } from "./invariants.ts";
import { loopsByHand } from "./testing/loops-by-hand.harness.ts";
import {
  checkEverything,
  checkForeignPayments,
  checkInvariants,
  solvencyCheck,
  startBookkeeping,
  startWorkers,
  type WorkerDeps,
} from "./worker.ts";

const random = machineRandom();

onDatabase("what stops sending by itself", (database) => {
  let lines: string[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line).msg) };
  const log = createLog({ level: "info", pretty: false, destination });
  const auditWatch = { audited: () => undefined, compared: () => undefined };
  const deps = () => ({ ...database(), clock, random, log, auditWatch, look: noLook });
  const pauses = async () => (await listPauses(database().db)).map(({ kind }) => kind);
  const reasons = async () => (await listPauses(database().db)).map(({ reason }) => reason);

  beforeEach(() => {
    lines = [];
  });
  afterEach(async () => {
    for (const kind of PAUSE_KINDS) await resumeSending(database(), kind);
    await markWaiting({ db: database().db });
    await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
  });

  describe("a foreign payment", () => {
    let node: FakeNode;
    beforeEach(async () => {
      await database().admin.query(sql`delete from lightning.foreign_payment`);
      await database().admin.query(sql`delete from lightning.node`);
      node = createFakeNode({ clock });
      await bindNode({ ...deps(), node }, { instanceId: random.uuid() });
    });
    /** The node pays somebody without us. */
    const nodePays = async () => {
      node.payUnasked((await node.counterparty.invoice({ msats: 1_000n })).invoice);
    };
    const check = (given: object = {}) => checkForeignPayments({ ...deps(), node, ...given });

    it("pauses sending and is recorded", async () => {
      await check();
      expect(await pauses()).toEqual([]);

      await nodePays();
      await check();

      expect(await pauses()).toEqual(["foreign_payments"]);
      expect(await reasons()).toEqual([expect.stringMatching(/made 1 payments .*leyden restore status/)]);
      expect(await listForeign(database().db)).toHaveLength(1);
      expect(lines).toContain("lightning.foreign_payments_found");
    });

    it("pauses before it is recorded: a crash in between leaves the pause, and it is found again", async () => {
      await nodePays();
      const crash = () => Promise.reject(new Error("killed"));
      await expect(check({ db: { ...database().db, transaction: crash } })).rejects.toThrow("killed");
      expect(await pauses()).toEqual(["foreign_payments"]);
      expect(await listForeign(database().db)).toEqual([]);

      await check();
      expect(await listForeign(database().db)).toHaveLength(1);
    });

    it("pauses again when the pause was lifted and nobody has explained it", async () => {
      await nodePays();
      await check();
      await resumeSending(database(), "foreign_payments");
      await check();
      expect(await pauses()).toEqual(["foreign_payments"]);
    });

    it("pauses before the first loop of the workers, and in the loop that goes on comparing", async () => {
      const { scheduler, tasks } = loopsByHand();
      const start = () => startWorkers({ ...deps(), node, scheduler } as unknown as WorkerDeps);
      node.isDown = true;
      await expect(start()).rejects.toBeInstanceOf(NodeUnavailable);
      expect([...tasks.keys()]).toEqual([]);

      node.isDown = false;
      await nodePays();
      await start();
      expect(await pauses()).toEqual(["foreign_payments"]);

      await resumeSending(database(), "foreign_payments");
      await tasks.get("lightning.compare_node")?.();
      expect(await pauses()).toEqual(["foreign_payments"]);
      expect(await listForeign(database().db)).toHaveLength(1);
    });

    it("that is a probe in flight at a start is asked about again for a minute, and counts when it goes on", async () => {
      const { scheduler, tasks } = loopsByHand();
      let nowMs = 0;
      const probes = watchProbes({ ...clock, monotonicMs: () => nowMs });
      const start = () => startWorkers({ ...deps(), node, scheduler, probes } as unknown as WorkerDeps);
      const begin = async () => node.payUnasked((await node.counterparty.invoice({ msats: 1_000n })).invoice, holds());

      const first = await begin();
      await expect(start()).rejects.toBeInstanceOf(NodeUnavailable);
      expect([await pauses(), [...tasks.keys()], await listForeign(database().db)]).toEqual([[], [], []]);
      nowMs = 59_000;
      node.paying.giveBack(first);
      await begin();
      await expect(start(), "another one").rejects.toBeInstanceOf(NodeUnavailable);
      nowMs = 61_000;
      await start();
      expect(await pauses(), "it was begun since the first look").toEqual([]);
      expect(await listForeign(database().db)).toHaveLength(1);
    });

    it("that is in flight at a start and a minute later pauses sending", async () => {
      const { scheduler } = loopsByHand();
      let nowMs = 0;
      const probes = watchProbes({ ...clock, monotonicMs: () => nowMs });
      const start = () => startWorkers({ ...deps(), node, scheduler, probes } as unknown as WorkerDeps);
      node.payUnasked((await node.counterparty.invoice({ msats: 1_000n })).invoice, holds());
      await expect(start()).rejects.toBeInstanceOf(NodeUnavailable);
      nowMs = 60_000;
      await start();
      expect(await pauses()).toEqual(["foreign_payments"]);
    });

    it("is an incident alone for a process that joins one that has compared, as for that one", async () => {
      const { scheduler } = loopsByHand();
      await openWallet(database().db, 1_000n);
      await nodePays();
      await startWorkers({ ...deps(), node, scheduler, isCompared: true } as unknown as WorkerDeps);
      expect([await pauses(), await findRestore(database().db)]).toEqual([[], undefined]);
      expect(await listForeign(database().db)).toHaveLength(1);
    });

    it("is an incident alone while the workers run, and pauses when the ledger has gone back meanwhile", async () => {
      const { scheduler, tasks } = loopsByHand();
      await openWallet(database().db, 1_000n);
      await startWorkers({ ...deps(), node, scheduler } as unknown as WorkerDeps);
      const compare = async () => await tasks.get("lightning.compare_node")?.();
      await nodePays();
      await compare();
      await openWallet(database().db, 1_000n); // the ledger grows
      await nodePays();
      await compare();
      expect(await pauses()).toEqual([]);
      expect(await listForeign(database().db)).toHaveLength(2);

      const { admin } = database();
      await admin.query(sql`create table public.kept as select no, hash from ledger.posting`);
      await admin.query(sql`update ledger.posting set hash = sha256(hash)`);
      await nodePays();
      await compare();
      await admin.query(sql`update ledger.posting p set hash = k.hash from public.kept k where k.no = p.no`);
      await admin.query(sql`drop table public.kept`);
      expect(await pauses()).toEqual(["foreign_payments"]);
    });

    it("does not set the pause again that holds: an operator who reconciles lifts it", async () => {
      await nodePays();
      await check();
      const [before] = await listPauses(database().db);
      await check();
      expect(await listPauses(database().db)).toEqual([before]);
    });
  });

  describe("a broken invariant", () => {
    const everything = () => allInvariants(clock);
    /** An earlier test has bound another node: its equity is of none. */
    const watchedLines = () => watchedInvariants(clock).filter(({ id }) => id !== "I6o");
    const damage = async (by: bigint) => {
      await database().admin.query(sql`delete from ledger.audited`); // a database that was never audited is read whole
      await database().admin.query(sql`update ledger.account set balance = balance + ${by} where kind = 'loss'`);
    };

    it("pauses sending, with its number in the reason and its breaches in the log", async () => {
      await checkInvariants({ ...deps(), invariants: watchedLines() });
      expect(await pauses()).toEqual([]);

      await damage(1n);
      await checkInvariants({ ...deps(), invariants: watchedLines() }).finally(() => damage(-1n));

      expect(await pauses()).toEqual(["audit"]);
      expect(await reasons()).toEqual([expect.stringMatching(/invariant I1\b.* is broken/)]);
      expect(lines).toContain("audit.invariant_broken");
    });

    it("keeps its pause when the books agree again: an operator lifts it", async () => {
      const given = { ...deps(), invariants: watchedLines() };
      await damage(1n);
      await checkInvariants(given).finally(() => damage(-1n));
      await checkInvariants(given);
      expect(await pauses()).toEqual(["audit"]);
    });

    it("is looked for by the loop of the service", async () => {
      const { scheduler, tasks } = loopsByHand();
      startBookkeeping({ ...deps(), scheduler, invariants: watchedLines(), everything });
      await damage(1n);
      await tasks
        .get("audit.check_invariants")?.()
        .finally(() => damage(-1n));
      expect(await pauses()).toEqual(["audit"]);
    });
  });

  describe("the full audit of the day", () => {
    const everything = () => allInvariants(clock);
    const set = (text: string) => database().admin.query({ text: `update ledger.full_audit set ${text}`, values: [] });
    const installed = (ago: string) =>
      set(`made_at = now() - interval '${ago}', begun_at = null, ended_at = null, broken = '{}'`);
    /** The newest was begun and ended then. */
    const due = (ago: string) => set(`begun_at = now() - interval '${ago}', ended_at = now() - interval '${ago}'`);
    /** The newest was begun then, and its process did not live to end it. */
    const killed = (ago: string) => set(`begun_at = now() - interval '${ago}'`);
    const state = () => findFullAudit(database().db);
    const warning: Invariant = {
      id: "I13",
      warns: true,
      title: "an event has its delivery",
      breaches: async () => ["x"],
    };
    const money: Invariant = { id: "I5", title: "a payment took its amount", breaches: async () => ["y"] };
    const found = async () =>
      (await listOpenIncidents(database().db, 100))
        .filter(({ kind }) => kind === "invariant_broken")
        .map(({ subject }) => subject);
    beforeEach(async () => void (await database().admin.query(sql`delete from incidents.incident`)));

    it("is run once a day, by one of the processes, and what it found is measured", async () => {
      await installed("23 hours");
      await checkEverything({ ...deps(), everything });
      expect(await state()).toEqual({ endedAt: undefined, broken: [] });

      await installed("25 hours");
      let runs = 0;
      const counted = async () => {
        runs += 1;
        return await everything();
      };
      await Promise.all(Array.from({ length: 4 }, () => checkEverything({ ...deps(), everything: counted })));
      expect(runs).toBe(1);
      expect(await state()).toMatchObject({ endedAt: expect.any(Date) });
      await due("23 hours");
      await checkEverything({ ...deps(), everything: counted });
      expect(runs).toBe(1);
    });

    it.each(["first", "later"])(
      "is run again after six hours when the process died that ran the %s one",
      async (which) => {
        await (which === "first" ? installed("25 hours") : due("25 hours"));
        const died = async () => {
          throw new Error("killed");
        };
        await expect(checkEverything({ ...deps(), everything: died })).rejects.toThrow("killed");
        await killed("5 hours");
        await checkEverything({ ...deps(), everything: died }); // somebody may still be at it
        await killed("7 hours");
        const runs = await Promise.allSettled(
          Array.from({ length: 4 }, () => checkEverything({ ...deps(), everything: async () => [money] })),
        );
        expect(runs.filter(({ status }) => status === "rejected")).toEqual([]);
        expect(await found()).toEqual(["I5"]);
        expect(await state()).toMatchObject({ endedAt: expect.any(Date), broken: ["I5"] });
      },
    );

    it("makes an incident of each breach, and pauses for those about money alone", async () => {
      await due("25 hours");
      await checkEverything({ ...deps(), everything: async () => [warning] });
      expect([await found(), await pauses()]).toEqual([["I13"], []]);
      expect((await state()).broken).toEqual(["I13"]);

      await due("25 hours");
      await checkEverything({ ...deps(), everything: async () => [warning, money] });
      expect([(await found()).toSorted(), await pauses()]).toEqual([["I13", "I5"], ["audit"]]);
    });
  });

  describe("a node that holds less than is owed", () => {
    const rich = createFakeNode({ clock, funds: sats(100_000_000_000n) });
    const poor = createFakeNode({ clock, funds: msats(10n), coins: [] });
    const gone = createFakeNode({ clock });
    gone.isDown = true;
    beforeEach(async () => void (await openWallet(database().db, 20_000_000n)));

    /** Reads from one node after the other, with one check. */
    const read = async (...nodes: readonly FakeNode[]) => {
      const left = [...nodes];
      const balances = async () => await (left.shift() ?? rich).balances();
      const check = solvencyCheck({ ...deps(), node: { ...rich, balances } satisfies LightningNode });
      for (const _ of nodes) await check();
    };

    it("pauses sending at the third reading in a row, not at the second", async () => {
      await read(poor, poor);
      expect(await pauses()).toEqual([]);

      await read(poor, poor, poor);
      expect(await pauses()).toEqual(["node_short"]);
      expect(lines).toContain("lightning.shortage_found");
    });

    it("pauses nothing for a small difference, nor while the missing amount may be in flight", async () => {
      const wallet = await openWallet(database().db, 700_000n);
      const { reserved: account } = CHART;
      await post(database().db, clock.now(), [{ debit: wallet, credit: account.no, amount: 700_000n }]);
      const { held, owed } = await readBooks(database().db);
      const reserved = await findBalance(database().db, account.no);
      const most = held > owed ? held : owed;
      const small = most / 100n > 10_000_000n ? most / 100n : 10_000_000n;
      const holding = (msat: bigint) => createFakeNode({ clock, funds: msats(msat), coins: [] });
      await read(...Array(4).fill(holding(most - small - reserved)));
      expect(await pauses()).toEqual([]);
      await read(...Array(4).fill(holding(most - small - reserved - 1_000n)));
      expect(await pauses()).toEqual(["node_short"]);
      await post(database().db, clock.now(), [{ debit: account.no, credit: wallet, amount: 700_000n }]);
    });

    it("is an incident and no pause where the node holds more than the books say", async () => {
      const listed = async () =>
        (await listOpenIncidents(database().db, 1_000)).filter(({ kind }) => kind === "node_surplus");
      await database().admin.query(sql`delete from incidents.incident where kind = 'node_surplus'`);
      await read(rich, rich);
      expect(await listed()).toEqual([]);
      await read(rich, rich, rich, rich);
      expect([(await listed()).length, await pauses()]).toEqual([1, []]);
    });

    it("pauses nothing when a reading in between finds enough", async () => {
      await read(poor, poor, rich, poor, poor);
      expect(await pauses()).toEqual([]);
    });

    it("pauses nothing while the node is silent, and the log says that nothing was compared", async () => {
      await read(...Array.from({ length: 29 }, () => gone));
      expect(lines).toEqual([]);
      await read(...Array.from({ length: 60 }, () => gone));
      expect(await pauses()).toEqual([]);
      expect(lines).toEqual(["audit.solvency_not_checked", "audit.solvency_not_checked"]);
    });

    it("is looked for by the loop of the workers", async () => {
      await database().admin.query(sql`delete from lightning.foreign_payment`);
      await database().admin.query(sql`update lightning.node set outgoing_hash = null`); // it is another node
      const { scheduler, tasks } = loopsByHand();
      await startWorkers({ ...deps(), node: poor, scheduler } as unknown as WorkerDeps);
      for (let reading = 0; reading < 3; reading += 1) await tasks.get("audit.check_solvency")?.();
      expect(await pauses()).toEqual(["node_short"]);
    });
  });
});
