import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { givenBoundNode } from "#slices/lightning/testing/bound-node.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { payOnchain } from "#slices/onchain/pay/pay-onchain.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { printed } from "./printed.harness.ts";
import { replace } from "./replace-node.ts";
import { INSTALLATION, runOn } from "./run-on.harness.ts";

type Session = Parameters<typeof replace>[0];

onDatabase("leyden node replace", (database) => {
  const run = runOn(database, "node");
  const status = runOn(database, "status");
  const payment = runOn(database, "payment");

  beforeEach(async () => {
    await database().admin.query(sql`update payments.payment set node_no = null, node_replaced_at = null`);
    await database().admin.query(sql`delete from lightning.former_settlement`);
    await database().admin.query(sql`delete from lightning.node`);
  });

  /** A node with a payment in flight and a payment that waits, and another node. */
  async function given() {
    const driving = await givenDriving(database());
    const { world, clock } = driving;
    const { nodeId } = world.node.report;
    await givenBoundNode(database().db, { nodeId, instanceId: INSTALLATION });
    world.node.plan = holds();
    const held = await driving.pay();
    await database().admin.query(sql`update payments.payment set dispatch_deadline = now() - interval '1 second'`);
    const next = createFakeNode({ clock, funds: sats(7n), coins: [] });
    const folder = mkdtempSync(join(tmpdir(), "leyden-replace-"));
    const config = { dataDir: folder, journalDir: undefined } as unknown as Session["config"];
    const session = { ...world.drive, config, installation: INSTALLATION } as unknown as Session;
    const say = (options: Parameters<typeof replace>[2]) => printed(() => replace(session, next, options));
    return { ...driving, nodeId, next, held, say };
  }

  it("shows both nodes and changes nothing, until it is confirmed with a reason; run again it changes nothing", async () => {
    const { nodeId, next, held, say } = await given();
    const rows = async () => await database().admin.query(sql`select * from lightning.node order by id`);
    const before = await rows();
    const shown = await say({});
    expect(shown).toContain(`  node      ${nodeId} on regtest, the service's since `);
    expect(shown).toContain("1 over 100000 msats were ordered there and have no end");
    expect(shown).toContain(`            ${held.id}  100000 msats, fee up to 10000, in_flight\n`);
    expect(shown).toContain(`  node      ${next.report.nodeId} on regtest\n  holds     7000 msats: 7000 in channels`);
    expect(shown).toContain("Nothing was changed.");
    expect(await rows()).toEqual(before);
    await expect(say({ confirmed: true })).rejects.toThrow("say why the node is replaced");
    expect(await rows()).toEqual(before);

    expect(await say({ confirmed: true, reason: "its disk is lost" })).toContain("The node is replaced.");
    expect(await rows()).toMatchObject([{ node_id: nodeId }, { node_id: next.report.nodeId }]);
    expect(await say({ confirmed: true, reason: "its disk is lost" })).toContain("is the service's already");
    expect(await rows()).toHaveLength(2);
  });

  it("lists what is in limbo, settles it, and shows the payments that wait for the operator", async () => {
    const { nodeId, held, say } = await given();
    await say({ confirmed: true, reason: "its disk is lost" });
    const limboOf = async () => {
      const [row] = JSON.parse(await run("former", "list", "--json")) as { limboMsats: string; pendingMsats: string }[];
      return row;
    };
    const { limboMsats = "", pendingMsats } = (await limboOf()) ?? {};
    expect(pendingMsats).toBe("110000");
    expect(await run("former")).toContain(nodeId);
    expect(await status()).toContain(
      `! former node ${limboMsats} msats in limbo, 1 payments wait for you -> leyden node former list\n`,
    );
    process.exitCode = 0;
    expect(await payment("list", "--pending")).toMatch(/in_flight, at a former node/);

    const settle = (...words: string[]) => run("former", "settle", nodeId, "1000", "--reason", "close 5f:0", ...words);
    expect(await settle("--as", "to_chain")).toBe(
      `Recorded 1000 msats as to_chain.\n${BigInt(limboMsats) - 1_000n} msats are in limbo there.\n`,
    );
    expect(await settle("--as", "to_chain")).toContain("in the same words. Nothing was changed.");
    await expect(settle("--as", "gift")).rejects.toThrow("must be one of to_chain, to_node");
    expect((await limboOf())?.limboMsats).toBe(String(BigInt(limboMsats) - 1_000n));

    const end = (...words: string[]) => payment("end", held.id, "--as", "failed", "--reason", "a test", ...words);
    await expect(end()).rejects.toThrow("no other node knows whether it was paid");
    expect(await end("--although-its-node-was-replaced")).toBe(
      `Payment hash: ${Buffer.from(hashOf(held)).toString("hex")}\n` +
        "The node at which it was ordered was replaced: no other node knows what became of it.\n" +
        "The node has reported it in flight before.\n" +
        `Payment ${held.id} is failed. No node is asked about it any more.\n`,
    );
  });

  it("shows the payments to addresses of the chain that are under way, which go on", async () => {
    const { world, next, say } = await given();
    const { account } = (await world.project("payer", sats(100_000n))).wallet;
    const id = world.drive.random.uuid() as PaymentId;
    const deps = { ...world.drive, ownNode: world.pay.ownNode, confirmations: 1, onFinished: () => undefined };
    const origin = { kind: "purchase", id: world.drive.random.uuid() } as const;
    const address = freshAddress();
    await payOnchain(deps, { id, payer: account, origin, address, amount: sats(20_000n), feeLimit: sats(1_000n) });
    expect(await say({})).toMatch(
      new RegExp(`\\n  on-chain  1 over 20000000 msats are under way: .*\\n +${id}  20000000 msats, [0-9a-f]{64}\\n`),
    );
    expect(await say({ confirmed: true, reason: "its disk is lost" })).toContain("The node is replaced.");
    const rows = await database().admin.query(sql`select node_id from lightning.node where replaced_at is null`);
    expect(rows).toEqual([{ node_id: next.report.nodeId }]);
  });

  it("says how many invoices are open and until when, and wants an option for that", async () => {
    const { world, nodeId, clock, say } = await given();
    const caller = await world.project("payee", sats(0n));
    const deps = { ...world.drive, ...world.pay, node: world.node };
    const expiresAt: Date[] = [];
    for (const expirySeconds of [600, 3_600, 7_200]) {
      const asked = { caller, amount: sats(100n), description: "an order", expirySeconds };
      expiresAt.push((await createCharge(deps, asked)).charge.expiresAt);
    }
    clock.advance(1_000_000);
    const yes = { confirmed: true, reason: "another backend" } as const;
    const shown = await say({});
    expect(shown).toContain("  invoices  3 over 300000 msats are unpaid: they expire here");
    expect(shown).toContain(`\n            2 can be paid until ${expiresAt[2]?.toISOString()}, while that node runs\n`);
    expect(shown).toContain("\n            1 had expired before that node was asked, and may have been paid\n");
    await expect(say(yes)).rejects.toThrow("invoices of the former node are open, 3 of them");
    const [bound] = await database().admin.query(sql`select node_id from lightning.node where replaced_at is null`);
    expect(bound).toEqual({ node_id: nodeId });
    expect(await say({ ...yes, althoughInvoicesAreOpen: true })).toContain("The node is replaced.");
    expect(await say({})).toContain("is the service's already");
  });

  it("is refused while the service runs, and says how long its invoices are open", async () => {
    await database().admin.query(sql`update receiving.charge set state = 'expired' where state = 'pending'`);
    await expect(run("replace")).rejects.toThrow(/^the service runs, .*; none of its invoices is open; nothing/);
    const { world } = await givenDriving(database());
    const caller = await world.project("payee", sats(0n));
    const asked = { caller, amount: sats(100n), description: "an order", expirySeconds: 7_200 };
    const { charge } = await createCharge({ ...world.drive, ...world.pay, node: world.node }, asked);
    const until = charge.expiresAt.toISOString();
    await expect(run("replace")).rejects.toThrow(`1 of its invoices are open, the last until ${until}; nothing`);
  });
});

function hashOf({ progress }: { readonly progress: object }): Uint8Array {
  return (progress as { invoice: { paymentHash: Uint8Array } }).invoice.paymentHash;
}
