import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { findForeign } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenFolder } from "#platform/journal/testing/journal.harness.ts";
import { openAnew, restored } from "#service/testing/restored.harness.ts";
import type { Driving } from "#slices/payments/testing/driving.harness.ts";
import { INSTALLATION, runOn } from "./run-on.harness.ts";
import { serveNode } from "./serve-node.harness.ts";

const REASON = ["--reason", "a backup"];
const WITHOUT_JOURNAL = "--although-the-journal-is-not-whole";

onDatabase("leyden reconcile", (database) => {
  let node: Driving["world"]["node"];
  let server: Awaited<ReturnType<typeof serveNode>>;
  beforeAll(async () => {
    server = await serveNode(() => ({ node, store: INSTALLATION }));
  });
  afterAll(() => server.close());
  const run = runOn(database, "reconcile", () => server.url);
  const { anew, given, resolving, openLedger } = restored(database);
  beforeEach(anew);
  afterEach(async () => {
    await database().admin.query(sql`delete from platform.journal_file`);
  });

  /** The node has made payments that nothing explains, and a restore is open. */
  async function opened(waits = 0) {
    const driving = await given();
    ({ node } = driving.world);
    const waiting = await Promise.all(Array.from({ length: waits }, () => resolving(driving)));
    const hash = driving.paid(sats(100n));
    await driving.check();
    await openAnew(database());
    await database().admin.query(sql`update restore.restore set opened_at = now() - interval '1 hour'`);
    return { ...driving, waiting, hash, hex: Buffer.from(hash).toString("hex") };
  }

  const isDecided = async (hash: Uint8Array) => (await findForeign(database().db, hash))?.reason !== undefined;

  /** A process whose file is on no disk had written. */
  async function givenMissing(): Promise<void> {
    await database().admin.query(sql`
      insert into platform.journal_file (process, role, opened_at, last_n, last_at)
      values (gen_random_uuid(), 'all', now(), 5, now())`);
  }

  describe("without a hash", () => {
    it("books nothing while the journal is not whole, and says what is missing, unless the operator does without", async () => {
      const { hash } = await opened();
      await openLedger(); // as `restore release` has
      await givenMissing();
      await expect(run(...REASON, "--journal", givenFolder())).rejects.toMatchObject({
        message: expect.stringContaining("the journal is not whole"),
        advice: expect.stringContaining(`add ${WITHOUT_JOURNAL}`),
      });
      expect(await isDecided(hash)).toBe(false);

      await run(...REASON, "--journal", givenFolder(), WITHOUT_JOURNAL).catch(() => undefined);
      expect(await isDecided(hash)).toBe(true);
    });

    it.each([
      ["what is decided already", "known", []],
      ["what the operator made", null, ["--mine"]],
    ])("needs no whole journal for %s", async (_, reason, words) => {
      const { hash } = await opened();
      await openLedger();
      await givenMissing();
      await database().admin.query(sql`update lightning.foreign_payment set reason = ${reason}`);
      const ended = await run(...REASON, ...words, "--journal", givenFolder()).catch(({ message }: Error) => message);
      expect(ended).not.toContain("the journal is not whole");
      expect(await isDecided(hash)).toBe(true);
    });
  });

  describe("of a hash that several things fit", () => {
    it("wants to be sure: it is not taken back from the wrong one", async () => {
      const { hex, hash, caller, waiting } = await opened(2);
      const [first, second] = waiting.map(({ id }) => id);
      const to = [hex, first ?? "", "--to", "payment", ...REASON];
      await expect(run(...to)).rejects.toMatchObject({
        message: "something that waits for the restore may be this payment; nothing was changed",
        advice: expect.stringContaining("add --although-others-fit"),
      });
      await expect(run(hex, caller.wallet.id, "--to", "wallet", ...REASON)).rejects.toThrow("may be this payment");
      // then the node is asked, which does not answer for it here
      await expect(run(...to, "--although-others-fit")).rejects.toThrow("does not report");
      await database().admin.query(sql`
        update payments.payment set on_hold_for = null where id = ${second}`);
      await expect(run(...to)).rejects.toThrow("does not report");
      expect(await isDecided(hash)).toBe(false);
    });
  });
});
