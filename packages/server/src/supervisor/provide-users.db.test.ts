import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ProjectId, WalletId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { findBalance } from "#ledger";
import { listMembers } from "#members";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { findChargeByHash } from "#receiving";
import { LIGHTNING_NODE, post } from "#slices/ledger/testing/ledger.harness.ts";
import { givenBoundNode } from "#slices/lightning/testing/bound-node.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { NO_LIMITS } from "#slices/users/testing/users.harness.ts";
import { changeGamertag, findUserByEmail, listUsers, setLevels, type User } from "#users";
import { findWallet } from "#wallets";
import { type Development, provision } from "./provision.ts";

const clock = machineClock;
const random = machineRandom();
const BASE_URL = "http://127.0.0.1:8080";

/** One installation that is started again and again: each test goes on where the one before has left. */
onDatabase("starts of a development installation", (database) => {
  let dataDir: string;
  /** Invoices that the merchant has paid, in order. */
  const paid: string[] = [];
  /** What happens to the next call of the merchant. */
  let next: "pays" | "dies before" | "dies after" = "pays";

  beforeAll(async () => {
    await givenBoundNode(database().db, { nodeId: "us", instanceId: random.uuid() });
    dataDir = mkdtempSync(join(tmpdir(), "leyden-users-"));
    paid.length = 0;
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const node = createFakeNode({ clock });
  const scheduler = machineScheduler({ failed: () => undefined });

  /** The merchant pays an invoice once; what the node has received is credited, also that of an earlier start. */
  async function merchantPays(invoice: string): Promise<void> {
    if (next === "dies before") throw new Error("killed");
    if (!paid.includes(invoice)) paid.push(invoice);
    if (next === "dies after") throw new Error("killed");
    const { paymentHash } = decodeInvoice(invoice);
    const charge = await findChargeByHash(database().db, paymentHash);
    if (charge === undefined) throw new Error("an invoice without a charge");
    const receipt = { paymentHash, amount: charge.amount, cost: sats(0n), settledAt: clock.now() };
    await creditReceipt(creditDeps(database()), receipt, undefined);
  }

  const start = async (pays = merchantPays, limits = NO_LIMITS) => {
    const { db, batch } = database();
    await setLevels({ db }, { unverified: limits, email_verified: limits, identity_verified: limits });
    const deps = { ...creditDeps(database()), db, batch, clock, random, scheduler, node };
    const around = { dataDir, baseUrl: BASE_URL, merchantAddress: "merchant@example.com", merchantPays: pays };
    return await provision(deps, around, () => undefined);
  };
  const walletOf = async (id = "") => {
    const wallet = await findWallet(database().db, id as WalletId);
    if (wallet === undefined) throw new Error("there is no such wallet");
    return wallet;
  };
  const balanceOf = async (id?: string) => await findBalance(database().db, (await walletOf(id)).account);
  const users = async () => (await listUsers(database().db, { limit: 10 })).reverse();

  it("are given up before any payment: the users are there, without money", async () => {
    next = "dies before";
    await expect(start()).rejects.toThrow("killed");

    expect((await users()).map(({ email }) => email)).toEqual(["alice@example.com", "bob@example.com"]);
    expect(paid).toEqual([]);
  });

  it("are given up when the demo project has its money and the payment to alice is under way", async () => {
    next = "pays";
    const dying = async (invoice: string) => {
      if (paid.length === 1) next = "dies after";
      await merchantPays(invoice);
    };
    await expect(start(dying)).rejects.toThrow("killed");

    expect(paid).toHaveLength(2);
    const [alice] = await users();
    expect(await balanceOf(alice?.walletId)).toBe(0n);
  });

  it("go on there, pay each user once and write everything down", async () => {
    next = "pays";
    const development = await start();

    const [alice, bob] = await users();
    expect(paid).toHaveLength(3);
    expect(await balanceOf(development.walletId)).toBe(sats(1_000_000n));
    expect([await balanceOf(alice?.walletId), await balanceOf(bob?.walletId)]).toEqual([
      sats(100_000n),
      sats(100_000n),
    ]);
    const written = (user: User | undefined, gamertag: string) => ({
      id: user?.id,
      email: `${gamertag}@example.com`,
      gamertag,
      lnAddress: `${gamertag}@127.0.0.1:8080`,
    });
    expect(development.users).toEqual([
      { ...written(alice, "alice"), publicStaticCharge: expect.stringMatching(/^lnurl1/) },
      { ...written(bob, "bob"), publicStaticCharge: expect.stringMatching(/^lnurl1/) },
    ]);
    const file = JSON.parse(readFileSync(join(dataDir, "development.json"), "utf8")) as Development;
    expect(file).toEqual(development);
    const members = await listMembers(database().db, development.projectId as ProjectId);
    expect(members.map(({ userId, role }) => [userId, role])).toEqual([[alice?.id, "owner"]]);
  });

  it("make nothing anew and pay nothing more, also when a developer has renamed a user and spent money", async () => {
    const bob = await walletOf((await users())[1]?.walletId);
    await post(database().db, clock.now(), [{ debit: bob.account, credit: LIGHTNING_NODE, amount: sats(1n) }]);
    const alice = await findUserByEmail(database().db, "alice@example.com");
    if (alice === undefined) throw new Error("there is no alice");
    await changeGamertag({ db: database().db, clock }, { id: alice.id, gamertag: "Wonderland" });

    const development = await start();

    expect(paid).toHaveLength(3);
    expect(await users()).toHaveLength(2);
    expect(await balanceOf(bob.id)).toBe(sats(99_999n));
    const { publicStaticCharge, ...user } = development.users[0] ?? {};
    expect(user).toMatchObject({ id: alice.id, lnAddress: "Wonderland@127.0.0.1:8080" });
    expect(decodeLnurl(publicStaticCharge ?? "").href).toBe(`${BASE_URL}/lnurl/pay/wallet/${alice.walletId}`);
  });

  it("pay a user no more than the wallet may hold", async () => {
    const { db, admin } = database();
    await admin.query(sql`update users.user set email = 'first@example.com' where email = 'bob@example.com'`);

    await start(merchantPays, { ...NO_LIMITS, maxBalance: sats(7n) });

    const bob = await findUserByEmail(db, "bob@example.com");
    expect(bob?.gamertag).toMatch(/^bob[0-9]{2}$/); // the name is the first one's
    expect(await balanceOf(bob?.walletId)).toBe(sats(7n));
  });
});
