import { beforeEach, describe, expect, it } from "vitest";
import type { JournalEntry } from "#kernel/journal.ts";
import { sats } from "#kernel/money.ts";
import { listPauses, pauseSending } from "#ledger";
import { NodeUnavailable } from "#lightning";
import { endByHand, findPayment } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { findRestore, openRestore, readRestore, releaseRestore } from "#restore";
import { cut, pays, type SendPlan } from "#slices/lightning/testing/fake-plan.harness.ts";
import { updateLimitsOfUser } from "#slices/users/store.ts";
import { importJournal } from "./import-journal.ts";
import { readLeft } from "./left-since.ts";
import { findDoubts, requireReleasable, whyDoubted } from "./node-doubts.ts";
import { departedOf } from "./testing/departed.harness.ts";
import { quick, restored } from "./testing/restored.harness.ts";
import { givenCopy } from "./testing/restored-onchain.harness.ts";

onDatabase("whether the word of the node counts after a restore", (database) => {
  const { anew, given, resolving } = restored(database);
  beforeEach(anew);

  /** A restore is open; the journal has a line of a payment that the copy lacks. */
  async function opened(plan?: SendPlan) {
    const driving = await given();
    const { world, caller } = driving;
    const waiting = await resolving(driving); // owed in the copy
    const on = givenJournal();
    const departed = departedOf(driving, caller, { plan, amount: sats(70n) });
    const { id, wallet, origin, paymentHash, amount, feeLimit } = departed;
    const writer = on.writer();
    await writer.append({ what: "payment.dispatch", id, wallet, origin, paymentHash, amount, feeLimit });
    await writer.close();
    const deps = { ...world.drive, node: world.node };
    await openRestore(deps, "book_went_back");
    const place = { folders: [on.folder], installation: on.installation };
    const release = async (node = false, journal = true) => {
      await requireReleasable(deps, { place, despite: { node, journal } });
      return (await releaseRestore(quick(deps), { reason: "a test" })).restore;
    };
    const told = async () => whyDoubted(await findDoubts(deps, (await readLeft(deps, place)).left));
    const bringBack = async () => (await importJournal(deps, place)).imported.map(({ outcome }) => outcome);
    return { ...driving, waiting, departed, deps, release, told, bringBack };
  }

  it("a line whose payment never left refuses the release until it is imported; then all ends without a flag", async () => {
    const { departed, waiting, deps, release, told, bringBack, later, reread } = await opened();
    expect(await told()).toBe(
      `the node does not know 1 of the payments that left by the journal, such as ${departed.id}`,
    );
    await expect(release()).rejects.toThrow(OperatorError);
    expect((await reread(waiting)).onHoldFor, "nothing was let go on").toBe("restore");

    expect(await bringBack()).toEqual(["done"]);
    expect(await told()).toBeUndefined();
    expect(await release()).toBe("waiting");
    expect((await reread(waiting)).onHoldFor).toBeUndefined();
    expect((await readRestore(deps)).waiting.map(({ id }) => id)).toEqual([departed.id]);
    await later(11 * 60_000);
    expect((await findPayment(database().db, departed.id))?.progress.kind, "never sent, never failed").toBe("unknown");

    await endByHand(deps, { id: departed.id, as: { kind: "failed" }, reason: "it was not made", despite: [] });
    expect(await release()).toBe("ended");
    expect((await listPauses(database().db)).map(({ kind }) => kind)).not.toContain("restore");
  });

  it("a line that the node knows refuses nothing, whatever became of it", async () => {
    const { told, release } = await opened(pays());
    expect(await told()).toBeUndefined();
    expect(await release()).toBe("ended");
  });

  it("what the journal tells of refuses the release until it is imported, whatever the node says", async () => {
    const { bringBack, release, later } = await opened(pays());
    await expect(release(true, false)).rejects.toThrow(
      "the journal has 1 things that the database lacks, and nothing was imported yet",
    );
    expect(await bringBack()).toEqual(["done"]);
    expect(await release(false, false)).not.toBe("none");
    await later(60_000);
  });

  it("a later opening of the restore wants the import again", async () => {
    const { deps, bringBack, release, later } = await opened(pays());
    await bringBack();
    expect(await release(false, false)).not.toBe("none");
    expect((await findRestore(deps.db))?.importedAt).toBeInstanceOf(Date);
    await openRestore(deps, "book_went_back");
    expect((await findRestore(deps.db))?.importedAt).toBeUndefined();
    await later(60_000);
  });

  it("a node that gives no answer about a payment refuses the release as one that does not know it", async () => {
    const { deps, told, release, departed } = await opened(pays());
    deps.node.lookupOutgoing = async () => {
      throw new NodeUnavailable("no answer");
    };
    expect(await told()).toBe(
      `the node gave no answer about 1 of the payments that left by the journal, such as ${departed.id}`,
    );
    await expect(release()).rejects.toThrow(OperatorError);
  });

  it("a node that went back as well refuses the release, also after the import, until the operator says so", async () => {
    const { deps, release, told, bringBack, departed, reread, waiting, later } = await opened();
    await pauseSending(deps, { kind: "node_went_back", reason: "a test" });
    await bringBack();
    expect(await told()).toBe("the node went back as well (pause node_went_back)");
    const refused: unknown = await release().catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: "the node went back as well (pause node_went_back)" });
    expect((await reread(waiting)).onHoldFor).toBe("restore");

    expect(await release(true)).toBe("waiting");
    expect((await readRestore(deps)).waiting.map(({ id }) => id)).toEqual([departed.id]);
    await later(60_000);
    const end = { id: departed.id, as: { kind: "failed" }, reason: "it was not made" } as const;
    await expect(endByHand(deps, { ...end, despite: [] })).rejects.toThrow(OperatorError);
    await endByHand(deps, { ...end, despite: ["lost_history"] });
  });

  it("the operator's word lets go on what was not imported, and a restore that is over asks for none", async () => {
    const { deps, release } = await opened();
    expect(await release(true)).toBe("ended");
    await pauseSending(deps, { kind: "node_went_back", reason: "a test" });
    expect(await release()).toBe("none");
  });

  it("a payment of the copy that had left by the journal refuses it as well, and one whose invoice has another does not", async () => {
    const driving = await given();
    const { world, caller, pay } = driving;
    world.node.plan = cut();
    const held = await pay();
    const deps = { ...world.drive, node: world.node };
    await openRestore(deps, "book_went_back");
    const { progress } = held;
    if (!("invoice" in progress) || typeof progress.invoice !== "object") throw new Error("it has no invoice");
    const at = new Date();
    const paymentHash = Buffer.from(progress.invoice.paymentHash).toString("hex");
    const line = { what: "payment.dispatch", at, amount: held.amount, paymentHash, match: "not_found" } as const;
    const another = departedOf(driving, caller).id;
    expect((await findDoubts(deps, [{ ...line, id: held.id }])).unknown).toEqual([held.id]);
    expect((await findDoubts(deps, [{ ...line, id: another }])).unknown).toEqual([]);
  });

  describe("a purchase that its person took into the own wallet, by the journal,", () => {
    /** It waits in the copy; the import got no answer of the node about it, and wrote nothing of it. */
    async function imported() {
      await database().admin.query(sql`update ramp.purchase set restore_id = null, due_at = null`); // of earlier tests
      const copy = await givenCopy(database(), "on_hold");
      const { id, bought, world, clock } = copy;
      const { userId } = bought;
      const set = { maxBalance: sats(1_000_000n) };
      await updateLimitsOfUser(database().db, userId, { set, byLevel: [] }, clock.now());
      await copy.open();
      const on = givenJournal();
      const line: JournalEntry = { what: "purchase.credit", id, subject: userId, amount: bought.quote.amount };
      const writer = on.writer();
      await writer.append(line);
      await writer.close();
      const deps = { ...world.drive, node: world.node };
      const place = { folders: [on.folder], installation: on.installation };
      const bringBack = async (node?: typeof world.node) =>
        (await importJournal({ ...deps, node }, place)).imported.map(({ outcome }) => outcome);
      expect(await bringBack()).toEqual(["question"]);
      expect((await findRestore(deps.db))?.importedAt).toBeInstanceOf(Date);
      const release = (journal = false) => requireReleasable(deps, { place, despite: { node: false, journal } });
      return { ...copy, deps, release, bringBack };
    }

    it("refuses the release while it waits, unless the operator does without; and not when it goes there", async () => {
      const { id, release, bringBack, world } = await imported();
      const refused: unknown = await release().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(OperatorError);
      expect(refused).toMatchObject({
        message: `the journal says that 1 purchases went to their persons' own wallets, such as ${id}`,
        advice: expect.stringContaining("--without-import"),
      });
      await release(true);
      expect(await bringBack(world.node)).toEqual(["done"]);
      await release();
    });

    it("refuses nothing when it waits no more: it went on by the operator's word", async () => {
      const { id, letGo, release } = await imported();
      await expect(release()).rejects.toThrow("own wallets");
      await letGo([id]);
      await release();
    });
  });
});
