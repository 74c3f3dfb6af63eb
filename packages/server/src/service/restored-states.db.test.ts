import { beforeEach, expect, it } from "vitest";
import { findClosure, findHead, resumeSending } from "#ledger";
import { listForeign, reconcileNode } from "#lightning";
import { endByHand, type Payment } from "#payments";
import { connect } from "#platform/database/pool.ts";
import { copiesOf } from "#platform/database/testing/copies.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { matchWaiting, readRestore, releaseRestore, rememberBook } from "#restore";
import { holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, MINUTE, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { quick, restored } from "./testing/restored.harness.ts";
import { recordForeignPayments } from "./worker.ts";

const REASON = "the copy of the night";
const INSTALLATION = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
const log = createLog({ level: "silent", pretty: false });

/** How a payment comes to the state in which the copy has it. */
type State = "resolving" | "ready" | "in_flight" | "completed";

onDatabase("a payment in a copy of the database, paid by the old service after it", (database) => {
  const { anew, given, resolving, expectWhole } = restored(database);
  const copies = copiesOf(database);
  beforeEach(anew);

  async function paymentIn(state: State, driving: Driving): Promise<Payment> {
    const { world, pay, later } = driving;
    if (state === "completed") return await pay();
    if (state === "in_flight") {
      world.node.plan = holds();
      return await pay();
    }
    const payment = await resolving(driving);
    if (state === "ready") await whilePaused(database(), () => later(MINUTE));
    return payment;
  }

  /** The old service brings it to its end. */
  async function goOn(state: State, driving: Driving): Promise<void> {
    const { world, later } = driving;
    const held = world.node.requests.at(-1)?.paymentHash;
    if (state === "in_flight" && held !== undefined) world.node.paying.settle(held);
    world.node.plan = pays();
    await later(2 * MINUTE);
    await later(2 * MINUTE);
  }

  /** As a process that starts: the first connection is asked for what the witness has. */
  async function start(seen: Awaited<ReturnType<typeof findHead>>): Promise<void> {
    const random = machineRandom();
    const known = [{ ...seen, epoch: undefined }];
    const clock = { now: () => new Date() } as never;
    const { verify } = rememberBook({ clock, random, log }, { installation: INSTALLATION, known });
    const db = connect({ url: database().url, role: "leyden_app", max: 1, name: "a start", verify });
    await findClosure(db);
    await db.close();
  }

  /** The guide of docs/operate.md, by what its commands say. */
  async function followGuide({ world }: Driving): Promise<void> {
    const drive = quick({ ...world.drive, db: database().db, log });
    const release = async () => {
      await recordForeignPayments(drive, false);
      await releaseRestore(drive, { reason: REASON });
    };
    await release();
    const { waiting } = await readRestore(drive);
    for (const { id, paymentHash } of waiting) {
      const [left] = await listForeign(drive.db);
      if (left === undefined || paymentHash !== undefined) continue; // what is bound to a hash ends by the node's word
      const as = { kind: "completed_by", foreignHash: left.paymentHash } as const;
      await endByHand(drive, { id: id as Payment["id"], reason: REASON, as, despite: [] });
    }
    await reconcileNode({ ...drive, mayBeWaiting: () => matchWaiting(drive) }, { reason: REASON });
    await release();
    for (const kind of ["foreign_payments", "restore"] as const) await resumeSending(drive, kind);
  }

  it.each(["resolving", "ready", "in_flight", "completed"] as const)(
    "is paid once, and costs once, when the copy has it as %s",
    async (state) => {
      const driving = await given();
      const payment = await paymentIn(state, driving);
      expect(await driving.kindOf(payment)).toBe(state);
      await copies.take();

      await goOn(state, driving);
      expect(await driving.kindOf(payment)).toBe("completed");
      const seen = await findHead(database().db);
      const spent = FUNDS - (await driving.world.balance(driving.caller));
      const sent = driving.world.node.requests.length;

      await copies.putBack();
      expect(await driving.kindOf(payment), "the copy is back").toBe(state);
      await start(seen);
      expect(await findClosure(database().db)).toBe(state === "completed" ? undefined : "restoring");
      await followGuide(driving);
      for (let minute = 0; minute < 6; minute += 1) await driving.later(5 * MINUTE);

      expect(await driving.kindOf(payment)).toBe("completed");
      expect(driving.world.node.requests).toHaveLength(sent);
      expect(FUNDS - (await driving.world.balance(driving.caller))).toBe(spent);
      await expectWhole(driving);
    },
  );

  it("is sent once when the old service had not sent it", async () => {
    const driving = await given();
    const payment = await paymentIn("resolving", driving);
    const { no, hash } = await findHead(database().db);
    await start({ no: (no + 1n) as typeof no, hash }); // another posting is lost
    driving.world.node.plan = pays();
    await driving.later(10 * MINUTE);
    expect(driving.world.node.requests).toHaveLength(0);

    await followGuide(driving);
    for (let minute = 0; minute < 3; minute += 1) await driving.later(5 * MINUTE);
    expect(await driving.kindOf(payment)).toBe("completed");
    expect(driving.world.node.requests).toHaveLength(1);
    await expectWhole(driving);
  });
});
