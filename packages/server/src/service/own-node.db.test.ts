import { pino } from "pino";
import { beforeEach, expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { msats, sats } from "#kernel/money.ts";
import { NodeUnavailable, type SendRequest } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { createCharge } from "#receiving";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { givenCaller } from "#slices/receiving/testing/receiving.harness.ts";
import { openOwnNode } from "./own-node.ts";

const random = machineRandom();

onDatabase("the node of the service", (database) => {
  beforeEach(async () => {
    await database().admin.query(sql`delete from lightning.node`);
  });

  /** The loops run when the test says so. */
  function given() {
    const node = createFakeNode({ clock });
    const tasks = new Map<string, () => Promise<void>>();
    const scheduler: Scheduler = {
      loop(name, _ms, task) {
        tasks.set(name, () => task(new AbortController().signal));
        return { wake: () => undefined, stop: async () => void tasks.delete(name) };
      },
      spawn: () => undefined,
    };
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
    const { db, batch, journal } = database();
    const deps = { db, batch, journal, clock, random, scheduler, log, reached: () => undefined };
    const own = openOwnNode({ ...deps, node }, { instanceId: random.uuid() });
    const charge = async () => {
      const caller = await givenCaller(database());
      const draft = { amount: msats(10_000n), description: "an order", expirySeconds: 600 };
      return await createCharge(
        { ...deps, node: own.node, checkCallback: async () => undefined },
        { caller, ...draft },
      );
    };
    const pay = async () => {
      const { invoice, paymentHash, expiresAt } = await node.counterparty.invoice({ msats: 1_000n });
      const draft: SendRequest = {
        invoice,
        paymentHash,
        amount: undefined,
        feeLimit: sats(10n),
        cltvLimitBlocks: 1_008,
        expiresAt,
        deadlineMonotonicMs: clock.monotonicMs() + 60_000,
        onReference: () => undefined,
      };
      return await own.node.pay(draft);
    };
    const run = async (task: string) => await tasks.get(task)?.();
    return { node, own, tasks, lines, charge, pay, poll: () => run("lightning.watch_node"), run };
  }

  it("gives out no invoice and pays nothing before it is linked", async () => {
    const { node, own, tasks, charge, pay, poll, run } = given();
    let linked = 0;
    const work = async () => {
      linked += 1;
    };
    node.isDown = true;
    await own.link(work);
    node.isDown = false; // it answers, and nobody has looked yet which one it is
    await poll();

    await expect(charge()).rejects.toMatchObject({ code: "unavailable" });
    expect(node.receiving.invoices.size).toBe(0);
    expect(await pay()).toEqual({ kind: "not_sent", reason: "unreachable" });
    expect(node.requests).toEqual([]);
    expect([own.watched.lacks(), linked]).toEqual(["it has not been linked yet", 0]);

    await run("lightning.link_node");
    expect([own.watched.lacks(), linked, tasks.has("lightning.link_node")]).toEqual([undefined, 1, false]);
    await charge();
    expect(node.receiving.invoices.size).toBe(1);
    expect(await pay()).toMatchObject({ kind: "settled" });
  });

  it("is not linked when its work cannot begin, and is tried again", async () => {
    const { own, charge, run } = given();
    let failures = 1;
    await own.link(async () => {
      failures -= 1;
      if (failures >= 0) throw new NodeUnavailable("gone");
    });
    await expect(charge()).rejects.toMatchObject({ code: "unavailable" });
    await run("lightning.link_node");
    await charge();
  });

  it("is not used while another node answers in its place, and goes on when it is back", async () => {
    const { node, own, lines, charge, pay, poll } = given();
    await own.link(async () => undefined);
    await poll();
    const ours = node.report;
    expect(await pay()).toMatchObject({ kind: "settled" });
    const [paymentHash = new Uint8Array(32)] = node.requests.map(({ paymentHash }) => paymentHash);

    node.report = { ...ours, nodeId: "03" };
    await poll();
    node.forgetHistory();
    expect(await pay()).toEqual({ kind: "not_sent", reason: "unreachable" });
    expect(node.requests).toHaveLength(1);
    await expect(charge()).rejects.toMatchObject({ code: "unavailable" });
    // That another node does not know it proves nothing.
    await expect(own.node.lookupOutgoing(paymentHash)).rejects.toThrow(NodeUnavailable);
    await expect(own.node.lookupIncoming(paymentHash)).rejects.toThrow(NodeUnavailable);
    await expect(own.node.outgoing("")).rejects.toThrow(NodeUnavailable);
    await expect(own.node.received("", 0)).rejects.toThrow(NodeUnavailable);
    await expect(own.node.finished("", 0)).rejects.toThrow(NodeUnavailable);
    await expect(own.node.balances()).rejects.toThrow(NodeUnavailable);
    await expect(own.node.cancelInvoice(paymentHash)).rejects.toThrow(NodeUnavailable);
    expect(own.watched.lacks()).toMatch(/another node answers/);

    node.report = ours;
    await poll();
    expect(own.watched.lacks()).toBe(undefined);
    expect(await pay()).toMatchObject({ kind: "settled" });
    await charge();
    expect(lines).toEqual(["lightning.other_node_found", "lightning.reconnected"]);
  });

  it("is not used in whose place another node answers, also before a poll has seen it", async () => {
    const { node, own, charge, pay, poll } = given();
    await own.link(async () => undefined);
    await poll();
    const ours = node.report;
    node.report = { ...ours, nodeId: "03" };

    expect(await pay()).toEqual({ kind: "not_sent", reason: "unreachable" });
    expect(node.requests).toEqual([]);
    await expect(charge()).rejects.toMatchObject({ code: "unavailable" });
    expect(node.receiving.invoices.size).toBe(0);
    await expect(own.node.lookupOutgoing(new Uint8Array(32))).rejects.toThrow(NodeUnavailable);

    node.report = ours;
    expect(await pay()).toMatchObject({ kind: "settled" });
  });

  it("takes no answer of a node that turns out to be another one while it is asked", async () => {
    const { node, own, poll } = given();
    await own.link(async () => undefined);
    await poll();
    node.lookupOutgoing = async () => {
      node.report = { ...node.report, nodeId: "03" };
      await poll();
      return { kind: "not_found" };
    };
    await expect(own.node.lookupOutgoing(new Uint8Array(32))).rejects.toThrow(NodeUnavailable);
  });

  it("is refused at the start when it is another one", async () => {
    const first = given();
    await first.own.link(async () => undefined);
    const second = given();
    await expect(second.own.link(async () => undefined)).rejects.toThrow(OperatorError);
    await expect(second.charge()).rejects.toMatchObject({ code: "unavailable" });
  });
});
