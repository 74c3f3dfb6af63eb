import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, createProject, KEY_CACHE_MS, listKeys } from "#projects";
import { openAfterComparison } from "./compare-first.ts";
import { openRestore } from "./open-restore.ts";
import { releaseRestore } from "./release-restore.ts";

onDatabase("a restore protects", (database) => {
  const log = createLog({ level: "silent", pretty: false });
  const random = machineRandom();
  const slept: number[] = [];
  const clock = { ...machineClock, sleep: async (ms: number) => void slept.push(ms) };
  const deps = () => ({ db: database().db, clock, random, log });
  const open = () => openRestore(deps(), "foreign_payments");
  const release = (isMine = false) => releaseRestore(deps(), { reason: "the backup of the night", isMine });

  const tidy = async () => {
    await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
    await openAfterComparison(deps());
    await release(true);
    slept.length = 0;
  };
  beforeEach(tidy);
  afterEach(tidy);

  const givenKey = async () => {
    const project = await createProject({ batch: database().batch, random }, { name: random.uuid() });
    await createKey(deps(), { projectId: project.id });
    const isUnconfirmed = async () => (await listKeys(database().db, project.id)).map((key) => key.isUnconfirmed);
    return { project, isUnconfirmed };
  };

  describe("a project whose key was revoked after the copy", () => {
    it("from the first moment on, and the end of the restore confirms no key", async () => {
      const { isUnconfirmed } = await givenKey();
      await open();
      expect(await isUnconfirmed()).toEqual([true]);
      expect(await release()).toMatchObject({ restore: "ended" });
      expect(await isUnconfirmed()).toEqual([true]);
    });

    it("not where nothing was restored, as the operator says", async () => {
      const { isUnconfirmed } = await givenKey();
      await open();
      await release(true);
      expect(await isUnconfirmed()).toEqual([false]);
    });

    it("in every process before the ledger is opened", async () => {
      await open();
      await release();
      expect(slept).toHaveLength(1);
      expect(slept[0]).toBeGreaterThan(KEY_CACHE_MS - 3_000);
      await release();
      expect(slept).toHaveLength(1);
    });
  });
});
