import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { fails, holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { paymentRoutes } from "./routes.ts";
import { createWorld, type World } from "./testing/world.harness.ts";

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

onDatabase("the routes of payments to invoices, wallets and nodes", (database) => {
  let app: Api;
  let world: World;
  let caller: Caller;
  let payee: Caller;

  beforeAll(async () => {
    world = createWorld(database());
    caller = await world.project("payer", sats(1_000_000n));
    payee = await world.project("payee", sats(0n));
    app = await sampleApp({ authenticate: async () => caller, routes: [paymentRoutes(world.pay)] });
  });
  beforeEach(() => {
    world.node.plan = pays();
  });
  afterAll(() => app.close());

  const get = (url: string) => ask(app, { method: "GET", url, headers: { apikey: "payer" } });
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await ask(app, {
      method: "POST",
      url,
      payload,
      headers: { apikey: "payer", "content-type": "application/json", ...headers },
    });
    await world.settled();
    return answer;
  };
  const invoice = (options: object = {}) => world.invoice({ amount: sats(100n), ...options }).text;
  const codeOf = (answer: Awaited<ReturnType<typeof post>>) => [answer.statusCode, answer.json().error?.code];

  it("answer a paid invoice with every field of the interface, its description and when it was paid", async () => {
    const text = invoice();
    const answer = await post("/v0/payments", {
      invoice: text,
      description: "fish",
      internalId: "4711",
      callbackUrl: "https://shop.example/paid",
    });

    expect(answer.json()).toMatchObject({ success: true, message: "Payment done." });
    const { data } = answer.json();
    expect(data).toEqual({
      id: UUID,
      fee: "1500",
      unit: "msats",
      amount: "100000",
      invoice: text,
      preimage: HASH,
      walletId: caller.wallet.id,
      transactionId: UUID,
      callbackUrl: "https://shop.example/paid",
      internalId: "4711",
      comment: null,
      processedAt: TIME,
      createdAt: TIME,
      status: "completed",
      description: "fish",
      confirmedAt: data.processedAt,
    });
    const hash = Buffer.from(decodeInvoice(text).paymentHash).toString("hex");
    for (const id of [data.id, hash]) expect((await get(`/v0/payments/${id}`)).json().data).toEqual(data);
    expect((await get("/v0/payments?internalId=4711")).json().data).toEqual([data]);
  });

  it("answer an invoice whose payment is processing without a time, and one whose payment failed with 400", async () => {
    world.node.plan = holds();
    const accepted = await post("/v0/payments", { invoice: invoice() }, { prefer: "wait=0" });
    await world.settled(); // the node has it
    expect(accepted.json().data).toMatchObject({ status: "processing", processedAt: null, confirmedAt: null });
    world.node.plan = fails("no_route");
    const failed = await post("/v0/payments", { invoice: invoice() });
    expect(codeOf(failed)).toEqual([400, "no_route"]);
    expect(failed.headers["x-should-retry"]).toBe("false");
    expect(failed.json().data).toMatchObject({ status: "failed", confirmedAt: null, failure: { code: "no_route" } });
  });

  it("refuse an invoice that is taken with 409, and one that cannot be paid with 400, and make no payment", async () => {
    world.node.plan = holds();
    const taken = invoice();
    await post("/v0/payments", { invoice: taken }, { prefer: "wait=0" });
    await world.settled(); // the node has it
    world.node.plan = pays();
    const paid = invoice();
    await post("/v0/payments", { invoice: paid });
    const expired = invoice({ timestamp: new Date(Date.now() - 7_200_000) });

    const answers = [
      await post("/v0/payments", { invoice: taken }),
      await post("/v0/payments", { invoice: paid }),
      await post("/v0/payments", { invoice: expired }),
      await post("/v0/payments", { invoice: "nonsense" }),
      await post("/v0/payments", { invoice: invoice({ amount: undefined }) }),
      await post("/v0/payments", { invoice: invoice(), amount: "100001" }),
      await post("/v0/payments", { invoice: invoice(), amount: "nonsense" }),
      await post("/v0/payments", {}),
    ];

    expect(answers.map(codeOf)).toEqual([
      [409, "invoice_in_use"],
      [409, "invoice_already_paid"],
      [400, "invoice_expired"],
      [400, "invoice_invalid"],
      [400, "invalid_input"],
      [400, "invalid_input"],
      [400, "invalid_amount"],
      [400, "invalid_input"],
    ]);
    for (const answer of answers) expect(answer.json().data).toBeUndefined();
  });

  it("answer a transfer to a wallet as the neighbours' interface has it, and read it back as a payment", async () => {
    const asked = { receiverWalletId: payee.wallet.id.toUpperCase(), amount: 1000, comment: "fish", internalId: "7" };
    const answer = await post("/v0/internal-transfer", asked, { "idempotency-key": "transfer" });

    expect(answer.json()).toMatchObject({ success: true, message: "Internal Transfer done." });
    const { data } = answer.json();
    expect(data).toEqual({
      id: UUID,
      senderWalletId: caller.wallet.id,
      receiverWalletId: payee.wallet.id,
      receivedWalletId: payee.wallet.id,
      userId: caller.wallet.owner.id,
      sendTxId: UUID,
      receiveTxId: data.sendTxId,
      status: "TRANSFER_STATUS_COMPLETED",
      amount: "1000",
      createdAt: TIME,
      updatedAt: data.createdAt,
    });
    const payment = (await get(`/v0/payments/${data.id}`)).json().data;
    expect(payment).toMatchObject({
      id: data.id,
      status: "completed",
      fee: "0",
      amount: "1000",
      invoice: "",
      preimage: null,
      comment: "fish",
      internalId: "7",
      transactionId: data.sendTxId,
      receiverWalletId: payee.wallet.id,
    });
    expect(payment).not.toHaveProperty("lnAddress");
    const again = await post("/v0/internal-transfer", asked, { "idempotency-key": "transfer" });
    expect([again.headers["idempotent-replayed"], again.json().data]).toEqual(["true", data]);
    expect(await world.balance(payee)).toBe(1_000n);
  });

  it("refuse a transfer to the own wallet with 400, and to one that does not exist with 404 and nothing else", async () => {
    const send = (receiverWalletId: string) => post("/v0/internal-transfer", { receiverWalletId, amount: "1" });
    expect(codeOf(await send(caller.wallet.id))).toEqual([400, "self_payment"]);
    const unknown = await send("0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718");
    expect(codeOf(unknown)).toEqual([404, "wallet_not_found"]);
    expect(unknown.json()).toMatchObject({ message: "there is no wallet with this id" });
    expect(codeOf(await send("nonsense"))).toEqual([400, "invalid_input"]);
  });

  it("answer a payment to a node as the neighbours' interface has it, and read it back with what was sent along", async () => {
    const pubkey = await world.node.counterparty.nodeId();
    const tlvRecords = [{ type: 7_629_169, value: "7B7D" }];
    const metadata = { order: { id: 7, of: [1.5, null, "a"] } };
    const answer = await post("/v0/keysend-payment", {
      pubkey: pubkey.toUpperCase(),
      amount: "100000",
      tlvRecords,
      metadata,
    });

    expect(answer.json()).toMatchObject({ success: true, message: "Payment done." });
    const { data } = answer.json();
    expect(data).toEqual({
      keysendId: data.paymentId,
      paymentId: UUID,
      transaction: {
        id: UUID,
        walletId: caller.wallet.id,
        type: "KEYSEND_PAYMENT",
        totalAmount: "101500",
        fee: "1500",
        amount: "100000",
        description: "Keysend Payment",
        status: "TRANSACTION_STATUS_COMPLETED",
        confirmedAt: TIME,
      },
    });
    const payment = (await get(`/v0/payments/${data.paymentId}`)).json().data;
    expect(payment).toMatchObject({
      status: "completed",
      fee: "1500",
      invoice: "",
      preimage: HASH,
      transactionId: data.transaction.id,
      pubkey,
      tlvRecords: [{ type: 7_629_169, value: "7b7d" }],
      metadata,
    });
    const hash = createHash("sha256").update(Buffer.from(payment.preimage, "hex")).digest("hex");
    expect((await get(`/v0/payments/${hash}`)).json().data).toEqual(payment);
  });

  it("do not show the preimage of a payment to a node before it has completed, nor when it failed", async () => {
    const pubkey = await world.node.counterparty.nodeId();
    world.node.plan = holds();
    const accepted = await post("/v0/keysend-payment", { pubkey, amount: "5000" }, { prefer: "wait=0" });
    await world.settled(); // the node has it
    expect(accepted.json()).toMatchObject({
      message: "Payment processing.",
      data: { transaction: { status: "TRANSACTION_STATUS_PROCESSING", fee: "0", confirmedAt: null } },
    });
    world.node.plan = fails("no_route");
    const failed = await post("/v0/keysend-payment", { pubkey, amount: "5000" });
    expect(codeOf(failed)).toEqual([400, "no_route"]);
    const { paymentId } = accepted.json().data;
    const read = [await get(`/v0/payments/${paymentId}`), await get(`/v0/payments/${failed.json().data.id}`)];
    expect(read.map((answer) => answer.json().data.preimage)).toEqual([null, null]);
    const rows = await database().db.query<{ preimage: string }>(sql`
      select keysend ->> 'preimage' as preimage from payments.payment where destination_kind = 'node'`);
    expect(rows.length).toBeGreaterThan(1);
    for (const { preimage } of rows)
      for (const answer of [accepted, failed, ...read]) expect(answer.body).not.toContain(preimage);
  });

  it("refuse a payment to what is no node, with records that no node takes, and with too much metadata", async () => {
    const pubkey = await world.node.counterparty.nodeId();
    const wrong = [
      { pubkey: "02abc", amount: "1" },
      { pubkey: `04${pubkey.slice(2)}`, amount: "1" },
      { pubkey, amount: "1", tlvRecords: [{ type: 1, value: "00" }] },
      { pubkey, amount: "1", tlvRecords: "[]" },
      { pubkey, amount: "1", metadata: { text: "x".repeat(4_000) } },
      { pubkey, amount: "1", metadata: "text" },
    ];
    for (const body of wrong)
      expect(codeOf(await post("/v0/keysend-payment", body)), JSON.stringify(body).slice(0, 80)).toEqual([
        400,
        "invalid_input",
      ]);
  });

  it("say what is in an invoice, of whatever network and whether it has expired", async () => {
    const text = invoice({ network: "mainnet", timestamp: new Date(0) });
    const decoded = decodeInvoice(text);
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    const answer = await post("/v0/decode-invoice", { invoice: `lightning:${text.toUpperCase()}` });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().data).toEqual({
      amount: "100000",
      lnRequest: text,
      lnExpiresAt: "1970-01-01T01:00:00.000Z",
      network: "bitcoin",
      description: null,
      descriptionHash: HASH,
      paymentHash: hex(decoded.paymentHash),
      paymentSecret: hex(decoded.paymentSecret),
      payee: decoded.payee,
      signature: expect.stringMatching(/^[0-9a-f]{128}$/),
    });
    const open = await post("/v0/decode-invoice", { invoice: invoice({ amount: undefined }) });
    expect(open.json().data).toMatchObject({ amount: null, network: "regtest" });
    expect(codeOf(await post("/v0/decode-invoice", { invoice: "nonsense" }))).toEqual([400, "invoice_invalid"]);
  });
});
