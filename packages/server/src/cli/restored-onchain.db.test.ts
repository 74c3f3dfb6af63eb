import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { restored } from "#service/testing/restored.harness.ts";
import { amountOf, type GivenCopy, givenCopy } from "#service/testing/restored-onchain.harness.ts";
import { updateLimitsOfUser } from "#slices/users/store.ts";
import { findUser } from "#users";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import { runOn } from "./run-on.harness.ts";
import { serveNode } from "./serve-node.harness.ts";

const STORE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("the commands for purchases to addresses of the chain", (database) => {
  let node: GivenCopy["world"]["node"];
  let server: Awaited<ReturnType<typeof serveNode>>;
  beforeAll(async () => {
    server = await serveNode(() => ({ node, store: STORE }));
  });
  afterAll(() => server.close());
  const restore = runOn(database, "restore", () => server.url);
  const reconcile = runOn(database, "reconcile", () => server.url);
  const { anew } = restored(database);

  beforeEach(async () => {
    await database().admin.query(sql`update ramp.purchase set restore_id = null, due_at = null`); // of earlier tests
    await anew();
  });

  /** A captured purchase in a copy; the restore was opened a while ago. */
  async function given(): Promise<GivenCopy> {
    const copy = await givenCopy(database(), "captured");
    node = copy.world.node;
    const { nodeId } = await node.info();
    await database().admin.query(sql`update lightning.node set node_id = ${nodeId}`);
    await copy.open();
    await database().admin.query(sql`update restore.restore set opened_at = now() - interval '1 hour'`);
    return copy;
  }

  it("show what waits for the chain, and let it go when the operator knows that nothing was published", async () => {
    const copy = await given();
    expect(await restore("release", "--reason", "a backup")).toContain("purchases to addresses of the chain");
    const said = await restore("status");
    const [, waiting = ""] = said.split("What waits for the chain:");
    for (const part of [copy.id, copy.address, String(amountOf(copy) / 1_000n), "captured", "--unpublished <id>"])
      expect(waiting).toContain(part);

    await expect(restore("release", "--unpublished", "nonsense", "--reason", "r")).rejects.toThrow("--unpublished");
    await expect(restore("release", "--unpublished", STORE, "--reason", "r")).rejects.toThrow("does not wait");
    expect(await copy.isWaiting()).toBe(true);
    const released = await restore("release", "--unpublished", copy.id, "--reason", "the address has nothing");
    expect(released).toContain("1 go on.");
    expect(await restore("status")).not.toContain(copy.id);
    await copy.pass();
    expect([await copy.stateOf(copy.bought), copy.sent(), copy.received()]).toEqual(["completed", 1, amountOf(copy)]);
  });

  it("bring a purchase to its person's own wallet, once, when the operator knows that it went there", async () => {
    const copy = await given();
    const { bought, clock, id } = copy;
    const { db } = database();
    const release = (...words: readonly string[]) => restore("release", "--reason", "its person showed it", ...words);
    expect(await release()).toContain("0 go on. 1 wait.");
    expect(await restore("status")).toContain("restore release --credited <id>");
    await expect(release("--credited", "nonsense")).rejects.toThrow("--credited");
    await expect(release("--credited", STORE)).rejects.toThrow("does not wait");
    await updateLimitsOfUser(db, bought.userId, { set: { maxBalance: sats(1n) }, byLevel: [] }, clock.now());
    await expect(release("--credited", id)).rejects.toThrow("more than the address of the wallet takes");
    expect([await copy.isWaiting(), (await copy.reread(bought)).destination]).toEqual([true, copy.address]);

    await updateLimitsOfUser(db, bought.userId, { set: { maxBalance: sats(1_000_000n) }, byLevel: [] }, clock.now());
    const said = await release("--credited", id);
    for (const part of ["1 go on. 0 wait.", "The restore has ended."]) expect(said).toContain(part);
    const user = await findUser(db, bought.userId);
    const wallet = user && (await findWallet(db, user.walletId));
    if (wallet === undefined) throw new Error("it has no wallet");
    const [host] = (await copy.reread(bought)).destination.split("@").slice(1);
    expect((await copy.reread(bought)).destination).toBe(`${user?.gamertag}@${host}`);
    const recipientCache = createRecipientCache(clock);
    const recipientOf = recipientsAt(host ?? "", { db, recipientCache });
    Object.assign(copy.deps, { baseUrl: `http://${host}`, recipientOf }); // as the commands have it
    await copy.pass();
    expect([await copy.stateOf(bought), copy.sent(), copy.received()]).toEqual(["completed", 0, 0n]);
    expect(await copy.world.balance({ wallet } as never)).toBe(amountOf(copy) + (bought.quote.networkFee ?? 0n));
    expect([copy.cards.count("refund"), await copy.breaches()]).toEqual([0, []]);
  });

  it("follow what the wallet shows, without a word of the operator", async () => {
    const copy = await given();
    await copy.published();
    await restore("release", "--reason", "a backup");
    expect(await restore("status")).not.toContain(copy.id);
    await copy.pass();
    expect([await copy.stateOf(copy.bought), copy.sent(), copy.received()]).toEqual(["completed", 1, amountOf(copy)]);
  });

  it("take a transaction of the wallet that the operator names, and no other", async () => {
    const copy = await given();
    const [strange, built] = [await copy.published("another"), await copy.published()];
    const to = ["--to", "purchase", "--reason", "seen in an explorer"];
    await expect(reconcile("ab".repeat(32), copy.id, ...to)).rejects.toThrow("published no such transaction");
    await expect(reconcile(strange.txid, copy.id, ...to)).rejects.toThrow("published it for another");
    expect(await copy.payments()).toEqual([]);
    expect(await reconcile(built.txid, copy.id, ...to)).toContain("Run `restore release` again");
    expect(await reconcile(built.txid, copy.id, ...to)).toContain("already");
    await restore("release", "--reason", "a backup");
    await copy.pass();
    expect([await copy.stateOf(copy.bought), await copy.payments()]).toEqual(["completed", ["completed"]]);
    expect(await copy.breaches()).toEqual([]);
  });
});
