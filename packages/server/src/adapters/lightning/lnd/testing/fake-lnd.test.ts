import { randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { nodesOfEachTest } from "./each-test.harness.ts";
import type { FakeLnd } from "./fake-lnd.harness.ts";
import { cutAfter, cutBefore, cutInside, fails, hangs, late, nonsense, twice } from "./faults.harness.ts";
import { RpcError } from "./fields.harness.ts";
import { ask, begin, sendBody as body, inPath, statesOf as states } from "./raw-client.harness.ts";

const given = nodesOfEachTest();
const SEND = "POST /v2/router/send";
const track = (hash: Uint8Array) => `GET /v2/router/track/${inPath(hash)}`;
const held = (lnd: FakeLnd, hash: Uint8Array) => expect.poll(() => lnd.counterparty.isHeld(hash)).toBe(true);
const IN_FLIGHT = "IN_FLIGHT FAILURE_REASON_NONE";
const SUCCEEDED = "SUCCEEDED FAILURE_REASON_NONE";

describe("the gateway of the fake LND", () => {
  it("refuses what LND refuses, with its statuses and codes", async () => {
    const lnd = await given();
    const wanted = await lnd.counterparty.invoice({ msats: 1_000_000n });
    const hash = randomBytes(32);
    const unpadded = inPath(hash).replaceAll("=", "");
    for (const [line, sent, status, code, words] of [
      ["GET /v1/nonsense", undefined, 404, 5, "Not Found"],
      ["DELETE /v1/getinfo", undefined, 501, 12, "Method Not Allowed"],
      ["POST /v1/invoices", "{", 400, 3, "unexpected EOF"],
      ["POST /v1/invoices", { value_msat: "1000", nonsense: 1 }, 400, 3, 'unknown field "nonsense"'],
      [SEND, { payment_request: 5 }, 400, 3, "invalid value"],
      [SEND, { amt_msat: 2 ** 60 }, 400, 3, "invalid value"],
      [`GET /v2/router/track/${unpadded}`, undefined, 400, 3, "illegal base64 data"],
      ["GET /v2/router/track/%2F", undefined, 404, 5, "Not Found"],
      ["GET /v1/invoice/abc", undefined, 500, 2, "odd length hex string"],
      [`GET /v1/invoice/${"07".repeat(32)}`, undefined, 404, 5, "unable to locate invoice"],
      ["POST /v2/invoices/cancel", { payment_hash: hash.toString("base64") }, 500, 2, "unable to locate invoice"],
      ["DELETE /v1/payment?payment_hash=AAAA", undefined, 500, 2, "invalid hash length of 3, want 32"],
    ] as const) {
      const { status: found, answer } = await ask(lnd, line, sent === undefined ? {} : { body: sent });
      expect([line, found, answer]).toMatchObject([line, status, { code, details: [] }]);
      expect(answer["message"]).toContain(words);
    }
    for (const [line, sent, status, code, words] of [
      [track(hash), undefined, 404, 5, "payment isn't initiated"],
      [`GET /v2/router/track/${"07".repeat(32)}`, undefined, 500, 2, "invalid hash length of 48, want 32"],
      [SEND, {}, 500, 2, "invalid vertex length of 0, want 33"],
      [SEND, body(wanted, { cltv_limit: 60 }), 500, 2, "cltv limit 60 should be greater than 83"],
      [SEND, body(wanted, { cltv_limit: 3_000 }), 500, 2, "total time lock of 3000 exceeds max allowed 2016"],
      [SEND, body(wanted, { amt_msat: "1" }), 500, 2, "amount must not be specified"],
    ] as const) {
      const { status: found, answer } = await ask(lnd, line, sent === undefined ? {} : { body: sent });
      expect([line, found, answer.error?.code]).toEqual([line, status, code]);
      expect(answer.error?.message).toContain(words);
    }
    expect((await ask(lnd, track(wanted.paymentHash))).status).toBe(404);
  });

  it("asks for a macaroon that allows the call", async () => {
    const lnd = await given({ permissions: ["offchain:read", "uri:/lnrpc.Lightning/GetInfo"] });
    const other = await given();
    const revoked = lnd.macaroons.bake(["info:read"]);
    lnd.macaroons.revoke(revoked);
    const words = async (line: string, options: object = {}) => (await ask(lnd, line, options)).answer["message"];
    expect(await words("GET /v1/getinfo")).toBeUndefined();
    expect(await words("GET /v1/balance/channels")).toBeUndefined();
    expect(await words("GET /v1/invoices")).toBe("permission denied");
    expect(await words("GET /v1/getinfo", { macaroon: undefined })).toBe("expected 1 macaroon, got 0");
    expect(await words("GET /v1/getinfo", { macaroon: "zz" })).toBe("encoding/hex: invalid byte: U+007A 'z'");
    expect(await words("GET /v1/getinfo", { macaroon: "00" })).toMatch("cannot determine data format");
    const foreign = other.macaroons.bake(["info:read"]).toString("hex");
    expect(await words("GET /v1/getinfo", { macaroon: foreign })).toMatch("signature mismatch");
    expect(await words("GET /v1/getinfo", { macaroon: revoked.toString("hex") })).toMatch("root key with id 7");
    const { status, answer } = await ask(lnd, SEND, { body: {} });
    expect([status, answer.error?.message]).toEqual([500, "permission denied"]);
    expect((await ask(lnd, "GET /v1/state", { macaroon: undefined })).status).toBe(200);
  });

  it("says what a macaroon may do", async () => {
    const lnd = await given();
    const macaroon = lnd.macaroons.bake(["info:read", "uri:/lnrpc.Lightning/SendCoins"]).toString("base64");
    const check = async (more: object) =>
      (await ask(lnd, "POST /v1/macaroon/checkpermissions", { body: { macaroon, ...more } })).status;
    const onchain = [{ entity: "onchain", action: "write" }];
    expect(await check({ permissions: [{ entity: "info", action: "read" }] })).toBe(200);
    expect(await check({ permissions: onchain })).toBe(400);
    expect(await check({ permissions: onchain, fullMethod: "/lnrpc.Lightning/SendCoins" })).toBe(200);
    const { answer } = await ask(lnd, "GET /v1/macaroon/permissions");
    expect(answer["method_permissions"]).toMatchObject({
      "/lnrpc.Lightning/SendCoins": { permissions: onchain },
      "/lnrpc.State/GetState": { permissions: [] },
    });
  });

  it("answers only about its state before it is ready", async () => {
    const lnd = await given();
    for (const [state, words] of [
      ["WAITING_TO_START", "waiting to start"],
      ["LOCKED", "wallet locked"],
      ["UNLOCKED", "starting up"],
    ] as const) {
      lnd.state = state;
      expect((await ask(lnd, "GET /v1/state")).answer).toEqual({ state });
      expect((await ask(lnd, "GET /v1/getinfo")).answer["message"]).toContain(words);
      expect((await ask(lnd, track(randomBytes(32)))).answer.error?.message).toContain(words);
    }
    lnd.state = "RPC_ACTIVE";
    expect((await ask(lnd, "GET /v1/getinfo")).status).toBe(200);
  });

  it("hangs, cuts, is late, says things twice and answers nonsense, as it was planned", async () => {
    const lnd = await given();
    const invoice = "POST /v1/invoices";
    const made = () => lnd.now.invoices.all.length;
    const line = { body: { value_msat: "1000" } };
    lnd.next("AddInvoice", cutBefore(), cutAfter(), cutInside(), fails(new RpcError(2, "no"), { acts: true }));
    lnd.next("AddInvoice", nonsense("<html>", { status: 502 }), late(50), twice(), hangs());
    await expect(ask(lnd, invoice, line)).rejects.toThrow("socket hang up");
    expect(made()).toBe(0);
    await expect(ask(lnd, invoice, line)).rejects.toThrow("socket hang up");
    await expect(ask(lnd, invoice, line)).rejects.toThrow("aborted");
    expect((await ask(lnd, invoice, line)).answer).toEqual({ code: 2, message: "no", details: [] });
    await expect(ask(lnd, invoice, line)).rejects.toThrow("JSON");
    const before = performance.now();
    expect((await ask(lnd, invoice, line)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(45);
    await ask(lnd, invoice, line);
    const silent = await begin(lnd, invoice, line);
    await expect.poll(made).toBe(7);
    expect([silent.status(), silent.messages]).toEqual([undefined, []]);
    lnd.door = "shut";
    await expect(ask(lnd, invoice, line)).rejects.toThrow();
    lnd.kill();
    await expect(ask(lnd, invoice, line)).rejects.toThrow("ECONNREFUSED");
  });
});

describe.each(["bbolt", "sql"] as const)("payments of the fake LND on %s", (database) => {
  it("are sent in a stream that ends, and once", async () => {
    const lnd = await given({ database });
    const wanted = await lnd.counterparty.invoice({ msats: 1_234_567n });

    const { messages } = await ask(lnd, SEND, { body: body(wanted) });
    const again = await ask(lnd, SEND, { body: body(wanted) });

    expect(states(messages)).toEqual([IN_FLIGHT, IN_FLIGHT, SUCCEEDED]);
    expect(messages.map(({ result }) => result?.["htlcs"])).toMatchObject([[], [{}], [{ status: "SUCCEEDED" }]]);
    expect(messages[2]?.result).toMatchObject({ value_msat: "1234567", fee_msat: "1123", payment_index: "1" });
    expect([again.status, again.answer.error?.code]).toEqual([409, 6]);
    expect(again.answer.error?.message).toMatch(/invoice is already paid$/);
    expect(states((await ask(lnd, track(wanted.paymentHash))).messages)).toEqual([SUCCEEDED]);
  });

  it("fail with LND's reasons, are sent again, and then have another reference", async () => {
    const lnd = await given({ database });
    const wanted = await lnd.counterparty.invoice({ msats: 2_500_000n });
    const { paymentHash } = await lnd.counterparty.invoice({ msats: 1_000n });
    await ask(lnd, SEND, { body: body(await lnd.counterparty.invoice({ msats: 1_000n })) });
    const failed = await ask(lnd, SEND, { body: body(wanted, { fee_limit_msat: "1" }) });
    const tooMuch = await lnd.counterparty.invoice({ msats: 90_000_000_000n });
    expect(states(failed.messages).at(-1)).toBe("FAILED FAILURE_REASON_NO_ROUTE");

    const { messages } = await ask(lnd, SEND, { body: body(wanted) });

    const [before, after] = [failed.messages.at(-1)?.result, messages.at(-1)?.result];
    expect(after?.["status"]).toBe("SUCCEEDED");
    expect([before?.["payment_index"], after?.["payment_index"]]).toEqual(database === "sql" ? ["2", "2"] : ["2", "3"]);
    expect(after?.["creation_time_ns"]).not.toBe(before?.["creation_time_ns"]);
    const list = await ask(lnd, "GET /v1/payments?include_incomplete=true&omit_hops=true");
    expect(list.answer["payments"]).toMatchObject([{ payment_index: "1" }, { status: "SUCCEEDED" }]);
    expect((await ask(lnd, "GET /v1/payments?index_offset=3")).answer).toMatchObject({ last_index_offset: "0" });
    expect(states((await ask(lnd, SEND, { body: body(tooMuch) })).messages).at(-1)).toBe(
      "FAILED FAILURE_REASON_INSUFFICIENT_BALANCE",
    );
    expect((await ask(lnd, track(paymentHash))).status).toBe(404);
  });
});

describe("payments of the fake LND", () => {
  it("are held without a head where none is due, and settled later", async () => {
    const lnd = await given();
    const wanted = await lnd.counterparty.invoice({ msats: 3_000_000n, hold: true });
    const all = await begin(lnd, "GET /v2/router/payments?no_inflight_updates=true");
    await expect.poll(() => lnd.calls.length).toBe(1);
    const sent = await begin(lnd, SEND, { body: body(wanted, { no_inflight_updates: true }) });
    await held(lnd, wanted.paymentHash);
    const quiet = await begin(lnd, `${track(wanted.paymentHash)}?no_inflight_updates=true`);
    const loud = await begin(lnd, track(wanted.paymentHash));
    await expect.poll(() => loud.messages.length).toBe(1);
    expect([sent.status(), quiet.status(), all.status()]).toEqual([undefined, undefined, undefined]);
    const { answer } = await ask(lnd, "GET /v1/channels");
    expect(answer["channels"]).toMatchObject([
      { pending_htlcs: [{ hash_lock: Buffer.from(wanted.paymentHash).toString("base64"), amount: "3001" }] },
      { pending_htlcs: [] },
    ]);
    const conflict = await ask(lnd, SEND, { body: body(wanted) });
    expect([conflict.status, conflict.answer.error?.message]).toEqual([409, expect.stringMatching(/in transition$/)]);

    lnd.now.payments.settle(bytesToHex(wanted.paymentHash), { reason: "FAILURE_REASON_CANCELED" });

    for (const { ended } of [sent, quiet, loud]) expect(await ended).toBeUndefined();
    for (const { messages } of [sent, quiet, all])
      await expect.poll(() => states(messages)).toEqual(["SUCCEEDED FAILURE_REASON_CANCELED"]);
    expect(states(loud.messages)).toEqual([IN_FLIGHT, "SUCCEEDED FAILURE_REASON_CANCELED"]);
  });

  it("are given back in two steps, and their attempts are forgotten", async () => {
    const lnd = await given();
    const wanted = await lnd.counterparty.invoice({ msats: 3_000_000n, hold: true });
    const sent = await begin(lnd, SEND, { body: body(wanted) });
    await held(lnd, wanted.paymentHash);
    await lnd.counterparty.fail(wanted.paymentHash);
    await sent.ended;
    const reason = "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS";
    expect(states(sent.messages).slice(2)).toEqual([`IN_FLIGHT ${reason}`, `FAILED ${reason}`]);
    expect(sent.messages.at(-1)?.result?.["htlcs"]).toMatchObject([{ status: "FAILED" }]);
    expect((await ask(lnd, track(wanted.paymentHash))).answer.result).toMatchObject({ status: "FAILED", htlcs: [] });
  });

  it("are in one of four states after a kill", async () => {
    const lnd = await given();
    for (const [dieAt, status, messages, htlcs] of [
      ["before_storing", 404, ["undefined undefined"], 0],
      ["stored", 200, ["FAILED FAILURE_REASON_NO_ROUTE"], 0],
      ["attempt_stored", 200, [IN_FLIGHT], 0],
      ["htlc_sent", 200, [SUCCEEDED], 0],
    ] as const) {
      const wanted = await lnd.counterparty.invoice({ msats: 1_000_000n });
      lnd.now.payments.dieAt = dieAt;
      await expect(ask(lnd, SEND, { body: body(wanted) })).rejects.toThrow();
      await lnd.start();
      const found = await begin(lnd, track(wanted.paymentHash));
      await expect.poll(() => states(found.messages)).toEqual(messages);
      expect([dieAt, found.status()]).toEqual([dieAt, status]);
      found.leave();
      const { answer } = await ask(lnd, "GET /v1/channels");
      expect((answer["channels"] as { pending_htlcs: object[] }[]).flatMap((one) => one.pending_htlcs)).toHaveLength(
        htlcs,
      );
    }
  });

  it("go in parts, of which some may be lost or settle later", async () => {
    const lnd = await given();
    const { payments } = lnd.now;
    payments.parts = 3;
    const wanted = await lnd.counterparty.invoice({ msats: 3_000_000n, hold: true });
    const sent = await begin(lnd, SEND, { body: body(wanted) });
    await held(lnd, wanted.paymentHash);
    payments.settle(bytesToHex(wanted.paymentHash), { leaving: 1 });
    await expect.poll(() => sent.messages.at(-1)?.result).toMatchObject({ status: "IN_FLIGHT", fee_msat: "2200" });
    payments.settle(bytesToHex(wanted.paymentHash));
    await sent.ended;
    expect(sent.messages.at(-1)?.result).toMatchObject({ status: "SUCCEEDED", fee_msat: "3300" });

    payments.lostParts = 1;
    const lost = await lnd.counterparty.invoice({ msats: 3_000_000n });
    const waiting = await begin(lnd, SEND, { body: body(lost) });
    await held(lnd, lost.paymentHash);
    const htlcs = [{ status: "IN_FLIGHT" }, { status: "IN_FLIGHT" }, { status: "FAILED" }];
    await expect.poll(() => waiting.messages.at(-1)?.result).toMatchObject({ status: "IN_FLIGHT", htlcs });
    payments.giveBack(bytesToHex(lost.paymentHash), "FAILURE_REASON_TIMEOUT");
    expect(await waiting.ended).toBeUndefined();
    expect(states(waiting.messages).at(-1)).toBe("FAILED FAILURE_REASON_TIMEOUT");
  });

  it("are gone when the node was put back, or when they were deleted, and can be sent again", async () => {
    const lnd = await given();
    const putBack = lnd.keep();
    const [one, two] = [
      await lnd.counterparty.invoice({ msats: 1_000_000n }),
      await lnd.counterparty.invoice({ msats: 1_000_000n }),
    ];
    for (const wanted of [one, two]) await ask(lnd, SEND, { body: body(wanted) });
    await ask(lnd, `DELETE /v1/payment?payment_hash=${inPath(one.paymentHash)}`);
    expect((await ask(lnd, track(one.paymentHash))).status).toBe(404);
    putBack();
    expect((await ask(lnd, track(two.paymentHash))).status).toBe(404);
    const { messages } = await ask(lnd, SEND, { body: body(two) });
    expect(states(messages).at(-1)).toBe("FAILED FAILURE_REASON_INCORRECT_PAYMENT_DETAILS");
    expect(await lnd.counterparty.receivedMsats(two.paymentHash)).toBe(1_000_000n);
  });

  it("say that the node stops when it does so in good order, and nothing when it dies", async () => {
    const lnd = await given();
    const wanted = await lnd.counterparty.invoice({ msats: 3_000_000n, hold: true });
    const others = await begin(lnd, "GET /v2/router/payments");
    await expect.poll(() => lnd.calls.length).toBe(1);
    const sent = await begin(lnd, SEND, { body: body(wanted) });
    await held(lnd, wanted.paymentHash);
    await expect.poll(() => others.status()).toBe(200);
    await lnd.shutDown();
    expect([await sent.ended, await others.ended]).toEqual([undefined, undefined]);
    expect([sent.status(), sent.messages.at(-1)?.error?.message]).toEqual([200, "routerrpc server shutting down"]);
    await lnd.start();
    const found = await begin(lnd, track(wanted.paymentHash));
    await expect.poll(() => found.messages.length).toBe(1);
    lnd.kill();
    expect(await found.ended).toMatchObject({ code: "ECONNRESET" });
  });
});
