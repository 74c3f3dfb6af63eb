import { beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { idRange } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenNoLimits } from "#slices/users/testing/users.harness.ts";
import { createUser } from "#users";
import { pay } from "../accept/pay.ts";
import { keyOf, withPolicy } from "../testing/key-policy.harness.ts";
import { createWorld, type World } from "../testing/world.harness.ts";
import { listPayments, type PaymentFilter } from "./lists.ts";
import { listPaymentsByHash, listPaymentsByTransfer } from "./search.ts";

onDatabase("a list of payments", (database) => {
  let world: World;
  let shop: Caller;
  let rival: Caller;
  let restricted: Caller;
  let node: string;
  let user: { readonly id: string; readonly walletId: string };
  /** Names of the payments by their ids, in the order of their making. */
  const names = new Map<string, string>();

  async function made(name: string, by: Caller, input: Parameters<World["request"]>[1], plan = settles()) {
    world.node.plan = plan;
    const { payment } = await pay(world.pay, world.request(by, { internalId: name, waitMs: 0, ...input }));
    await world.settled();
    names.set(payment.id, name);
    return payment;
  }

  beforeAll(async () => {
    world = createWorld(database());
    await givenNoLimits(world.drive);
    [shop, rival] = [await world.project("shop", sats(9_000n)), await world.project("rival", sats(9_000n))];
    restricted = await withPolicy(database(), shop, { cap: sats(1_000n) });
    node = await world.node.counterparty.nodeId();
    user = await createUser(world.drive, { email: "alice@example.com", gamertag: "Alice" });
    const [alice, bob] = [world.recipient("alice"), world.recipient("bob")];
    await made("alice 1", shop, { lnAddress: alice });
    await made("alice 2", shop, { lnAddress: alice.toUpperCase() });
    await made("alice failed", restricted, { lnAddress: alice }, fails());
    await made("bob", restricted, { lnAddress: bob });
    await made("to a node", shop, { destination: { kind: "node", nodeId: node, records: [], metadata: undefined } });
    await made("to a user", shop, { destination: { kind: "gamertag", gamertag: "alice" } });
    await made("rival to alice", rival, { lnAddress: alice });
    await made("alice held", shop, { lnAddress: alice }, holds());
    await made("bob held", restricted, { lnAddress: bob }, holds());
  });

  const listed = async (filter: PaymentFilter, by = shop) =>
    (await listPayments(database().db, { wallet: by.wallet.id, limit: 50 }, filter)).map(({ id }) => names.get(id));

  it.each<[string, PaymentFilter, readonly string[]]>([
    ["failed", { status: "failed" }, ["alice failed"]],
    ["pending", { status: "processing" }, ["bob held", "alice held"]],
    ["completed", { status: "completed" }, ["to a user", "to a node", "bob", "alice 2", "alice 1"]],
    ["to an address", { recipient: "Alice@example.com" }, ["alice held", "alice failed", "alice 2", "alice 1"]],
    ["pending to an address", { recipient: "alice@example.com", status: "processing" }, ["alice held"]],
    ["failed to an address", { recipient: "alice@example.com", status: "failed" }, ["alice failed"]],
    ["completed to an address", { recipient: "alice@example.com", status: "completed" }, ["alice 2", "alice 1"]],
    ["to an address that begins so", { recipient: "alice@example.co" }, []],
    ["of a name", { internalId: "bob" }, ["bob"]],
    ["of a name, in a state that it is not in", { internalId: "bob", status: "failed" }, []],
  ])("%s: those of the wallet alone, the newest first", async (_, filter, wanted) => {
    expect(await listed(filter)).toEqual(wanted);
  });

  it("of a key that has a policy, of a node, and of a user by the id", async () => {
    expect(await listed({ key: keyOf(restricted) })).toEqual(["bob held", "bob", "alice failed"]);
    expect(await listed({ key: keyOf(restricted), status: "completed" })).toEqual(["bob"]);
    expect(await listed({ recipient: node.toUpperCase() })).toEqual(["to a node"]);
    expect(await listed({ recipient: user.id })).toEqual(["to a user"]);
    expect(await listed({ key: keyOf(restricted) }, rival)).toEqual([]);
    expect(await listed({ recipient: "alice@example.com" }, rival)).toEqual(["rival to alice"]);
  });

  it("goes on after each row, and between two times", async () => {
    const wallet = shop.wallet.id;
    for (const filter of [
      {},
      { recipient: "alice@example.com" },
      { key: keyOf(restricted) },
      { status: "processing" },
    ] as const) {
      const whole = await listPayments(database().db, { wallet, limit: 50 }, filter);
      expect(whole.length).toBeGreaterThan(1);
      const paged: string[] = [];
      for (let before: string | undefined; ; before = paged.at(-1)) {
        const [next] = await listPayments(database().db, { wallet, range: idRange({ before }), limit: 1 }, filter);
        if (next === undefined) break;
        paged.push(next.id);
      }
      expect(paged).toEqual(whole.map(({ id }) => id));
      const to = whole[0]?.createdAt as Date;
      const range = idRange({ to });
      const earlier = await listPayments(database().db, { wallet, range, limit: 50 }, { ...filter, to });
      expect(earlier.map(({ id }) => id)).toEqual(whole.filter(({ createdAt }) => createdAt < to).map(({ id }) => id));
    }
  });

  it("is found by a hash and by a transfer, of the wallet alone", async () => {
    const { db } = database();
    const [payment] = await listPayments(db, { wallet: shop.wallet.id, limit: 1 }, { internalId: "bob" });
    const { progress, transactionId, id } = payment as NonNullable<typeof payment>;
    const hashes = ["paymentHash" in progress && progress.paymentHash] as Uint8Array[];
    const idsOf = (found: readonly { readonly id: string }[]) => found.map((one) => one.id);
    expect(idsOf(await listPaymentsByHash(db, shop.wallet.id, { hashes, limit: 5 }))).toEqual([id]);
    expect(idsOf(await listPaymentsByHash(db, rival.wallet.id, { hashes, limit: 5 }))).toEqual([]);
    expect(idsOf(await listPaymentsByTransfer(db, shop.wallet.id, transactionId))).toEqual([id]);
    expect(idsOf(await listPaymentsByTransfer(db, rival.wallet.id, transactionId))).toEqual([]);
    expect(idsOf(await listPaymentsByTransfer(db, shop.wallet.id, user.id))).toEqual([]);
    expect(idsOf(await listPaymentsByTransfer(db, shop.wallet.id, "00000000-0000-4000-8000-000000000000"))).toEqual([]);
  });

  it("takes an address of any length and letters, as the payment does", async () => {
    const text = `${"ü".repeat(1_000)}${"A".repeat(999)}`;
    const payment = await made("long", rival, { lnAddress: world.recipient("long"), amount: msats(1_000n) });
    await database().admin.query(sql`update payments.payment set destination = ${text} where id = ${payment.id}`);
    expect(await listed({ recipient: text }, rival)).toEqual(["long"]);
  });
});
