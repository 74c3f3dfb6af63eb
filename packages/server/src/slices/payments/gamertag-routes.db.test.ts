import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { paymentRoutes } from "./routes.ts";
import { createWorld, type World } from "./testing/world.harness.ts";

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);

onDatabase("the routes of payments to gamertags", (database) => {
  let app: Api;
  let world: World;
  let alice: User;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    world = createWorld(database());
    for (const name of ["payer", "other"]) callers.set(name, await world.project(name, sats(1_000n)));
    alice = await givenUser(database(), { gamertag: "Alice.Routes" });
    app = await sampleApp({ authenticate: async (key) => callers.get(key), routes: [paymentRoutes(world.pay)] });
  });
  afterAll(() => app.close());

  const get = (url: string, apikey = "payer") => ask(app, { method: "GET", url, headers: { apikey } });
  const post = (url: string, payload: object) =>
    ask(app, { method: "POST", url, payload, headers: { apikey: "payer", "content-type": "application/json" } });
  const send = (payload: object) => post("/v0/gamertag/send-payment", payload);
  const codeOf = (answer: Awaited<ReturnType<typeof post>>) => [answer.statusCode, answer.json().error?.code];

  it("answer the user that was paid beside the fields of every payment, and read it back as a payment", async () => {
    const answer = await send({
      gamertag: "alice.ROUTES",
      amount: "1000",
      description: "Well played",
      internalId: "4711",
      callbackUrl: "https://game.example/paid",
    });

    expect(answer.json()).toMatchObject({ success: true, message: "Payment done." });
    const { data } = answer.json();
    expect(data).toEqual({
      id: UUID,
      fee: "0",
      unit: "msats",
      amount: "1000",
      invoice: "",
      preimage: null,
      walletId: callers.get("payer")?.wallet.id,
      transactionId: UUID,
      receiverId: alice.id,
      gamertag: "alice.ROUTES",
      callbackUrl: "https://game.example/paid",
      internalId: "4711",
      comment: "Well played",
      processedAt: TIME,
      createdAt: TIME,
      status: "completed",
    });
    expect((await get(`/v0/payments/${data.id}`)).json().data).toEqual(data);
    expect((await get("/v0/payments?internalId=4711")).json().data).toEqual([data]);
  });

  it("read a payment by its id and by its transactionId, in either case", async () => {
    const { data: sent } = (await send({ gamertag: "alice.routes", amount: "2000", description: "gg" })).json();
    expect(sent.id).not.toBe(sent.transactionId);
    for (const id of [sent.id, sent.transactionId, sent.id.toUpperCase(), sent.transactionId.toUpperCase()])
      expect((await get(`/v0/gamertag/transaction/${id}`)).json()).toEqual({
        success: true,
        data: {
          id: sent.id,
          receivedId: alice.id,
          receiverId: alice.id,
          transactionId: sent.transactionId,
          amount: "2000",
          fee: "0",
          unit: "msats",
          comment: "gg",
          status: "completed",
          confirmedAt: sent.processedAt,
          processedAt: sent.processedAt,
        },
        message: "Payment found.",
      });
  });

  it("find no payment of another wallet, none to others than gamertags, and none by what is no id", async () => {
    const { data: sent } = (await send({ gamertag: "alice.routes", amount: "3000" })).json();
    const receiverWalletId = callers.get("other")?.wallet.id;
    const { data: transfer } = (await post("/v0/internal-transfer", { receiverWalletId, amount: "1" })).json();

    const answers = [
      await get(`/v0/gamertag/transaction/${sent.id}`, "other"),
      await get(`/v0/gamertag/transaction/${sent.transactionId}`, "other"),
      await get(`/v0/gamertag/transaction/${transfer.id}`),
      await get(`/v0/gamertag/transaction/${transfer.sendTxId}`),
      await get("/v0/gamertag/transaction/0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718"),
      await get("/v0/gamertag/transaction/nonsense"),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => [404, "payment_not_found"]));
  });

  it("refuse a gamertag that no user has with 404, and a wrong body with 400", async () => {
    const unknown = await send({ gamertag: "no-such-user", amount: "1000" });
    expect(codeOf(unknown)).toEqual([404, "user_not_found"]);
    expect(unknown.json()).toMatchObject({ success: false, message: "No user found with this gamertag" });
    expect(unknown.json().data).toBeUndefined();
    const wrong = [{ amount: "1" }, { gamertag: "", amount: "1" }, { gamertag: "x".repeat(65), amount: "1" }];
    for (const body of wrong) expect(codeOf(await send(body))).toEqual([400, "invalid_input"]);
    for (const amount of ["0", undefined])
      expect(codeOf(await send({ gamertag: "alice.routes", amount }))).toEqual([400, "invalid_amount"]);
  });
});
