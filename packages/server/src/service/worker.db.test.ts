import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { listPauses, PAUSE_KINDS, resumeSending } from "#ledger";
import { bindNode, type LightningNode, listForeign, NodeUnavailable } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { openWallet } from "#slices/ledger/testing/ledger.harness.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { watchedInvariants } from "./invariants.ts";
import {
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
  const deps = () => ({ ...database(), clock, random, log, auditWatch });
  const pauses = async () => (await listPauses(database().db)).map(({ kind }) => kind);
  const reasons = async () => (await listPauses(database().db)).map(({ reason }) => reason);
  /** A scheduler whose loops run when the test says so. */
  const givenScheduler = () => {
    const tasks = new Map<string, () => Promise<void>>();
    const scheduler: Scheduler = {
      loop(name, _intervalMs, task) {
        tasks.set(name, () => task(new AbortController().signal));
        return { wake: () => undefined, stop: async () => undefined };
      },
      spawn: () => undefined,
    };
    return { scheduler, tasks };
  };

  beforeEach(() => {
    lines = [];
  });
  afterEach(async () => {
    for (const kind of PAUSE_KINDS) await resumeSending(database(), kind);
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
      expect(await reasons()).toEqual([expect.stringMatching(/made 1 payments .*leyden reconcile/)]);
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
      const { scheduler, tasks } = givenScheduler();
      const start = () => startWorkers({ ...deps(), node, scheduler } as unknown as WorkerDeps);
      node.isDown = true;
      await expect(start()).rejects.toBeInstanceOf(NodeUnavailable);
      expect([...tasks.keys()]).toEqual([]);

      node.isDown = false;
      await nodePays();
      await start();
      expect(await pauses()).toEqual(["foreign_payments"]);

      await resumeSending(database(), "foreign_payments");
      await nodePays();
      await tasks.get("lightning.compare_node")?.();
      expect(await pauses()).toEqual(["foreign_payments"]);
      expect(await listForeign(database().db)).toHaveLength(2);
    });
  });

  describe("a broken invariant", () => {
    const damage = async (by: bigint) => {
      await database().admin.query(sql`delete from ledger.audited`); // a database that was never audited is read whole
      await database().admin.query(sql`update ledger.account set balance = balance + ${by} where kind = 'loss'`);
    };

    it("pauses sending, with its number in the reason and its breaches in the log", async () => {
      await checkInvariants({ ...deps(), invariants: watchedInvariants() });
      expect(await pauses()).toEqual([]);

      await damage(1n);
      await checkInvariants({ ...deps(), invariants: watchedInvariants() }).finally(() => damage(-1n));

      expect(await pauses()).toEqual(["audit"]);
      expect(await reasons()).toEqual([expect.stringMatching(/invariant I1\b.* is broken/)]);
      expect(lines).toContain("audit.invariant_broken");
    });

    it("keeps its pause when the books agree again: an operator lifts it", async () => {
      const given = { ...deps(), invariants: watchedInvariants() };
      await damage(1n);
      await checkInvariants(given).finally(() => damage(-1n));
      await checkInvariants(given);
      expect(await pauses()).toEqual(["audit"]);
    });

    it("is looked for by the loop of the service", async () => {
      const { scheduler, tasks } = givenScheduler();
      startBookkeeping({ ...deps(), scheduler, invariants: watchedInvariants() });
      await damage(1n);
      await tasks
        .get("audit.check_invariants")?.()
        .finally(() => damage(-1n));
      expect(await pauses()).toEqual(["audit"]);
    });
  });

  describe("a node that holds less than is owed", () => {
    const rich = createFakeNode({ clock });
    const poor = createFakeNode({ clock, funds: msats(10n), coins: [] });
    const gone = createFakeNode({ clock });
    gone.isDown = true;
    beforeEach(async () => void (await openWallet(database().db, 1_000n)));

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
      const { scheduler, tasks } = givenScheduler();
      await startWorkers({ ...deps(), node: poor, scheduler } as unknown as WorkerDeps);
      for (let reading = 0; reading < 3; reading += 1) await tasks.get("audit.check_solvency")?.();
      expect(await pauses()).toEqual(["node_short"]);
    });
  });
});
