import { writeSync } from "node:fs";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { connect } from "#platform/database/pool.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createJournal } from "#platform/journal/write.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { crashAt } from "#platform/machine/crash.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { drivePayment } from "#slices/payments/drive/drive-payment.ts";
import { leaseDue } from "#slices/payments/store/leases.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";

/**
 * A process that sends one payment and is killed on the way, as `kill -9` would:
 * `line`: when its line is on disk and the row is not written; `row`: when the row is committed and the line is not on
 * disk; `both`: when both are there, right before the node is called. Prints what its node was asked.
 */
const [url = "", folder = "", installation = "", now = "", id = "", point = ""] = process.argv.slice(2);
const clock = { ...machineClock, now: () => new Date(now) };
const db = connect({ url, role: "leyden_app", max: 4, name: "a process that is killed" });
const batch = microBatch({ db, clock });
const never = new Promise<never>(() => undefined);
const random = machineRandom();
const journal = createJournal({ folder, installation, epoch: () => 1n, book: () => undefined, clock, random });
const world = createWorld({ db, batch } as unknown as DatabaseUnderTest, { clock });
world.node.plan = async () => {
  writeSync(1, "the node was called\n");
  return await never;
};
Object.assign(world.drive, {
  reached: crashAt(point === "line" ? "after-journal" : "after-dispatch"),
  journal: { append: point === "row" ? () => never : journal.append },
  batch: async (fn: BatchedFunction<unknown, unknown>, input: unknown) => {
    if (point === "line" && fn.name === "payments.dispatch_many") return await never;
    const answer = await batch(fn, input);
    if (point === "row" && fn.name === "payments.dispatch_many") process.kill(process.pid, "SIGKILL");
    return answer;
  },
});
const until = new Date(clock.now().getTime() + 15_000);
const leased = await leaseDue(db, { now: clock.now(), until, limit: 100 });
const payment = leased.find((one) => one.id === id);
if (payment === undefined) throw new Error(`payment ${id} is not due`);
await drivePayment(world.drive, payment);
