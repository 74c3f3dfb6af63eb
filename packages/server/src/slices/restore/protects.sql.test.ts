import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, createProject, KEY_CACHE_MS, listKeys } from "#projects";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import { openAfterComparison } from "./compare-first.ts";
import { eventBodies } from "./event-bodies.ts";
import { openRestore } from "./open-restore.ts";
import { readRestore, releaseRestore } from "./release-restore.ts";
import { tellProjects } from "./tell-projects.ts";

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

  describe("a project that keeps books of its own", () => {
    /** It reads its stream of events. */
    async function givenReader() {
      const { project } = await givenKey();
      await database().admin.query(sql`
        insert into events.listening (owner_id, until)
        values (${project.id}, now() + interval '1 hour')`);
      const told = () =>
        database().admin.query<{
          id: string;
          object: string;
          sequence: number;
          facts: { from: string; until: string };
        }>(
          sql`
            select id, object_id as object, sequence, facts
              from events.event
             where owner_id = ${project.id}
               and type = 'service.restored'
             order by no`,
        );
      return { told };
    }
    const tell = () => tellProjects(deps());

    it("by one event that says which hours are in question, whoever tells it", async () => {
      const { told } = await givenReader();
      const { told: another } = await givenReader();
      await openRestore(deps(), "book_went_back");
      const { restore } = await readRestore(deps());
      await Promise.all([tell(), tell(), tell()]);
      await tell();

      const [event, ...others] = await told();
      expect(others).toEqual([]);
      expect(event).toMatchObject({ object: restore?.id, sequence: 1 });
      expect(new Date(event?.facts.until ?? "")).toEqual(restore?.openedAt);
      expect(event?.facts.from ? new Date(event.facts.from) : undefined).toEqual(restore?.found.at);
      expect(await another()).toHaveLength(1);
      const [body] = (
        await eventBodies(database().db, [{ id: event?.id, objectId: event?.object, facts: event?.facts } as never])
      ).values();
      expect(body?.data).toMatchObject({ id: restore?.id, until: restore?.openedAt.toISOString() });
    });

    it("again when it happens a second time, with the hours of both", async () => {
      const { told } = await givenReader();
      const { issue } = await givenVouchers(database());
      await issue();
      await openRestore(deps(), "book_went_back");
      await tell();
      await database().admin.query(sql`
        insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
        values (${crypto.getRandomValues(new Uint8Array(32))}, ${900_000}, now())`);
      expect(await release()).toMatchObject({ restore: "waiting" });
      await openRestore(deps(), "book_went_back");
      await tell();

      const [first, second, ...others] = await told();
      expect(others).toEqual([]);
      expect([first?.sequence, second?.sequence, second?.object]).toEqual([1, 2, first?.object]);
      expect(second?.facts.from).toEqual(first?.facts.from);
      expect(Date.parse(second?.facts.until ?? "")).toBeGreaterThan(Date.parse(first?.facts.until ?? ""));
    });

    it("only when the ledger is open again, where payments of the node are the only sign", async () => {
      const { told } = await givenReader();
      await open();
      await tell();
      expect(await told()).toEqual([]);
      await release();
      await tell();
      expect(await told()).toHaveLength(1);
    });

    it("not where nothing was restored, as the operator says", async () => {
      const { told } = await givenReader();
      await open();
      await release(true);
      await tell();
      expect(await told()).toEqual([]);
    });
  });
});
