import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { idempotencyOf } from "#idempotency";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { listAttempts } from "../store/payments.ts";
import { FUNDS, givenDriving, MINUTE, whilePaused } from "../testing/driving.harness.ts";
import { drivePayment } from "./drive-payment.ts";

const RESERVED = 110_000n;

onDatabase("the journal of a payment that is sent", (database) => {
  const given = () => givenDriving(database());

  it("has its line before the node is called: ids, hashes and amounts", async () => {
    const { world, caller, pay, breaches } = await given();
    let before: readonly unknown[] = [];
    world.node.plan = async () => {
      before = [...world.journal.entries];
      return settles();
    };
    const idempotencyKey = "the key of the order";
    const payment = await pay({ idempotencyKey, internalId: "order-7", comment: "for Alice" });

    const { paymentHash = new Uint8Array() } = payment.progress.kind === "completed" ? payment.progress : {};
    expect(before).toEqual([
      {
        what: "payment.dispatch",
        id: payment.id,
        wallet: caller.wallet.id,
        origin: { kind: "request" },
        actor: { kind: "owner", id: caller.wallet.owner.id },
        idempotency: { scope: expect.any(String), input: expect.stringMatching(/^[0-9a-f]{64}$/) },
        internalId: "order-7",
        paymentHash: new Uint8Array(paymentHash),
        amount: sats(100n),
        feeLimit: sats(10n),
      },
    ]);
    expect(await breaches()).toEqual([]);
  });

  it("names the request's key also when another process sends it", async () => {
    const driving = await given();
    const { world, caller, pay, later } = driving;
    world.pay.driver = undefined;
    const payment = await pay({ idempotencyKey: "k-1" });
    await later(MINUTE);

    const { scope } = idempotencyOf(caller.actor, "ln-address/send-payment", "k-1", {});
    expect(world.journal.entries).toMatchObject([{ id: payment.id, idempotency: { scope } }]);
    expect(payment.idempotency).toEqual(world.journal.entries[0]?.idempotency);
  });

  it("calls the node when the line and the row are both written, and not before", async () => {
    const { world, caller, lease, kindOf, breaches } = await given();
    const payment = await lease();
    let synced = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      world.journal.before = () => {
        resolve();
        return new Promise((done) => {
          synced = done;
        });
      };
    });
    const driven = drivePayment(world.drive, payment);
    await begun;
    await expect.poll(() => kindOf(payment)).toBe("dispatched"); // side by side
    expect(world.node.requests).toHaveLength(0);
    synced();
    await driven;
    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBeLessThan(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("is not sent without its line; its money stays, and it is sent once when a line can be written", async () => {
    const { world, caller, pay, later, reread, breaches } = await given();
    world.journal.isBroken = true;
    const payment = await pay();

    expect(world.node.requests).toHaveLength(0);
    expect((await reread(payment)).progress).toMatchObject({ kind: "unknown", attempt: 1, attemptsNotSent: 1 });
    expect(await listAttempts(database().db, payment.id)).toMatchObject([{ notSentReason: "journal" }]);
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);

    world.journal.isBroken = false;
    for (let minute = 0; minute < 3; minute += 1) await later(MINUTE);
    expect(world.node.requests).toHaveLength(1);
    expect(world.journal.entries).toHaveLength(1);
    expect((await reread(payment)).progress.kind).toBe("completed");
    expect(await breaches()).toEqual([]);
  });

  it("has a line for each attempt, and one without an attempt where the row refuses it", async () => {
    const { world, pay, later, lease } = await given();
    world.node.plan = cut();
    const payment = await pay();
    for (let minute = 0; minute < 4; minute += 1) await later(MINUTE);
    const attempts = await listAttempts(database().db, payment.id);
    expect(attempts.length).toBeGreaterThan(1);
    expect(world.journal.entries.filter(({ id }) => id === payment.id)).toHaveLength(attempts.length);

    const other = await lease();
    const requests = world.node.requests.length;
    await whilePaused(database(), () => drivePayment(world.drive, other));
    expect(world.journal.entries.filter(({ id }) => id === other.id)).toHaveLength(1);
    expect(world.node.requests).toHaveLength(requests);
  });

  it("has no line for a payment inside the service", async () => {
    const { world, pay } = await given();
    const payee = await world.project("payee", sats(1n));
    const payment = await pay({
      destination: { kind: "wallet", walletId: payee.wallet.id },
      idempotencyKey: "inside",
    });
    expect(payment.progress.kind).toBe("completed");
    expect(world.journal.entries).toEqual([]);
    const rows = await database().admin.query(sql`
      select idempotency_scope from payments.payment where id = ${payment.id} and idempotency_scope is not null`);
    expect(rows).toEqual([]);
  });

  it("has the hash of the invoice that is paid", async () => {
    const { world, pay } = await given();
    const { text: invoice, paymentHash } = world.invoice({ amount: sats(5n) });
    await pay({ destination: { kind: "invoice", invoice }, amount: sats(5n) });
    expect(world.journal.entries.map((entry) => bytesToHex(entry.paymentHash ?? new Uint8Array()))).toEqual([
      bytesToHex(paymentHash),
    ]);
  });
});
