import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { findClosure, findHead, type Position } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { DAY, givenVouchers, MOST } from "#slices/vouchers/testing/vouchers.harness.ts";
import { revokeByOperator } from "#vouchers";
import { closeUntilCompared, openAfterComparison } from "./compare-first.ts";
import { liftLimits } from "./lift-limits.ts";
import type { Restore } from "./model/restore.ts";
import { noteImport } from "./note-import.ts";
import { openRestore } from "./open-restore.ts";
import { rememberBook } from "./recognize.ts";
import { matchWaiting, readRestore, releaseRestore } from "./release-restore.ts";
import { listUnknownSpending } from "./store/limits.ts";
import { findEpoch, listOpenings, verifyBook } from "./store.ts";

const REASON = "the backup of the night";
const HOUR = 3_600_000;

onDatabase("a restore", (database) => {
  const log = createLog({ level: "silent", pretty: false });
  const { clock, random } = {
    clock: { now: () => new Date(), sleep: async () => undefined },
    random: { uuid: () => crypto.randomUUID() },
  };
  const deps = () => ({ db: database().db, clock, random, log }) as unknown as Parameters<typeof openRestore>[0];
  const open = () => openRestore(deps(), "foreign_payments");
  const release = (isMine = false) => releaseRestore(deps(), { reason: REASON, isMine });
  const unexplained = (amount: bigint, hash: Uint8Array = crypto.getRandomValues(new Uint8Array(32))) =>
    database().admin.query(sql`
      insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
      values (${hash}, ${amount}, now())`);

  /** That the database is bound to; any while it is bound to none. */
  async function installation(): Promise<string> {
    const [node] = await database().admin.query<{ id: string }>(sql`
      select instance_id as id
        from lightning.node`);
    return node?.id ?? crypto.randomUUID();
  }

  const tidy = async () => {
    await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
    await openAfterComparison(deps());
    await release(true);
  };
  beforeEach(tidy);
  afterEach(tidy);

  describe("while it is open", () => {
    it("refuses all that moves value, and takes what is received", async () => {
      const given = await givenVouchers(database());
      const { pay, issue, redeem, revoke, claim, stateOf, breaches } = given;
      const [gift, other, withdrawal] = [await issue(), await issue(), await issue("withdrawal")];
      await open();

      const restoring = { code: "restoring", status: 503, retryAfterSeconds: 30 };
      const calls = [pay, issue, () => redeem(gift), () => revoke(gift), () => claim(other), () => claim(withdrawal)];
      for (const call of calls) await expect(call()).rejects.toMatchObject(restoring);
      expect(await given.balance(given.taker)).toBe(0n);
      for (const one of [gift, other, withdrawal]) expect(await stateOf(one)).toBe("open");
      expect(await findClosure(database().db)).toBe("restoring");
      expect(await breaches()).toEqual([]);
    });

    it("holds what was open, and nothing that was made after its end", async () => {
      const { issue, redeem, stateOf } = await givenVouchers(database());
      const before = await issue();
      await open();
      await unexplained(sats(900n));
      expect(await release()).toMatchObject({ restore: "waiting" });

      const after = await issue();
      await expect(redeem(before)).rejects.toMatchObject({ code: "restoring" });
      await redeem(after);
      expect([await stateOf(before), await stateOf(after)]).toEqual(["open", "redeemed"]);
    });

    it("is opened once by those who race, and holds what is redeemed at the same moment, or is too late", async () => {
      const { issue, redeem, stateOf, breaches } = await givenVouchers(database());
      const gift = await issue();

      const [taken, ...opened] = await Promise.all([redeem(gift).catch((error) => error), open(), open(), open()]);

      expect(opened.filter(Boolean)).toHaveLength(1);
      const { waiting } = await readRestore(deps());
      const waits = waiting.some(({ id }) => id === gift.voucher.id);
      expect([taken instanceof Error, await stateOf(gift)]).toEqual([waits, waits ? "open" : "redeemed"]);
      expect(await breaches()).toEqual([]);
    });
  });

  describe("holds a link that may have been taken since", () => {
    it("neither pays, nor expires, nor is given back, until nothing unexplained can be it", async () => {
      const given = await givenVouchers(database());
      const { issue, claim, redeem, revoke, later, stateOf, world, breaches } = given;
      const gift = await issue();
      await open();
      await unexplained(MOST);
      await release();

      await expect(claim(gift)).rejects.toMatchObject({ code: "restoring" });
      await expect(redeem(gift)).rejects.toMatchObject({ code: "restoring" });
      await expect(revoke(gift)).rejects.toMatchObject({ code: "restoring" });
      await later(31 * DAY);
      expect(await stateOf(gift)).toBe("open");
      expect(world.node.requests).toEqual([]);
      expect(await given.outstanding()).toBe(sats(1_000n));

      await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
      expect(await release()).toMatchObject({ restore: "ended", waiting: [] });
      await later(1_000);
      expect(await stateOf(gift)).toBe("expired");
      expect(await breaches()).toEqual([]);
    });

    it("is revoked by the operator, who knows that it was taken: its value goes back, and it pays nothing", async () => {
      const given = await givenVouchers(database());
      const { issue, redeem, claim, stateOf, deps: verbs, breaches } = given;
      const gift = await issue();
      const before = await given.balance(given.issuer);
      await open();
      await unexplained(MOST);
      const another = { paymentHash: new Uint8Array(32).fill(7), amount: MOST };
      expect((await matchWaiting(deps()))(another)).toBe(true);
      await expect(revokeByOperator(verbs, gift.voucher.id)).rejects.toMatchObject({ code: "restoring" });
      await release();

      await revokeByOperator(verbs, gift.voucher.id);
      expect(await release()).toMatchObject({ restore: "ended" });
      expect(await stateOf(gift)).toBe("revoked");
      expect((await given.balance(given.issuer)) - before).toBe(sats(1_000n));
      for (const take of [redeem, claim]) await expect(take(gift)).rejects.toThrow();
      expect(await breaches()).toEqual([]);
    });

    it("is not paid again when it was being paid out in the copy, and its own hash is the node's", async () => {
      const given = await givenVouchers(database());
      const { issue, claim, later, stateOf, world, reread, deps: verbs, breaches } = given;
      const gift = await issue();
      await whilePaused(database(), () => claim(gift).catch(() => undefined));
      // as the copy has it: bound to the invoice, and no payment of it
      const invoice = world.invoice({ amount: MOST });
      await database().admin.query(sql`
        update vouchers.voucher
           set state = 'claiming', invoice = ${invoice.text}, payment_hash = ${invoice.paymentHash},
               payment_id = ${crypto.randomUUID()}, claim_msats = ${MOST}, due_at = now()
         where id = ${gift.voucher.id}`);
      await open();
      await unexplained(MOST, invoice.paymentHash);
      await release();

      for (let hour = 0; hour < 3; hour += 1) await later(HOUR);

      expect(await stateOf(gift)).toBe("claiming");
      expect((await reread(gift)).waitsForRestore).toBe(true);
      expect(world.node.requests).toEqual([]);
      const { waiting } = await readRestore(deps());
      const mayBe = await matchWaiting(deps());
      expect(waiting.find(({ id }) => id === gift.voucher.id)).toMatchObject({ kind: "voucher", state: "claiming" });
      expect(mayBe({ paymentHash: invoice.paymentHash, amount: sats(1n) })).toBe(true);

      await revokeByOperator(verbs, gift.voucher.id);
      expect(await stateOf(gift)).toBe("revoked");
      expect((await matchWaiting(deps()))({ paymentHash: invoice.paymentHash, amount: MOST })).toBe(false);
      expect((await breaches()).filter((line) => !line.includes("I10"))).toEqual([]);
    });
  });

  describe("holds a purchase", () => {
    it("that is paid and on hold: it is neither delivered nor refunded, whatever the time, until it is released", async () => {
      const ramp = await givenRamp(database());
      const bought = await ramp.authorized();
      await whilePaused(database(), () => ramp.later());
      expect(await ramp.stateOf(bought)).toBe("on_hold");
      await open();
      const { amount } = (await ramp.reread(bought)).quote;
      await unexplained(amount);
      await release();

      for (let day = 0; day < 3; day += 1) await ramp.later(25 * HOUR);
      expect(await ramp.stateOf(bought)).toBe("on_hold");
      expect([ramp.cards.count("refund"), ramp.world.node.requests.length]).toEqual([0, 0]);

      await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
      await release();
      await ramp.later();
      expect((await ramp.reread(bought)).waitsForRestore).toBe(false);
      expect(["refund_pending", "refunded"]).toContain(await ramp.stateOf(bought));
      expect(ramp.world.node.requests).toEqual([]);
    });

    it("before its capture: no card is charged and no bitcoin is sold while the ledger is closed", async () => {
      const ramp = await givenRamp(database());
      ramp.world.node.plan = pays();
      const bought = await ramp.authorized();
      await closeUntilCompared(deps(), await installation());

      for (let minute = 0; minute < 3; minute += 1) await ramp.later(60_000);
      expect([ramp.cards.count("capture"), ramp.cards.count("cancel"), await ramp.sold()]).toEqual([0, 0, 0n]);

      await openAfterComparison(deps());
      await ramp.later(60_000);
      await ramp.later(60_000);
      expect(await ramp.stateOf(bought)).toBe("completed");
      expect(await ramp.breaches()).toEqual([]);
    });
  });

  describe("is noticed", () => {
    const connectionOf = (known: Position | undefined, installation: string) => {
      const seen = known === undefined ? [] : [{ ...known, epoch: undefined }];
      const book = rememberBook(deps(), { installation, known: seen });
      const { verify } = book;
      return { book, db: connect({ url: database().url, role: "leyden_app", max: 1, name: "a test", verify }) };
    };

    it("by the first connection to a database without what was seen, before anything is asked of it", async () => {
      const head = await findHead(database().db);
      for (const seen of [
        { no: head.no + 1n, hash: head.hash },
        { no: head.no, hash: new Uint8Array(32) },
      ] as Position[]) {
        await tidy();
        const { db } = connectionOf(seen, await installation());
        try {
          expect(await findClosure(db)).toBe("restoring");
        } finally {
          await db.close();
        }
      }
      const found = { no: head.no };
      expect((await readRestore(deps())).restore).toMatchObject({ cause: "book_went_back", found });
      const seenEpoch = (await findEpoch(database().db)) - 1n; // the one that ended
      expect(await openings()).toEqual([{ foundNo: head.no, seenNo: head.no, seenEpoch }]);
    });

    const openings = async () => {
      const { restore } = await readRestore(deps());
      return restore && (await listOpenings(database().db, restore));
    };

    /** How often a restore is opened by three processes that have seen so many postings more, in the epoch of now. */
    async function lacks(more: bigint): Promise<number> {
      const head = await findHead(database().db);
      const epoch = await findEpoch(database().db);
      const seen = { no: (head.no + more) as Position["no"], hash: new Uint8Array(32), epoch };
      const verify = async () =>
        await verifyBook(database().db, {
          id: random.uuid(),
          installation: await installation(),
          now: new Date(),
          seen,
        });
      return (await Promise.all([verify(), verify(), verify()])).filter((outcome) => outcome === "opened").length;
    }

    it("each time that it goes back while a restore is open, with what was seen then; limits are full again", async () => {
      const { issue } = await givenVouchers(database());
      await issue();
      const first = await findHead(database().db);
      const epoch = await findEpoch(database().db);
      expect(await lacks(5n)).toBe(1);
      await unexplained(sats(900n));
      expect(await release()).toMatchObject({ restore: "waiting" });
      await liftLimits({ ...deps(), journal: memoryJournal() }, { reason: REASON });
      await issue();
      const second = await findHead(database().db);

      expect(await lacks(9n)).toBe(1);
      expect(await openings()).toEqual([
        { foundNo: first.no, seenNo: first.no + 5n, seenEpoch: epoch },
        { foundNo: second.no, seenNo: second.no + 9n, seenEpoch: epoch + 1n },
      ]);
      expect((await listUnknownSpending(database().db, new Date())).map(({ what }) => what)).toEqual([
        "wallets",
        "purchases",
      ]);
    });

    it("also when the ledger is still closed: what was imported may have gone back with it", async () => {
      await open();
      const { restore: before } = await readRestore(deps());
      await noteImport({ ...deps(), clock: { now: () => new Date() } as never }, before as Restore);
      await liftLimits({ ...deps(), journal: memoryJournal() }, { reason: REASON });
      expect(await lacks(3n)).toBe(1);
      const { restore } = await readRestore(deps());
      expect(restore).toMatchObject({ id: before?.id, openedNo: 2, importedAt: undefined });
      expect((await listUnknownSpending(database().db, new Date())).length).toBe(2);
      expect(await open()).toBe(false); // another sign alone is none
    });

    it("and leaves the database of another installation as it is: a wrong address stops nobody", async () => {
      await database().admin.query(sql`
        insert into lightning.node (id, node_id, network, instance_id, bound_at)
        values (1, 'us', 'regtest', gen_random_uuid(), now())
            on conflict do nothing`);
      const head = await findHead(database().db);
      const another = crypto.randomUUID();
      const { db } = connectionOf({ no: (head.no + 1n) as Position["no"], hash: head.hash }, another);
      try {
        await closeUntilCompared(deps(), another);
        expect(await findClosure(db)).toBeUndefined();
      } finally {
        await db.close();
      }
    });

    it("never where the ledger has only grown, or nothing was seen", async () => {
      const earlier = await findHead(database().db);
      await givenVouchers(database());
      const { book, db } = connectionOf(earlier, await installation());
      const blank = connectionOf(undefined, await installation());
      try {
        expect(await findClosure(db)).toBeUndefined();
        expect(await findClosure(blank.db)).toBeUndefined();
        await book.look(db);
        expect(book.seen()?.no).toBeGreaterThan(earlier.no);
        expect(book.seen()).toMatchObject(await findHead(db));
      } finally {
        await db.close();
        await blank.db.close();
      }
    });
  });

  it("ends every login and what applications have from users: what had ended since the copy is back in it", async () => {
    const admin = database().admin;
    const later = new Date(Date.now() + HOUR);
    await admin.query(sql`
      insert into login.session
        (id, secret_hash, user_id, methods, authenticated_at, seen_at, expires_at, user_agent, network)
      values (gen_random_uuid(), ${crypto.getRandomValues(new Uint8Array(32))}, gen_random_uuid(), '{email}', now(), now(),
              ${later}, '', '203.0.113.0')`);
    await admin.query(sql`
      insert into oauth.artifact (model, id_hash, payload, created_at, expires_at)
      values ('RefreshToken', ${crypto.getRandomValues(new Uint8Array(32))}, '{}', now(), ${later})`);
    await open();
    const rows = await admin.query(sql`
      select 1 from login.session union all select 1 from oauth.artifact union all select 1 from oauth.consent`);
    expect(rows).toEqual([]);
  });

  it("begins another epoch of the journal: numbers of the book come a second time", async () => {
    const epoch = async () => (await database().admin.query(sql`select epoch from platform.journal_epoch`))[0];
    const before = await epoch();
    await open();
    await open();
    expect(await epoch()).toEqual({ epoch: (before as { epoch: bigint }).epoch + 1n });
  });

  it("closes the ledger again when the database goes back a second time while something still waits", async () => {
    const { issue, redeem } = await givenVouchers(database());
    await issue();
    await open();
    await unexplained(sats(900n));
    expect(await release()).toMatchObject({ restore: "waiting" });
    const later = await issue();

    expect(await open()).toBe(true);
    expect(await findClosure(database().db)).toBe("restoring");
    await release();
    await expect(redeem(later)).rejects.toMatchObject({ code: "restoring" });
    expect((await readRestore(deps())).waiting.map(({ id }) => id)).toContain(later.voucher.id);
  });

  it("stays open through a start, and the comparison alone does not end it", async () => {
    await open();
    await closeUntilCompared(deps(), await installation());
    expect(await openAfterComparison(deps())).toBe(false);
    expect(await findClosure(database().db)).toBe("restoring");
  });

  it("ends once, and a second release changes nothing", async () => {
    await open();
    expect((await release()).restore).toBe("ended");
    expect(await release()).toEqual({ free: [], waiting: [], restore: "none" });
    expect((await readRestore(deps())).restore).toBeUndefined();
  });
});
