import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { newId, type TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { type Replacement, updateReplaced } from "./store/former-nodes.ts";
import { findNode } from "./store.ts";
import { givenBoundNode } from "./testing/bound-node.harness.ts";

const random = machineRandom();
const INSTANCE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("lightning.replace_node", (database) => {
  beforeEach(async () => {
    const { admin } = database();
    await admin.query(sql`delete from lightning.node`);
    await admin.query(sql`delete from lightning.past_hash`);
    await admin.query(sql`delete from receiving.node_cursor where node_no > 1`);
    await givenBoundNode(database().db, { nodeId: "02aa", instanceId: INSTANCE });
  });

  const replacement = (nodeId: string, draft: Partial<Replacement> = {}): Replacement => ({
    now: new Date(),
    former: "02aa",
    nodeId,
    network: "regtest",
    instanceId: INSTANCE,
    reason: "a test",
    equity: { channels: msats(700n), onchain: msats(300n) },
    outgoingCursor: "12",
    outgoingHash: undefined,
    receiptCursor: "34",
    paid: [randomBytes(32)],
    received: [randomBytes(32)],
    isEarlier: false,
    transfers: { limbo: newId<TransferId>(random), equity: newId<TransferId>(random) },
    payments: new Map(),
    charges: new Map(),
    ...draft,
  });
  const replace = (nodeId: string, draft?: Partial<Replacement>) =>
    updateReplaced(database().db, replacement(nodeId, draft));
  const balances = async () =>
    await database().db.query<{ kind: string; balance: bigint }>(sql`
      select kind, balance
        from ledger.account
       where kind in ('lightning_node', 'onchain', 'routing_expense', 'former_node', 'operator_equity')
       order by no`);
  /** All that a replacement writes. */
  const written = async () => [
    await balances(),
    await database().db.query(sql`select * from lightning.node order by id`),
    await database().db.query(sql`select * from lightning.past_hash`),
    await database().db.query(sql`select * from receiving.node_cursor order by node_no`),
  ];
  const post = async (debit: string, credit: string, amount: bigint) => {
    const id = newId<TransferId>(random);
    await database().db.query(sql`
      select ledger.post_all(
               now(), array[${id}]::uuid[], array[ledger.system(${debit})], array[ledger.system(${credit})],
               array[${amount}]::bigint[], null, null, array['test'], array[${id}]::uuid[])`);
  };

  it("lets one of many that do it at the same time win, with the same node or with another one", async () => {
    const same = await Promise.all(Array.from({ length: 6 }, () => replace("02bb")));
    expect(same.toSorted()).toEqual([...Array<string>(5).fill("known"), "replaced"]);
    const nodes = ["02cc", "02dd", "02ee"].map((nodeId) => replace(nodeId, { former: "02bb" }));
    expect((await Promise.all(nodes)).toSorted()).toEqual(["changed", "changed", "replaced"]);
  });

  it("moves what the books say that the former one held, and books what the new one holds", async () => {
    await post("lightning_node", "operator_equity", 9_000n);
    await post("onchain", "operator_equity", 500n);
    await post("operator_equity", "routing_expense", 40n);
    const sum = async (kinds: readonly string[]) =>
      (await balances()).reduce((all, { kind, balance }) => (kinds.includes(kind) ? all + balance : all), 0n);
    const held = -(await sum(["lightning_node", "onchain", "routing_expense"]));
    const [limbo, equity] = [await sum(["former_node"]), await sum(["operator_equity"])];
    expect(await replace("02bb")).toBe("replaced");

    expect(await sum(["former_node"])).toBe(limbo - held);
    expect(await sum(["routing_expense"])).toBe(0n);
    expect([await sum(["lightning_node"]), await sum(["onchain"])]).toEqual([-700n, -300n]);
    expect(await sum(["operator_equity"])).toBe(equity + 1_000n);
    const rows = await database().db.query(sql`select limbo_msats as limbo from lightning.node where id = 1`);
    expect(rows).toEqual([{ limbo: held }]);
    expect(await findNode(database().db)).toMatchObject({
      nodeId: "02bb",
      formerIds: ["02aa"],
      outgoingCursor: "12",
      instanceId: INSTANCE,
    });
    const cursors = await database().db.query(sql`select * from receiving.node_cursor order by node_no`);
    expect(cursors).toMatchObject([{ node_no: 1 }, { node_no: 2, position: "34" }]);
  });

  it("writes all or nothing, also when it breaks in the middle", async () => {
    const hash = randomBytes(32);
    const before = await written();
    const paid = [hash, hash]; // the union drops one: what breaks is a receipt cursor of null
    const broken = replace("02bb", { paid, receiptCursor: null as unknown as string });
    await expect(broken).rejects.toThrow(/null value/);
    expect(await written()).toEqual(before);
    expect(await replace("02bb")).toBe("replaced");
  });

  it.each([
    ["same", "02aa", {}],
    ["changed", "02bb", { former: "02ff" }],
    ["other_network", "02bb", { network: "signet" }],
  ])("refuses: %s", async (outcome, nodeId, draft) => {
    const before = await written();
    expect(await replace(nodeId, draft)).toBe(outcome);
    expect(await written()).toEqual(before);
  });

  it("refuses one that was replaced itself, and while a restore is open, unless it was done before that", async () => {
    await replace("02bb");
    expect(await replace("02aa", { former: "02bb" })).toBe("former");
    await database().admin.query(sql`update ledger.book set closed = 'restoring'`);
    expect(await replace("02cc", { former: "02bb" })).toBe("restoring");
    expect(await replace("02cc", { former: "02bb", isEarlier: true })).toBe("replaced");
    await database().admin.query(sql`update ledger.book set closed = null`);
  });

  it("knows a hash of a past for the node alone whose past it is", async () => {
    const hash = randomBytes(32);
    await replace("02bb", { received: [hash] });
    const isPast = async () => await database().db.query(sql`select lightning.is_past_receipt(${hash}) as past`);
    expect(await isPast()).toEqual([{ past: true }]);
    await replace("02cc", { former: "02bb", received: [] });
    expect(await isPast()).toEqual([{ past: false }]);
  });
});
