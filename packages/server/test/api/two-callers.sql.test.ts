import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { committedOpenApi } from "#service/openapi.ts";
import { apiRoutes } from "#service/routes.ts";
import { ask, askUntil, sampleApp } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { rowsNaming } from "#service/testing/rows-naming.harness.ts";
import { get, OPERATIONS, type Owned, READS } from "#service/testing/two-callers.harness.ts";
import { projectReads } from "#service/thing-routes.ts";
import { findersOf } from "#service/wire-requests.ts";
import { appendEvent, endDelivery, fakeOutbound } from "#slices/events/testing/events.harness.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenAccessToken } from "#slices/oauth/testing/access-token.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { rampReads } from "#slices/ramp/testing/ramp-routes.harness.ts";
import { givenNoLimits, givenUser } from "#slices/users/testing/users.harness.ts";
import { createUser, type User } from "#users";
import { createRecipientCache, recipientsAt } from "#wallets";

/** The Lightning address of the project whose things are asked for. */
const OWNER = "owner@leyden.example";

const ID_OR_HASH = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64})$/;
/** Where something names the owner or what it has. */
const OWNED_TABLES = [
  "events.attempt",
  "events.callback_host",
  "events.delivery",
  "events.endpoint",
  "events.event",
  "events.resend",
  "events.secret",
  "idempotency.claim_0",
  "ledger.account",
  "ledger.posting",
  "mails.mail",
  "mails.sender",
  "oauth.app",
  "oauth.artifact",
  "oauth.consent",
  "payments.attempt",
  "payments.completed_day",
  "payments.payment",
  "projects.project",
  "ramp.purchase",
  "ramp.session",
  "receiving.charge",
  "receiving.static_charge",
  'users."user"',
  "vouchers.voucher",
  "wallets.name",
  "wallets.wallet",
];

type Answer = Awaited<ReturnType<typeof askUntil>>;

const documented = Object.entries((JSON.parse(committedOpenApi()) as OpenApi).paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method} ${path}`),
);

it("the table of operations is that of the reference", () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual(documented.sort());
});

/** What ends a thing comes last. */
const endingsLast = [...documented].sort((a, b) => Number(a.startsWith("delete")) - Number(b.startsWith("delete")));

onDatabase("two projects", (database) => {
  let app: Api;
  let world: World;
  let owned: Owned;
  /** Texts that only the owner may read. */
  const secrets = new Set<string>();
  const callers = new Map<string, Caller>();
  const askAs = (apikey: string, { headers, ...rest }: InjectOptions): Promise<Answer> => {
    const request = { ...rest, headers: { ...headers, apikey } };
    return String(rest.url).startsWith("/v0/events/stream") ? askUntil(app, request, "\ndata: ") : ask(app, request);
  };
  const post = (url: string, payload: object, key: string): InjectOptions => ({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/json", "idempotency-key": key },
  });
  const hashOf = (invoice: string) => Buffer.from(decodeInvoice(invoice).paymentHash).toString("hex");
  const keyed = (url: string, key: string): InjectOptions => ({
    method: "POST",
    url,
    headers: { "idempotency-key": key },
  });
  const made = async (request: InjectOptions) => {
    const answer = await askAs("owner", request);
    await world.settled();
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    for (const name of [
      "id",
      "session_id",
      "session_token",
      "keysendId",
      "sendTxId",
      "transactionId",
      "preimage",
      "walletId",
      "secret",
      "token",
      "code",
      "claimToken",
      "createTransactionId",
    ])
      if (data[name]) secrets.add(data[name]);
    return data;
  };

  /** Begun in a session of the owner. */
  async function givenPurchase(session: string): Promise<string> {
    const id = machineRandom().uuid();
    await database().admin.query(sql`
      insert into ramp.purchase (
        id, session_id, project_id, user_id, state, previous_state, currency, source_minor, fee_minor, price_minor,
        price_source, limit_minor, amount_msats, fee_limit_msats, destination, destination_key, mail_key, network,
        processor, created_at, quote_until, begun_at, changed_at)
      select ${id}, s.id, s.project_id, gen_random_uuid(), 'requires_payment', 'quoted', 'EUR', 2500, 50, 9200000,
             'fixed', 2500, 1000000, 10000, 'a@b.example', 'a@b.example', repeat('0', 64), '192.0.2.1',
             'test', now(), now(), now(), now()
        from ramp.session s
       where s.id = ${session}`);
    return id;
  }

  /** Who lets an application of the owner see the profile. */
  async function givenUserOfApp(): Promise<string> {
    const { id, email, gamertag } = await givenUser(database());
    for (const secret of [email, gamertag]) secrets.add(secret);
    const { wallet } = callers.get("owner") as Caller;
    await database().admin.query(sql`
      with app as (
        insert into oauth.app (id, client_id, project_id, name, redirect_uris, created_at)
        values (gen_random_uuid(), ${id}, ${wallet.owner.id}, 'a game', array['https://owner.example/back'], now())
        returning client_id)
      insert into oauth.consent (user_id, client_id, scopes, created_at, updated_at)
      select ${id}, client_id, array['user'], now(), now()
        from app`);
    return id;
  }

  /** Of a user with a wallet of its own, which nobody else may read, and of another one. */
  async function givenTokens() {
    const [owner, other] = [await givenUser(database()), await givenUser(database())];
    const amount = "1234567";
    await made(post("/v0/gamertag/send-payment", { gamertag: owner.gamertag, amount }, "holder-1"));
    for (const secret of [owner.id, owner.email, owner.gamertag, `"balance":"${amount}"`]) secrets.add(secret);
    const tokenOf = ({ id }: User) => givenAccessToken(database(), id, ["user", "wallet"]);
    return { owner: await tokenOf(owner), other: await tokenOf(other) };
  }

  beforeAll(async () => {
    world = createWorld(database());
    world.node.plan = settles();
    const outbound = fakeOutbound();
    callers.set("owner", await world.project("owner", sats(1_000_000n)));
    callers.set("other", await world.project("other", sats(500_000n)));
    const recipientOf = recipientsAt("leyden.example", {
      ...database(),
      recipientCache: createRecipientCache(machineClock),
    });
    world.pay.recipientOf = (address) => (address.text === OWNER ? callers.get("owner")?.wallet : recipientOf(address));
    const bags = routeDeps(world, { outbound });
    const requests = { db: database().db, finders: findersOf(undefined) };
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [...apiRoutes(bags), ...projectReads({ ...bags, requests, ramp: rampReads(world.pay) })],
    });
    const draft = { lnAddress: world.recipient("shop"), amount: "100000" };
    const payment = post("/v0/ln-address/send-payment", draft, "payment-1");
    const charge = post("/v0/charges", { amount: "20000", description: "an order" }, "charge-1");
    const paid = await made(payment);
    const charged = await made(charge);
    await made(post("/v0/ln-address/send-payment", draft, "payment-2"));
    await made(post("/v0/charges", { amount: "20000", description: "an order" }, "charge-2"));
    const { wallet } = await world.project("payee", sats(0n));
    const payments = {
      "/v0/payments": post("/v0/payments", { invoice: world.invoice({ amount: sats(5n) }).text }, "invoice-1"),
      "/v0/internal-transfer": post(
        "/v0/internal-transfer",
        { receiverWalletId: wallet.id, amount: "7000" },
        "wallet-1",
      ),
      "/v0/keysend-payment": post(
        "/v0/keysend-payment",
        { pubkey: await world.node.counterparty.nodeId(), amount: "9000" },
        "node-1",
      ),
    };
    for (const request of Object.values(payments)) await made(request);
    const email = "shared@example.com";
    await givenNoLimits(world.drive);
    const user = await createUser(world.drive, { email, gamertag: "shared" });
    const toGamertag = post("/v0/gamertag/send-payment", { gamertag: "shared", amount: "8000" }, "gamertag-1");
    const { id, transactionId } = await made(toGamertag);
    const tokens = await givenTokens();
    const cursorOf = async (path: string) => (await askAs("owner", get(`${path}?limit=1`))).json().next_cursor;
    const paymentHash = hashOf(paid.invoice);
    const chargeHash = hashOf(charged.invoice.request);
    for (const secret of [paid.invoice, charged.invoice.request, paymentHash, chargeHash]) secrets.add(secret);
    const since = "2026-01-01T00:00:00Z";
    const posts = {
      "/v0/webhook-endpoints": post("/v0/webhook-endpoints", { url: "https://owner.example/hook" }, "endpoint-1"),
      "/v0/webhook-secret/rotate": keyed("/v0/webhook-secret/rotate", "secret-1"),
      "/v0/callback-hosts": post("/v0/callback-hosts", { host: "owner.example" }, "host-1"),
      "/v0/events/resend-failed": post("/v0/events/resend-failed", { since }, "resend-1"),
      "/v0/email/send-payment": post(
        "/v0/email/send-payment",
        { email: "alice@owner.example", amount: "14000", comment: "for you" },
        "email-1",
      ),
      "/v1/create-voucher": post("/v1/create-voucher", { amount: "11000", description: "a gift" }, "voucher-1"),
      "/v0/vouchers/batch": post("/v0/vouchers/batch", { vouchers: [{ amount: "12000" }] }, "vouchers-1"),
      "/v0/withdrawal-requests": post("/v0/withdrawal-requests", { amount: "13000" }, "withdrawal-1"),
    };
    const voucher = await made(posts["/v1/create-voucher"]);
    const [fromBatch] = await made(posts["/v0/vouchers/batch"]);
    for (const name of ["id", "code", "claimToken", "createTransactionId"]) secrets.add(fromBatch[name]);
    const mailed = await made(posts["/v0/email/send-payment"]);
    for (const name of ["id", "code", "createTransactionId"]) secrets.add(mailed[name]);
    const withdrawal = await made(posts["/v0/withdrawal-requests"]);
    await made(post("/v0/withdrawal-requests", { amount: "13000" }, "withdrawal-2"));
    for (const { invoice } of [withdrawal]) secrets.add(invoice.request).add(invoice.fastRequest);
    const endpoint = await made(posts["/v0/webhook-endpoints"]);
    await made(post("/v0/webhook-endpoints", { url: "https://owner.example/hook" }, "endpoint-2"));
    await made(posts["/v0/webhook-secret/rotate"]);
    await made(posts["/v0/callback-hosts"]);
    // others take the first too
    const host = await made(post("/v0/callback-hosts", { host: "second.example" }, "host-2"));
    outbound.files.set(host.challengeUrl, host.token);
    const eventId = await appendEvent(database().db, callers.get("owner") as Caller);
    secrets.add(await appendEvent(database().db, callers.get("owner") as Caller));
    await endDelivery(database().db, { eventId, receiverId: endpoint.id, state: "failed" });
    await made(posts["/v0/events/resend-failed"]);
    secrets.add(eventId).add('"resent":1');
    const gift = post("/v0/gamertag/charges", { gamertag: "shared", amount: "6000", description: "a gift" }, "gift-1");
    const tips = (key: string) =>
      post("/v0/static-charges", { minAmount: "8000", maxAmount: "9000", description: "tips" }, key);
    const order7 = { email: "buyer@owner.example", webhook_url: "https://owner.example/ramp", reference_id: "order-7" };
    const session = (key: string) => post("/api/v1/ramp-widget", order7, key);
    Object.assign(posts, { "/v0/gamertag/charges": gift, "/v0/static-charges": tips("tips-1") });
    Object.assign(posts, { "/api/v1/ramp-widget": session("session-1") });
    const rampSession = await made(session("session-1"));
    await made(session("session-2"));
    const staticCharge = await made(tips("tips-1"));
    await made(tips("tips-2"));
    secrets.add((await made(gift)).invoiceRequest);

    // By its address: the payer may read the id of a wallet that it has paid by that.
    const sent = await askAs("other", post("/v0/ln-address/send-payment", { ...draft, lnAddress: OWNER }, "address-1"));
    const receiptId = sent.json().data.id;
    const [{ id: receiptEventId }] = (await askAs("owner", get(`/v0/events?objectId=${receiptId}`))).json().data;
    secrets.add(receiptEventId);

    const purchaseId = await givenPurchase(rampSession.session_id);
    const appUserId = await givenUserOfApp();
    owned = {
      paymentId: paid.id,
      payer: { transactionId: paid.transactionId, preimage: paid.preimage, invoice: paid.invoice },
      purchaseId,
      appUserId,
      paymentHash,
      paymentsCursor: await cursorOf("/v0/payments"),
      payment,
      payments: { ...payments, "/v0/gamertag/send-payment": toGamertag },
      gamertagPayment: [id, transactionId],
      invoice: world.invoice({ amount: sats(6n) }).text,
      chargeId: charged.id,
      chargeHash,
      chargesCursor: await cursorOf("/v0/charges"),
      charge,
      endpointId: endpoint.id,
      endpointsCursor: await cursorOf("/v0/webhook-endpoints"),
      posts,
      eventId,
      receiptEventId,
      receiptId,
      eventsCursor: await cursorOf("/v0/events"),
      toRedeem: fromBatch,
      voucherId: voucher.id,
      voucherCode: voucher.code,
      vouchersCursor: await cursorOf("/v0/vouchers"),
      withdrawalId: withdrawal.id,
      withdrawalsCursor: await cursorOf("/v0/withdrawal-requests"),
      staticChargeId: staticCharge.id,
      staticChargesCursor: await cursorOf("/v0/static-charges"),
      userId: user.id,
      gamertag: user.gamertag,
      tokens,
      rampSessionId: rampSession.session_id,
      rampSessionsCursor: await cursorOf("/api/v1/ramp-widget"),
      host: host.host,
      hostsCursor: await cursorOf("/v0/callback-hosts"),
    };
    secrets.add(owned.purchaseId).add(owned.appUserId);
    const { paymentsCursor, chargesCursor, endpointsCursor, eventsCursor, hostsCursor } = owned;
    for (const cursor of [paymentsCursor, chargesCursor, endpointsCursor, eventsCursor, hostsCursor])
      expect(cursor).toEqual(expect.any(String));
  });
  afterAll(() => app.close());

  const secretsIn = ({ body }: Answer) => [...secrets].filter((secret) => body.includes(secret));

  /** What the owner has, in all tables. */
  const rowsOfOwner = () => {
    const { wallet } = callers.get("owner") as Caller;
    const ids = [...secrets, wallet.id, wallet.owner.id].filter((secret) => ID_OR_HASH.test(secret));
    return rowsNaming(database().admin, { ids, accounts: [wallet.account] });
  };

  it("the owner has something in every table of things that have an owner", async () => {
    const tables = (await rowsOfOwner()).map(({ table }) => table);
    expect([...new Set(tables)]).toEqual(OWNED_TABLES);
  });

  it.each(documented)("%s shows another project nothing of it, and changes nothing of it", async (operation) => {
    const asked = OPERATIONS[operation]?.(owned);
    const balance = String(await world.balance(callers.get("owner") as Caller));
    let rows = await rowsOfOwner();
    for (const request of asked?.requests ?? []) {
      const before = rows;
      const answer = await askAs("other", request);
      await world.settled();
      rows = await rowsOfOwner();
      expect(rows, `${request.url}`).toEqual(before);
      expect(secretsIn(answer), `${request.url}`).toEqual([]);
      expect(answer.body).not.toContain(`"${balance}"`);
      expect(answer.headers["idempotent-replayed"]).toBeUndefined();
      if (asked?.answer === "own" || asked?.answer === "public")
        expect([request.url, answer.statusCode]).toEqual([request.url, 200]);
      else if (asked?.answer === "taken") expect([answer.statusCode, answer.json().data]).toEqual([409, undefined]);
      else if (asked?.answer === "shared") expect(shownTo(answer)).toEqual(shownTo(await askAs("owner", request)));
      else expect(withoutIds(answer)).toEqual(withoutIds(await askAs("other", nowhere(request))));
    }
  });

  it.each(Object.keys(READS))("%s shows another project nothing of it, and the owner what is its own", async (read) => {
    const asked = READS[read]?.(owned);
    for (const request of asked?.requests ?? []) {
      const answer = await askAs("other", request);
      expect(secretsIn(answer), `${request.url}`).toEqual([]);
      if (asked?.answer === "own") expect([request.url, answer.statusCode]).toEqual([request.url, 200]);
      else expect(withoutIds(answer)).toEqual(withoutIds(await askAs("other", nowhere(request))));
      if (read === "get /search") expect(secretsIn(await askAs("owner", request)), `${request.url}`).not.toEqual([]);
    }
    const answers = await Promise.all((asked?.requests ?? []).map((request) => askAs("owner", request)));
    const isShown = (answer: Answer) => secretsIn(answer).length > 0 || answer.json().data?.happened?.length > 0;
    expect(answers.some(isShown)).toBe(true);
  });

  it.each(endingsLast.filter((operation) => operation !== "post /v0/decode-invoice"))(
    "%s shows the owner what is its own, so that the cases above say something",
    async (operation) => {
      const answers: Answer[] = [];
      const asked = OPERATIONS[operation]?.(owned);
      for (const request of [...(asked?.requests ?? []), ...(asked?.ownerRequests ?? [])])
        answers.push(await askAs("owner", request));
      if (asked?.answer === "shared") return;
      const balance = String(await world.balance(callers.get("owner") as Caller));
      expect(answers.some((answer) => secretsIn(answer).length > 0 || answer.body.includes(`"${balance}"`))).toBe(true);
    },
  );

  /** The same request for something that nobody has. */
  function nowhere({ url, ...request }: InjectOptions): InjectOptions {
    const { payload } = request;
    if (typeof payload === "object" && "code" in payload)
      return { ...request, url, payload: { code: "00000000" } } as InjectOptions;
    const path = String(url).replace(
      /[^/=]+(?=(?:\/(?:attempts|resend|test|verify|expire|timeline))?$)/,
      "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718",
    );
    return { ...request, url: path };
  }
});

/** Status and keys of the data: a time may differ. */
function shownTo(answer: Answer) {
  return [answer.statusCode, Object.keys(answer.json().data)];
}

function withoutIds({ statusCode, body }: Answer) {
  const { error, ...rest } = JSON.parse(body);
  return { statusCode, ...rest, error: { ...error, request_id: undefined } };
}
