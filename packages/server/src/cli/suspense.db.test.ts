import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { listIncidentsOf } from "#incidents";
import type { WalletId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createCharge, endSuspended, listSuspended } from "#receiving";
import { allInvariants } from "#service/invariants.ts";
import { importOf } from "#service/testing/imported.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { reportRebalances } from "#slices/receiving/credit/report-rebalances.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { findWallet } from "#wallets";
import { runOn } from "./run-on.harness.ts";

onDatabase("money for a user", (database) => {
  const run = runOn(database, "suspense");
  const balance = async (id: WalletId) => {
    const wallet = await findWallet(database().db, id);
    const [row] = await database().db.query<{ balance: bigint }>(sql`
      select ledger.balance(${wallet?.account ?? 0n}) as balance`);
    return row?.balance;
  };
  const receive = async (paymentHash: Uint8Array) =>
    await creditReceipt(
      creditDeps(database()),
      { paymentHash, amount: msats(777n), cost: msats(0n), settledAt: new Date() },
      undefined,
    );
  const suspended = async (hash: Uint8Array) =>
    (await listSuspended(database().db, 1_000)).find(({ paymentHash }) => Buffer.from(paymentHash).equals(hash));
  const close = async (id: string) =>
    await database().admin.query(sql`
      update users.user
         set closed_at = now(), blocked_at = now(), email = 'closed:' || id
       where id = ${id}`);

  it("is assigned from suspense by gamertag, address or id, and not where the account is closed", async () => {
    for (const name of ["gamertag", "email", "id"] as const) {
      const user = await givenUser(database());
      const hash = crypto.getRandomValues(new Uint8Array(32));
      await receive(hash);
      const { id = "" } = (await suspended(hash)) ?? {};
      expect(await run("assign", id, user[name], "--reason", "theirs")).toContain(`user ${user.gamertag}`);
      expect(await balance(user.walletId)).toBe(777n);
    }
    const gone = await givenUser(database());
    await close(gone.id);
    const hash = crypto.getRandomValues(new Uint8Array(32));
    await receive(hash);
    const { id = "" } = (await suspended(hash)) ?? {};
    await expect(run("assign", id, gone.id, "--reason", "theirs")).rejects.toThrow("closed");
    expect([await balance(gone.walletId), (await suspended(hash))?.id]).toEqual([0n, id]);
    await expect(run("assign", id, "nobody-here", "--reason", "x")).rejects.toMatchObject({
      code: "project_not_found",
    });
  });

  it("goes to suspense with an incident when the user has closed the account before it came", async () => {
    const { world } = await givenDriving(database());
    const user = await givenUser(database());
    const wallet = await findWallet(database().db, user.walletId);
    if (wallet === undefined) throw new Error("no wallet");
    const caller = { wallet, actor: { kind: "user", userId: user.id } } as never;
    const draft = { amount: sats(1n), description: "late", expirySeconds: 3_600 };
    const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller, ...draft });
    await close(user.id);
    await receive(charge.paymentHash);
    expect(await balance(user.walletId)).toBe(0n);
    const receipt = await suspended(Buffer.from(charge.paymentHash));
    expect(receipt).toMatchObject({ amount: 777n });
    expect(receipt?.flags).toContain("suspense");
    const open = await database().db.query(sql`
      select kind from incidents.incident where subject = ${receipt?.id ?? ""} and closed_at is null`);
    expect(open).toEqual([{ kind: "receipt_suspended" }]);
  });

  const rebalanced = async (isRebalance: boolean) => {
    const hash = crypto.getRandomValues(new Uint8Array(32));
    const report = { paymentHash: hash, amount: msats(777n), cost: msats(0n), settledAt: new Date(), isRebalance };
    await creditReceipt(creditDeps(database()), report, undefined);
    return { hash, id: (await suspended(hash))?.id ?? "" };
  };
  const systemBalance = async (kind: string) =>
    (await database().db.query<{ balance: bigint }>(sql`select ledger.balance(ledger.system(${kind})) as balance`))[0]
      ?.balance ?? 0n;
  const broken = async () => {
    const lines = await runAudit({ db: database().db, invariants: await allInvariants(machineClock) });
    return lines.flatMap(({ id, breaches }) => breaches.map((breach) => `${id} ${breach}`));
  };

  it("is ended where the node paid it to itself and no list has that, or where it is the operator's own", async () => {
    const [moved, mine, foreign] = [await rebalanced(true), await rebalanced(true), await rebalanced(false)];
    const before = await broken();
    const [node, equity] = [await systemBalance("lightning_node"), await systemBalance("operator_equity")];
    const end = (id: string, as: string) => run("end", id, "--as", as, "--reason", "the channels say so");
    await expect(end(moved.id, "gift")).rejects.toThrow("must be `moved` or `mine`");
    await expect(end(foreign.id, "moved")).rejects.toThrow("nothing says that the node has paid this");
    const ended = await Promise.allSettled([end(moved.id, "moved"), end(moved.id, "mine"), end(moved.id, "moved")]);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(end(moved.id, "mine")).rejects.toThrow("no money of this receipt lies in suspense");
    expect(await end(mine.id, "mine")).toBe(`Receipt ${mine.id} is ended as mine.\n`);
    const [nodeNow, equityNow] = [await systemBalance("lightning_node"), await systemBalance("operator_equity")];
    expect(nodeNow + equityNow - node - equity).toBe(2n * 777n);
    expect(equityNow - equity).toBeGreaterThanOrEqual(777n);
    const alone = await rebalanced(true);
    await end(alone.id, "moved");
    expect([await systemBalance("lightning_node"), await systemBalance("operator_equity")]).toEqual([
      nodeNow,
      equityNow,
    ]);
    for (const { hash } of [moved, mine]) expect(await suspended(hash)).toBeUndefined();
    expect(await suspended(foreign.hash)).toBeDefined();
    expect(await broken()).toEqual(before);
    for (const change of ["assigned_to = 1", "assigned_to = null, assigned_by = null", "amount_msats = 778"]) {
      const text = `update receiving.receipt set ${change} where id = '${mine.id}'`;
      const all = await allInvariants(machineClock);
      expect((await seenAfter(database().admin, all, (tx) => tx.query({ text, values: [] }))).length).toBeGreaterThan(
        0,
      );
    }
    const incidents = await listIncidentsOf(database().db, mine.id);
    expect(incidents.map(({ detail, isOpen }) => [detail, isOpen])).toEqual([
      ["ended as mine: the channels say so", false],
    ]);
  });

  it("is ended as moved also where the node says only now that it has paid it", async () => {
    const { id } = await rebalanced(false);
    const { world } = await givenDriving(database());
    const said = { ...world.drive, node: world.node, log: world.drive.log };
    world.node.lookupOutgoing = async () => ({ kind: "in_flight" });
    const end = () => endSuspended(said, { receipt: id, as: "moved", reason: "it says so" });
    await expect(end()).rejects.toThrow("nothing says that the node has paid this");
    world.node.isDown = true;
    await expect(end()).rejects.toThrow("nothing says that the node has paid this");
    world.node.isDown = false;
    const preimage = new Uint8Array(32);
    world.node.lookupOutgoing = async () => ({ kind: "settled", preimage, fee: msats(1n) });
    await end();
    expect(world.journal.entries.map(({ kind }) => kind).slice(-5)).toEqual([
      "receipt_moved",
      "refused",
      "receipt_moved",
      "refused",
      "receipt_moved",
    ]);
    const again = await (
      await importOf(database(), [{ what: "operator.book", id, kind: "receipt_mine", subject: id }])
    )();
    expect(again).toMatchObject([{ outcome: "question", detail: expect.stringContaining("--as mine") }]);
  });

  it("is an incident after a day where the node paid it to itself, once", async () => {
    const [{ id }, other] = [await rebalanced(true), await rebalanced(false)];
    const deps = (days: number) => ({
      ...creditDeps(database()),
      ...database(),
      clock: { ...machineClock, now: () => new Date(Date.now() + days * 86_400_000) },
    });
    const kinds = async (receipt: string) =>
      (await listIncidentsOf(database().db, receipt)).map(({ kind, isOpen }) => [kind, isOpen]);
    await reportRebalances(deps(0.9));
    expect(await kinds(id)).toEqual([]);
    for (const days of [1.1, 1.2]) await reportRebalances(deps(days));
    expect(await kinds(id)).toEqual([["receipt_suspended", true]]);
    expect(await kinds(other.id)).toEqual([["receipt_suspended", true]]); // from the beginning
    const [first] = await listIncidentsOf(database().db, other.id);
    expect(first?.detail).not.toContain("to itself");
    await database().admin.query(sql`
      update incidents.incident set closed_at = now(), closed_reason = 'seen' where subject = ${id}`);
    await reportRebalances(deps(2));
    expect(await kinds(id)).toEqual([["receipt_suspended", false]]);
  });
});
