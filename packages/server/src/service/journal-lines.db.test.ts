import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import type { JournalEntry } from "#kernel/journal.ts";
import { sats } from "#kernel/money.ts";
import { pauseSending, resumeSending, setLimits } from "#ledger";
import { bookOperatorMoney, undoOperatorBooking } from "#lightning";
import { blockUser, unblockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, createKeyCache, revokeKey } from "#projects";
import { createCharge } from "#receiving";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { payOnchain } from "#slices/onchain/pay/pay-onchain.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { payToEmail } from "#slices/vouchers/email/pay-to-email.ts";
import { projectOf } from "#slices/vouchers/testing/email.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";

const random = machineRandom();
const whats = (entries: readonly JournalEntry[]) => entries.map(({ what }) => what);

onDatabase("what the journal is told", (database) => {
  it("has a voucher and a withdrawal request by the hash of what redeems them, before they are issued", async () => {
    const on = await givenVouchers(database());
    const { world, issuer } = on;
    const balances: bigint[] = [];
    world.journal.before = async () => void balances.push(await world.balance(issuer));
    const funds = await world.balance(issuer);
    const made = await on.issue("voucher", { internalId: "gift-1" });
    const withdrawal = await on.issue("withdrawal");

    expect(world.journal.entries).toMatchObject([
      {
        what: "voucher.issue",
        wallet: issuer.wallet.id,
        issued: [
          {
            id: made.voucher.id,
            tokenHash: sha256(utf8ToBytes(made.token)),
            amount: sats(1_000n),
            expiresAt: made.voucher.expiresAt,
            internalId: "gift-1",
          },
        ],
      },
      { what: "withdrawal.issue", issued: [{ id: withdrawal.voucher.id }] },
    ]);
    expect(balances[0]).toBe(funds);
  });

  it("has no line of what cannot be issued, and of what was refused after its line a second one", async () => {
    const on = await givenVouchers(database());
    const { world, issuer } = on;
    const tooMuch = { amount: ((await world.balance(issuer)) + 1n) as never };
    await expect(on.issue("voucher", tooMuch)).rejects.toMatchObject({ code: "insufficient_funds" });
    const email = { caller: issuer, projectId: projectOf(issuer), email: "bob@example.com" as never, comment: "" };
    await expect(payToEmail(on.deps.email, { ...email, ...tooMuch })).rejects.toMatchObject({ status: 400 });
    await setLimits(world.pay, issuer.wallet.account, { daily: sats(1n) });
    await expect(on.issue()).rejects.toMatchObject({ code: "limit_exceeded" });
    await setLimits(world.pay, issuer.wallet.account, { daily: undefined });
    await whilePaused(database(), async () => {
      await expect(on.issue()).rejects.toMatchObject({ code: "sending_paused" });
    });
    await database().admin.query(sql`select ledger.close_book('comparing')`);
    await expect(on.issue()).rejects.toMatchObject({ code: "restoring" });
    await database().admin.query(sql`select ledger.open_book('comparing')`);
    expect(world.journal.entries).toEqual([]);

    world.journal.before = async () =>
      void (await pauseSending(world.pay as never, { kind: "operator", reason: "now" }));
    await expect(on.issue()).rejects.toMatchObject({ code: "sending_paused" });
    expect(whats(world.journal.entries)).toEqual(["voucher.issue", "issue.refuse"]);
    const [issued, refused] = world.journal.entries;
    expect(refused?.id).toBe(issued?.id);
    world.journal.before = undefined as never;
    await resumeSending(world.pay as never, "operator");
  });

  it("refuses vouchers with 503 while it cannot be written, and nothing is taken", async () => {
    const on = await givenVouchers(database());
    const { world, issuer } = on;
    const funds = await world.balance(issuer);
    world.journal.isBroken = true;
    await expect(on.issue()).rejects.toMatchObject({ code: "sending_paused", status: 503 });
    const email = { caller: issuer, projectId: projectOf(issuer), email: "bob@example.com" as never, comment: "" };
    await expect(payToEmail(on.deps.email, { ...email, amount: sats(5n) })).rejects.toMatchObject({ status: 503 });
    expect(await world.balance(issuer)).toBe(funds);

    world.journal.isBroken = false;
    await payToEmail(on.deps.email, { ...email, amount: sats(5n) });
    expect(whats(world.journal.entries)).toEqual(["voucher.issue"]);
    expect(
      JSON.stringify(world.journal.entries, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain("bob");
  });

  it("has a charge by its payment hash before it is answered; receiving goes on without a line", async () => {
    const { world, issuer: caller } = await givenVouchers(database());
    const request = { caller, amount: sats(10n), description: "for Alice", expirySeconds: 600, internalId: "o-1" };
    const { charge } = await createCharge(world.pay as never, request);
    const { id, paymentHash } = charge;
    const line = { what: "charge.issue", id, wallet: caller.wallet.id, internalId: "o-1", amount: sats(10n) };
    expect(world.journal.entries).toMatchObject([line]);
    expect(Buffer.from(world.journal.entries[0]?.paymentHash ?? [])).toEqual(Buffer.from(paymentHash));

    world.journal.isBroken = true;
    await createCharge(world.pay as never, request);
    expect(world.journal.entries).toHaveLength(1);
  });

  it("has a purchase by the processor's id, and its capture and refund before the processor is asked", async () => {
    const ramp = await givenRamp(database());
    const { journal } = ramp.world;
    const moved: [string, number][] = [];
    journal.before = async ({ what }) => void moved.push([what, ramp.cards.moved.length]);
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    for (let i = 0; i < 3; i += 1) await ramp.later();

    expect(moved.filter(([what]) => what.startsWith("purchase."))).toEqual([
      ["purchase.begin", 0],
      ["purchase.capture", 0],
      ["purchase.refund", 1],
    ]);
    const lines = journal.entries.filter(({ id }) => id === bought.id);
    expect(new Set(lines.map(({ processorId }) => processorId)).size).toBe(1);
    expect(lines.every(({ processorId }) => typeof processorId === "string")).toBe(true);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("captures nothing while it cannot be written, and captures once when it can", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.journal.isBroken = true;
    await ramp.later();
    expect(ramp.cards.moved).toEqual([]);
    ramp.world.journal.isBroken = false;
    for (let i = 0; i < 4; i += 1) await ramp.later(30_000);
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    expect(await ramp.stateOf(bought)).toBe("completed");
  });

  it("has a transaction of the chain with its bytes before it is published, and publishes none without", async () => {
    const ramp = await givenRamp(database());
    const { world } = ramp;
    const caller = await world.project("payer", sats(1_000_000n));
    const { onchain } = ramp.deps;
    const published: boolean[] = [];
    const node = {
      ...onchain.node,
      publishOnchain: async (transaction: Uint8Array, reference: string) => {
        published.push(world.journal.entries.some(({ what }) => what === "onchain.publish"));
        return await world.node.publishOnchain(transaction, reference);
      },
    };
    const deps = { ...onchain, node: Object.assign(Object.create(world.node), node) };
    world.journal.isBroken = true;
    const id = random.uuid() as PaymentId;
    const payer = caller.wallet.account;
    const draft = { id, payer, address: freshAddress(), amount: sats(10_000n), feeLimit: sats(1_000n) };
    await payOnchain(deps, { ...draft, origin: { kind: "purchase", id: random.uuid() } });
    await world.settled();
    expect(published).toEqual([]);

    world.journal.isBroken = false;
    for (let i = 0; i < 4; i += 1) await ramp.later(60_000, { ...ramp.deps, onchain: deps });
    expect(published[0]).toBe(true);
    const line = world.journal.entries.find(({ what }) => what === "onchain.publish");
    expect(line).toMatchObject({ id, txid: expect.stringMatching(/^[0-9a-f]{64}$/), amount: sats(10_000n) });
    expect(line?.transaction?.length).toBeGreaterThan(50);
  });

  it("has what takes a right away; a right is taken without a line too", async () => {
    const { db, batch } = database();
    const journal = memoryJournal();
    const deps = { db, batch, clock: machineClock, random, journal, keyCache: createKeyCache(machineClock) };
    const { world, issuer } = await givenVouchers(database());
    const first = await createKey(deps, { projectId: projectOf(issuer) });
    await revokeKey(deps, { keyId: first.key.id });
    const user = await givenUser(database());
    await blockUser(deps, user.id);
    await unblockUser(deps, user.id);
    expect(journal.entries).toMatchObject([
      { what: "key.revoke", id: first.key.id },
      { what: "user.block", id: user.id },
      { what: "user.unblock", id: user.id },
    ]);

    journal.isBroken = true;
    const second = await createKey(deps, { projectId: projectOf(issuer) });
    await revokeKey(deps, { keyId: second.key.id });
    await expect(revokeKey(deps, { keyId: second.key.id })).rejects.toThrow();
    await world.settled();
  });

  it("has what an operator books, without the reason; nothing is booked without a line", async () => {
    await givenRamp(database()); // a node was connected
    const journal = memoryJournal();
    const deps = { ...database(), random, journal };
    const booking = { kind: "equity_deposit", amount: sats(5n), reason: "from Alice", despiteOwn: false } as const;
    const id = await bookOperatorMoney(deps, booking).catch(() => undefined);
    const line = { what: "operator.book", id: journal.entries[0]?.id };
    expect(journal.entries).toMatchObject([
      { ...line, kind: "equity_deposit", amount: sats(5n) },
      ...(id === undefined ? [{ ...line, kind: "refused" }] : []), // no node was connected
    ]);
    journal.isBroken = true;
    await expect(bookOperatorMoney(deps, booking)).rejects.toMatchObject({ code: "sending_paused" });
    if (id !== undefined)
      await expect(undoOperatorBooking(deps, { undoes: id, reason: "" })).rejects.toMatchObject({ status: 503 });
  });
});
