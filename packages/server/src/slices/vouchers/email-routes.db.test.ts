import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import type { EmailDeps } from "./email/pay-to-email.ts";
import { voucherRoutes } from "./routes.ts";
import { givenVouchers, random } from "./testing/vouchers.harness.ts";

onDatabase("POST /v0/email/send-payment", (database) => {
  async function given(changes: Partial<EmailDeps> = {}) {
    const { deps, issuer } = await givenVouchers(database());
    const app = await sampleApp({
      authenticate: async (key) => (key === "issuer" ? issuer : undefined),
      routes: [voucherRoutes({ ...deps, email: { ...deps.email, ...changes } })],
    });
    const call = async (method: "GET" | "POST", url: string, payload?: object) => {
      const headers = {
        apikey: "issuer",
        ...(payload && { "content-type": "application/json", "idempotency-key": random.uuid() }),
      };
      const answer = await ask(app, { method, url, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, headers: answer.headers, ...answer.json() };
    };
    const pay = (body: object = {}) =>
      call("POST", "/v0/email/send-payment", { email: newEmail(), amount: "500000", comment: "Thank you", ...body });
    return { issuer, call, pay };
  }
  const newEmail = () => `${random.uuid()}@example.com`;
  const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);

  it("answers a voucher that was mailed with the fields of the interface, and no other", async () => {
    const { pay, call, issuer } = await given();
    const answer = await pay();
    expect(answer).toMatchObject({ status: 200, success: true, message: expect.stringContaining("Voucher") });
    expect(answer.data).toEqual({
      id: UUID,
      code: expect.stringMatching(/^[0-9A-F]{8}$/),
      amount: "500000",
      fee: "5000",
      unit: "msats",
      description: "Thank you",
      createdAt: TIME,
      createTransactionId: UUID,
      walletId: issuer.wallet.id,
    });

    const revoked = await call("POST", "/v0/revoke-voucher", { code: answer.data.code });
    expect(revoked).toMatchObject({ status: 200, data: { id: answer.data.id, revokedById: issuer.wallet.id } });
  });

  it("answers the credit of a user's wallet, which is read back as a voucher that was redeemed", async () => {
    const { pay, call } = await given();
    const user = await givenUser(database(), { email: newEmail(), emailIsVerified: true });
    const answer = await pay({ email: ` ${user.email.toUpperCase()} ` });
    expect(answer).toMatchObject({ status: 200, message: expect.stringContaining("Payment") });
    const { code, receiverId, settledAt, transactionId, status } = answer.data;
    expect({ code, receiverId, settledAt, transactionId, status }).toEqual({
      code: null,
      receiverId: user.id,
      settledAt: TIME,
      transactionId: UUID,
      status: "completed",
    });
    expect((await call("GET", `/v0/vouchers/${answer.data.id}`)).data).toMatchObject({
      status: "redeemed",
      redeemedById: user.walletId,
      redeemedTransactionId: transactionId,
    });
  });

  it("answers both alike where the operator gives everyone a voucher", async () => {
    const { pay } = await given({ mode: "always-voucher" });
    const user = await givenUser(database(), { email: newEmail(), emailIsVerified: true });
    const [known, unknown] = [await pay({ email: user.email }), await pay()];
    expect(Object.keys(known.data)).toEqual(Object.keys(unknown.data));
    expect([known.message, typeof known.data.code]).toEqual([unknown.message, "string"]);
  });

  it("says with each answer and each refusal that it is deprecated, and since when", async () => {
    const { pay } = await given();
    for (const answer of [await pay(), await pay({ amount: "0" })]) {
      expect(answer.headers["deprecation"]).toBe("true");
      expect(answer.headers["sunset"]).toBe("Sat, 28 Feb 2026 23:59:59 GMT");
    }
  });

  it("is gone where the operator has switched it off", async () => {
    const { pay } = await given({ mode: "off" });
    expect(await pay()).toMatchObject({ status: 410, success: false, error: { code: "endpoint_removed" } });
  });

  it.each([
    ["an address that is none", { email: "alice" }, "email"],
    ["an address with another header in it", { email: "alice@example.com\r\nBcc: bob@example.com" }, "email"],
    ["no comment", { comment: undefined }, "comment"],
    ["a comment of 151 characters", { comment: "x".repeat(151) }, "comment"],
    ["an amount of nothing", { amount: "0" }, "amount"],
  ])("refuses %s", async (_what, body, field) => {
    const { pay } = await given();
    expect(await pay(body)).toMatchObject({ status: 400, error: { details: [{ field }] } });
  });

  it("takes a comment of 150 characters, and an empty one", async () => {
    const { pay } = await given();
    for (const comment of ["x".repeat(150), ""]) expect((await pay({ comment })).data.description).toBe(comment);
  });
});
