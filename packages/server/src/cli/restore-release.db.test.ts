import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { pauseSending } from "#ledger";
import type { Payment } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenFolder, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { findRestore } from "#restore";
import { departedOf } from "#service/testing/departed.harness.ts";
import { openAnew, restored } from "#service/testing/restored.harness.ts";
import type { Driving } from "#slices/payments/testing/driving.harness.ts";
import { INSTALLATION, runOn } from "./run-on.harness.ts";
import { serveNode } from "./serve-node.harness.ts";

const WITHOUT_IMPORT = "--without-import";
const DESPITE = "--although-the-node-may-have-gone-back";

onDatabase("restore release", (database) => {
  let node: Driving["world"]["node"];
  let server: Awaited<ReturnType<typeof serveNode>>;
  beforeAll(async () => {
    server = await serveNode(() => ({ node, store: INSTALLATION }));
  });
  afterAll(() => server.close());
  const run = runOn(database, "restore", () => server.url);
  const { anew, given, resolving } = restored(database);
  beforeEach(anew);
  afterEach(() => {
    process.exitCode = 0;
  });

  /** A payment is owed in the copy, and a restore is open; the journal tells of another payment that left. */
  async function opened() {
    const driving = await given();
    ({ node } = driving.world);
    const waiting = await resolving(driving);
    const { id, wallet, origin, paymentHash, amount, feeLimit } = departedOf(driving, driving.caller);
    const on = givenJournal(givenFolder(), INSTALLATION);
    const writer = on.writer();
    await writer.append({ what: "payment.dispatch", id, wallet, origin, paymentHash, amount, feeLimit });
    await writer.close();
    await openAnew(database());
    await database().admin.query(sql`update restore.restore set opened_at = now() - interval '1 hour'`);
    const release = (...words: readonly string[]) =>
      run("release", "--reason", "a backup", "--journal", on.folder, ...words);
    const isHeld = async (payment: Payment) => (await driving.reread(payment)).onHoldFor === "restore";
    return { ...driving, waiting, release, isHeld, left: id, folder: on.folder };
  }

  it("lets go on what the operator knows that the node has not paid", async () => {
    const { waiting, release, isHeld } = await opened();
    await pauseSending({ ...database(), clock: machineClock }, { kind: "node_went_back", reason: "a test" });
    await expect(release(WITHOUT_IMPORT)).rejects.toThrow("the node went back as well");
    expect(await isHeld(waiting)).toBe(true);

    const said = await release(WITHOUT_IMPORT, DESPITE);
    for (const part of ["1 go on. 0 wait.", "The restore has ended."]) expect(said).toContain(part);
    expect([await isHeld(waiting), await findRestore(database().db)]).toEqual([false, undefined]);
  });

  it("is refused while the node does not know what left by the journal, and is not when it was imported", async () => {
    const { waiting, release, isHeld, left, folder } = await opened();
    for (const words of [[], [DESPITE]]) await expect(release(...words)).rejects.toThrow("the journal has 1 things");
    await expect(release(WITHOUT_IMPORT)).rejects.toThrow(
      `1 of the payments that left by the journal, such as ${left}`,
    );
    expect([await isHeld(waiting), (await findRestore(database().db)) !== undefined]).toEqual([true, true]);
    const said = await run("status", "--journal", folder);
    for (const part of ["`restore release` is refused: the node does not know 1", DESPITE])
      expect(said).toContain(part);

    expect(await run("import", "--journal", folder)).toContain("1 came back. 0 need");
    expect(await run("status", "--journal", folder)).not.toContain("is refused");
    expect(await release()).toContain("1 go on. 1 wait.");
    expect(await isHeld(waiting)).toBe(false);
  });
});
