import { expect, it } from "vitest";
import type { JournalEntry } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { NOTHING_TOLD } from "#slices/ramp/testing/lost-purchase.harness.ts";
import { givenRamp, random } from "#slices/ramp/testing/ramp.harness.ts";
import { readLostPurchase } from "./lost-purchase.ts";

const HASHES = [1, 2, 3].map((n) => new Uint8Array(32).fill(n));

onDatabase("a lost purchase, by the journal,", (database) => {
  async function told(entries: readonly JournalEntry[], id: string) {
    const on = givenJournal();
    const writer = on.writer();
    for (const entry of entries) await writer.append(entry);
    await writer.close();
    const place = { folders: [on.folder], installation: on.installation };
    return (await readLostPurchase(database(), place, id)).told;
  }

  it("has all that its own lines say, from the lines that the service writes", async () => {
    const ramp = await givenRamp(database());
    const user = await ramp.person();
    const own = `${user.gamertag}@example.com`; // this host's name is another's in this world
    const { baseUrl } = ramp.deps;
    Object.assign(ramp.deps, { baseUrl: "https://example.com" });
    const bought = await ramp.authorized(
      await ramp.opened({ destination: ramp.world.recipient(own.split("@")[0] ?? "") }),
    );
    Object.assign(ramp.deps, { baseUrl });
    for (let i = 0; i < 4; i += 1) await ramp.later();
    const { amount } = bought.quote;
    const { wallet } = ramp.world.journal.entries.find(({ id }) => id === bought.id) ?? {};
    expect(wallet).toBe(user.walletId);
    const read = await told(ramp.world.journal.entries, bought.id);
    expect(read).toEqual({
      ...NOTHING_TOLD,
      begunAt: expect.any(Date),
      sessionId: bought.sessionId,
      projectId: bought.projectId,
      userId: bought.userId,
      walletId: user.walletId,
      amount,
      feeLimit: bought.feeLimit,
      paymentHashes: [expect.any(Uint8Array)],
    });
  });

  it("has each hash and transaction that left for it, and nothing of other purchases", async () => {
    const [id, other] = [random.uuid(), random.uuid()];
    const [first, second, third] = HASHES as [Uint8Array, Uint8Array, Uint8Array];
    const sent = (origin: string, paymentHash: Uint8Array): JournalEntry => ({
      what: "payment.dispatch",
      id: random.uuid(),
      origin: { kind: "purchase", id: origin },
      paymentHash,
    });
    const lines: JournalEntry[] = [
      { what: "purchase.begin", id: other, subject: random.uuid(), amount: msats(1n), processorId: "pay_other" },
      { what: "purchase.capture", id, subject: other, amount: msats(7_000n), processorId: "pay_1" },
      sent(id, first),
      sent(id, first),
      sent(other, second),
      { what: "operator.book", id: random.uuid(), kind: "reconcile_purchase", subject: id, paymentHash: third },
      {
        what: "onchain.publish",
        id: random.uuid(),
        origin: { kind: "purchase", id },
        txid: "ab".repeat(32),
        transaction: first,
      },
      {
        what: "operator.book",
        id: random.uuid(),
        kind: "reconcile_transaction",
        subject: id,
        txid: "cd".repeat(32),
        amount: msats(9_000n),
      },
      {
        what: "operator.book",
        id: random.uuid(),
        kind: "reconcile_transaction",
        subject: other,
        txid: "ef".repeat(32),
      },
      { what: "operator.book", id, kind: "refunded_by_hand", subject: other },
    ];
    expect(await told(lines, id)).toEqual({
      ...NOTHING_TOLD,
      userId: other,
      amount: 7_000n,
      paymentHashes: [new Uint8Array(first), new Uint8Array(third)],
      txids: ["ab".repeat(32), "cd".repeat(32)],
      isCredited: false,
      wasRefundedByHand: true,
    });
    expect(await told(lines, random.uuid())).toEqual(NOTHING_TOLD);
  });

  it("goes to the own wallet when a line says that its person took it there, with what that line says", async () => {
    const [id, other, userId, first, own] = Array.from({ length: 5 }, () => random.uuid());
    const lines = [
      { what: "purchase.begin", id, wallet: first, subject: userId, amount: msats(7_000n), feeLimit: msats(900n) },
      { what: "purchase.begin", id: other, wallet: first, subject: userId, amount: msats(7_000n) },
      { what: "purchase.credit", id, wallet: own, subject: userId, amount: msats(7_800n), feeLimit: msats(100n) },
    ] as JournalEntry[];
    const credited = { walletId: own, userId, amount: 7_800n, feeLimit: 100n, isCredited: true };
    expect(await told(lines, id as string)).toMatchObject(credited);
    expect(await told(lines, other as string)).toMatchObject({ walletId: first, amount: 7_000n, isCredited: false });
  });
});
