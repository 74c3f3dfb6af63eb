import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { nodesOfEachTest } from "./each-test.harness.ts";
import type { FakeLnd } from "./fake-lnd.harness.ts";
import { ask, begin, sendBody as body, type Message, statesOf as states } from "./raw-client.harness.ts";

const given = nodesOfEachTest();
const SEND = "POST /v2/router/send";
const held = (lnd: FakeLnd, hash: Uint8Array) => expect.poll(() => lnd.counterparty.isHeld(hash)).toBe(true);

describe("invoices of the fake LND", () => {
  const add = async (lnd: FakeLnd, more: object = {}) => {
    const { answer } = await ask(lnd, "POST /v1/invoices", { body: { value_msat: "1000000", ...more } });
    const hash = Buffer.from(answer["r_hash"] as string, "base64");
    return { hash, request: answer["payment_request"] as string };
  };
  const look = async (lnd: FakeLnd, hash: Uint8Array) => (await ask(lnd, `GET /v1/invoice/${bytesToHex(hash)}`)).answer;

  it("are cancelled when they have expired, and a cancel is refused for settled ones alone", async () => {
    const lnd = await given();
    const cancel = (hash: Buffer) =>
      ask(lnd, "POST /v2/invoices/cancel", { body: { payment_hash: hash.toString("base64") } });
    const [expired, open, paid, kept] = [
      await add(lnd, { expiry: "1" }),
      await add(lnd),
      await add(lnd),
      await add(lnd),
    ];
    lnd.now.invoices.pay(paid.request, { amount: 1_500_000n });
    lnd.now.invoices.pay(kept.request, { isHeld: true });
    expect(await look(lnd, kept.hash)).toMatchObject({ state: "ACCEPTED", amt_paid_msat: "1000000" });
    for (const { hash } of [open, open, kept]) expect((await cancel(hash)).status).toBe(200);
    expect(await look(lnd, kept.hash)).toMatchObject({ state: "CANCELED", settle_index: "0" });
    expect((await cancel(paid.hash)).answer).toMatchObject({ code: 2, message: "invoice already settled" });
    expect(await look(lnd, paid.hash)).toMatchObject({ state: "SETTLED", amt_paid_msat: "1500000", settle_index: "1" });
    await expect.poll(async () => (await look(lnd, expired.hash))["state"]).toBe("CANCELED");
    expect(lnd.now.invoices.pay(expired.request)).toBe(false);
    expect((await ask(lnd, "GET /v1/invoices?index_offset=1&num_max_invoices=2")).answer).toMatchObject({
      invoices: [{ add_index: "2" }, { add_index: "3" }],
      last_index_offset: "3",
    });
  });

  it("come in a stream: with a past behind a cursor, with none for 0, and silent for a cursor that is ahead", async () => {
    const lnd = await given();
    for (const { request } of [await add(lnd), await add(lnd)]) lnd.now.invoices.pay(request);
    const subscribe = (query: string) => begin(lnd, `GET /v1/invoices/subscribe${query}`);
    const streams = [await subscribe(""), await subscribe("?settle_index=1"), await subscribe("?settle_index=9")];
    await expect.poll(() => lnd.calls.filter(({ name }) => name === "SubscribeInvoices").length).toBe(3);
    expect(streams[0]?.status()).toBeUndefined();

    lnd.now.invoices.pay((await add(lnd)).request);
    lnd.now.invoices.keysend(5_000n);

    const said = (messages: readonly Message[]) =>
      messages.map(({ result }) => `${result?.["state"]} ${result?.["settle_index"]}`);
    const added = ["OPEN 0", "SETTLED 3", "OPEN 0", "SETTLED 4"];
    const expected = [added, ["SETTLED 2", ...added], ["OPEN 0", "OPEN 0"]];
    await expect.poll(() => streams.map(({ messages }) => said(messages))).toEqual(expected);
  });
});

describe("money of the fake LND", () => {
  it("agrees to the msat over all channels, while the commitment fee is a sat too high", async () => {
    const lnd = await given();
    await ask(lnd, SEND, { body: body(await lnd.counterparty.invoice({ msats: 1_234_567n })) });

    const { answer } = await ask(lnd, "GET /v1/balance/channels");
    const listed = (await ask(lnd, "GET /v1/channels")).answer["channels"] as Record<string, string>[];

    const msat = (name: string) => BigInt((answer[name] as { msat: string }).msat);
    const capacity = listed.reduce((sum, channel) => sum + BigInt(channel["capacity"] ?? 0) * 1_000n, 0n);
    expect(capacity - msat("local_balance") - msat("remote_balance")).toBe(2n * (2_810n + 660n) * 1_000n);
    expect(listed.map((channel) => channel["commit_fee"])).toEqual(["2811", "2810"]);
  });

  it("has no anchor of a side that has nothing: the commitment fee is as much higher, until an HTLC is in it", async () => {
    const lnd = await given();
    const channel = lnd.now.channels.open({ capacitySats: 1_000_000n, localSats: 1_000_000n });
    const last = async () => {
      const listed = (await ask(lnd, "GET /v1/channels")).answer["channels"] as Record<string, string>[];
      const { local_balance: local, remote_balance: remote, commit_fee: fee } = listed.at(-1) ?? {};
      return { local, remote, fee };
    };
    expect(await last()).toEqual({ local: "996530", remote: "0", fee: "3140" });
    const htlc = { paymentHash: new Uint8Array(32), amount: 1_000_000n, isOutgoing: true, expiresAtBlock: 200 };
    lnd.now.channels.offer(channel, htlc);
    expect(await last()).toEqual({ local: "995100", remote: "0", fee: "3240" });
  });

  it("is in a channel that closes by force until its HTLCs are resolved on the chain", async () => {
    const lnd = await given();
    const wanted = await lnd.counterparty.invoice({ msats: 7_000_000n, hold: true });
    const sent = await begin(lnd, SEND, { body: body(wanted) });
    await held(lnd, wanted.paymentHash);
    const { channels } = lnd.now;
    const [channel] = channels.all;
    if (channel === undefined) throw new Error("no channel");
    channels.forceClose(channel);
    const pending = async () => (await ask(lnd, "GET /v1/channels/pending")).answer;
    expect(await pending()).toMatchObject({ waiting_close_channels: [{ channel: { capacity: "60000000" } }] });
    channels.confirmClose(channel, 140);
    expect(await pending()).toMatchObject({
      pending_force_closing_channels: [{ pending_htlcs: [{ amount: "7001" }] }],
    });
    channels.endClose(channel, "TIMEOUT");
    expect(await pending()).toMatchObject({ total_limbo_balance: "0" });
    expect((await ask(lnd, "GET /v1/channels/closed")).answer["channels"]).toMatchObject([
      {
        chan_id: channel.chanId,
        close_height: 140,
        resolutions: ["FIRST_STAGE", "UNCLAIMED", "TIMEOUT"].map((outcome) => ({ outcome })),
      },
    ]);
    lnd.now.payments.giveBack(bytesToHex(wanted.paymentHash), "FAILURE_REASON_TIMEOUT");
    await sent.ended;
    expect(states(sent.messages).at(-1)).toBe("FAILED FAILURE_REASON_TIMEOUT");
  });

  it("leaves the wallet in steps: coins are leased, signed, published under a label, and conflicted", async () => {
    const lnd = await given({ coins: [100_000_000n, 100_000_000n] });
    const { wallet } = lnd.now;
    const address = "bcrt1qpt7cn7a6qsqkg4qemeyegdcupw8rslf8pw9kah";
    const draft = { raw: { outputs: { [address]: "50000" } }, sat_per_vbyte: "2", min_confs: 1 };
    const post = async (path: string, sent: object) => await ask(lnd, `POST /v2/wallet/${path}`, { body: sent });
    const balance = async () => (await ask(lnd, "GET /v1/balance/blockchain")).answer;
    const funded = [(await post("psbt/fund", draft)).answer, (await post("psbt/fund", draft)).answer];
    expect((await post("psbt/fund", draft)).answer["message"]).toMatch("insufficient funds available");
    expect(await balance()).toMatchObject({ total_balance: "0", locked_balance: "200000000" });
    const [raw, again] = [0, 0].map(
      async () => (await post("psbt/finalize", { funded_psbt: funded[0]?.["funded_psbt"] })).answer,
    );
    const tx_hex = (await raw)?.["raw_final_tx"] as string;
    expect((await again)?.["raw_final_tx"]).toBe(tx_hex);
    expect((await ask(lnd, "GET /v1/transactions")).answer["transactions"]).toHaveLength(1);
    const broken = Buffer.from(tx_hex, "base64");
    broken.writeUInt8(broken.readUInt8(broken.length - 6) ^ 1, broken.length - 6);
    expect((await post("tx", { tx_hex: broken.toString("base64") })).answer["message"]).toMatch("failed checksig");

    const trailing = Buffer.concat([Buffer.from(tx_hex, "base64"), Buffer.from([0])]).toString("base64");
    for (const sent of [trailing, tx_hex, broken.toString("base64")])
      expect((await post("tx", { tx_hex: sent, label: "leyden one" })).answer).toEqual({ publish_error: "" });

    expect(await balance()).toMatchObject({ total_balance: "99949718", locked_balance: "200000000" });
    wallet.mine(1);
    expect(await balance()).toMatchObject({ total_balance: "99949718", locked_balance: "100000000" });
    expect(wallet.receivedAt(address)).toBe(50_000n);
    const { answer } = await ask(lnd, "GET /v1/transactions");
    expect(answer["transactions"]).toMatchObject([
      { label: "leyden one", total_fees: "282", num_confirmations: 1 },
      { label: "", num_confirmations: 13 },
    ]);
    const [lease] = (await post("utxos/leases", {})).answer["locked_utxos"] as Record<string, object>[];
    await post("utxos/release", { id: lease?.["id"], outpoint: lease?.["outpoint"] });
    expect(await balance()).toMatchObject({ total_balance: "199949718", locked_balance: "0" });

    const second = (await post("psbt/finalize", { funded_psbt: funded[1]?.["funded_psbt"] })).answer["raw_final_tx"];
    await post("tx", { tx_hex: second });
    const first = wallet.transactions.at(-1)?.txid ?? "";
    const rival = wallet.conflict(first);
    expect((await post("tx", { tx_hex: second })).answer["message"]).toBe("insufficient fee");
    wallet.mine(1);
    expect((await post("tx", { tx_hex: second })).answer["message"]).toMatch("output already spent");
    expect((await ask(lnd, `GET /v2/wallet/tx?txid=${first}`)).answer["message"]).toMatch("can not find transaction");
    expect((await ask(lnd, `GET /v2/wallet/tx?txid=${rival}`)).answer).toMatchObject({ num_confirmations: 1 });
  });
});
