import type { Leyden } from "./client.ts";
import type { WriteOptions } from "./http.ts";

/** How each operation of the document is called. A new one needs its method, and its entry here. */
export const OPERATIONS: Readonly<Record<string, (leyden: Leyden) => Promise<unknown>>> = {
  "POST /v0/ln-address/send-payment": ({ payments }) =>
    payments.toLightningAddress({ lnAddress: "merchant@example.com", amount: 10_000n }),
  "POST /v0/payments": ({ payments }) => payments.toInvoice(INVOICE),
  "POST /v0/internal-transfer": ({ payments }) => payments.toWallet(TRANSFER),
  "POST /v0/gamertag/send-payment": ({ payments }) => payments.toGamertag(TO_GAMERTAG),
  "GET /v0/gamertag/transaction/{id}": ({ payments }) => payments.gamertagTransaction("x1"),
  "POST /v0/keysend-payment": ({ payments }) => payments.keysend(KEYSEND),
  "POST /v0/decode-invoice": ({ decodeInvoice }) => decodeInvoice("lnbc1"),
  "GET /v0/payments/{id}": ({ payments }) => payments.get("x1"),
  "GET /v0/payments": ({ payments }) => payments.page(),
  "POST /v0/charges": ({ charges }) => charges.create({ amount: 10_000n, description: "Order 4711" }),
  "POST /v0/gamertag/charges": ({ charges }) => charges.ofGamertag({ ...GIFT, amount: 10_000n }),
  "POST /v0/static-charges": ({ staticCharges }) => staticCharges.create({ ...TIPS, minAmount: 1_000n }),
  "GET /v0/static-charges/{id}": ({ staticCharges }) => staticCharges.get("x1"),
  "GET /v0/static-charges": ({ staticCharges }) => staticCharges.page(),
  "PATCH /v0/static-charges/{id}": ({ staticCharges }) => staticCharges.change("x1", { maxAmount: 10_000 }),
  "GET /v0/ln-address/validate/{address}": ({ lightningAddress }) => lightningAddress.validate("x1"),
  "POST /v0/ln-address/fetch-charge": ({ lightningAddress }) =>
    lightningAddress.fetchCharge({ lnaddress: "merchant@example.com", amount: 10_000n }),
  "GET /v0/charges/{id}": ({ charges }) => charges.get("x1"),
  "GET /v0/charges": ({ charges }) => charges.page(),
  "POST /v0/email/send-payment": ({ payments }) => payments.toEmail(TO_EMAIL),
  "POST /v1/create-voucher": ({ vouchers }) => vouchers.create({ amount: 10_000n }),
  "POST /v0/vouchers/batch": ({ vouchers }) => vouchers.createMany([{ amount: 10_000n }]),
  "GET /v0/vouchers/{id}": ({ vouchers }) => vouchers.get("x1"),
  "GET /v0/vouchers": ({ vouchers }) => vouchers.page(),
  "POST /v0/revoke-voucher": ({ vouchers }) => vouchers.revoke({ code: "0A1B2C3D" }),
  "POST /v0/redeem-voucher": ({ vouchers }) => vouchers.redeem(REDEEM),
  "POST /v0/withdrawal-requests": ({ withdrawalRequests }) => withdrawalRequests.create({ amount: 10_000n }),
  "GET /v0/withdrawal-requests/{id}": ({ withdrawalRequests }) => withdrawalRequests.get("x1"),
  "GET /v0/withdrawal-requests": ({ withdrawalRequests }) => withdrawalRequests.page(),
  "GET /v0/wallet": ({ wallet }) => wallet.get(),
  "GET /v0/user-id/gamertag/{gamertag}": ({ users }) => users.idOf("x1"),
  "GET /v0/gamertag/user-id/{id}": ({ users }) => users.gamertagOf("x1"),
  "GET /v0/statement": async ({ wallet }) => await wallet.statement().next(),
  "POST /v0/webhook-endpoints": ({ webhookEndpoints }) => webhookEndpoints.create({ url: "https://shop.example/hook" }),
  "GET /v0/webhook-endpoints/{id}": ({ webhookEndpoints }) => webhookEndpoints.get("x1"),
  "GET /v0/webhook-endpoints": ({ webhookEndpoints }) => webhookEndpoints.page(),
  "PATCH /v0/webhook-endpoints/{id}": ({ webhookEndpoints }) => webhookEndpoints.change("x1", { state: "disabled" }),
  "DELETE /v0/webhook-endpoints/{id}": ({ webhookEndpoints }) => webhookEndpoints.remove("x1"),
  "POST /v0/webhook-endpoints/{id}/test": ({ webhookEndpoints }) => webhookEndpoints.sendTest("x1"),
  "POST /v0/webhook-secret/rotate": ({ webhookSecret }) => webhookSecret.rotate(),
  "GET /v0/events/{id}": ({ events }) => events.get("x1"),
  "GET /v0/events": ({ events }) => events.page(),
  "GET /v0/events/stream": ({ events }) => events.stream().next(),
  "GET /v0/events/{id}/attempts": ({ events }) => events.attempts("x1").next(),
  "POST /v0/events/{id}/resend": ({ events }) => events.resend("x1"),
  "POST /v0/events/resend-failed": ({ events }) => events.resendFailed({ since: "2026-01-31T12:00:00Z" }),
  "POST /v0/callback-hosts": ({ callbackHosts }) => callbackHosts.claim({ host: "shop.example" }),
  "GET /v0/callback-hosts": ({ callbackHosts }) => callbackHosts.page(),
  "POST /v0/callback-hosts/{host}/verify": ({ callbackHosts }) => callbackHosts.verify("x1"),
  "DELETE /v0/callback-hosts/{host}": ({ callbackHosts }) => callbackHosts.remove("x1"),
  "POST /api/v1/ramp-widget": ({ ramp }) => ramp.sessions.create(SESSION),
  "GET /api/v1/ramp-widget": ({ ramp }) => ramp.sessions.page(),
  "GET /api/v1/ramp-widget/{id}": ({ ramp }) => ramp.sessions.get("x1"),
  "POST /api/v1/ramp-widget/{id}/expire": ({ ramp }) => ramp.sessions.expire("x1"),
  "GET /api/v1/ramp-quote": ({ ramp }) => ramp.quote({ amount: "25.00", currency: "EUR" }),
  "GET /api/v1/ramp-limits": ({ ramp }) => ramp.limits("EUR"),
  "GET /v0/btcusd": ({ service }) => service.btcUsd(),
  "GET /v0/prod-ips": ({ service }) => service.ips(),
  "GET /v0/is-supported-region/{ip}": ({ service }) => service.region("x1"),
};

const SESSION = { email: "alice@example.com", webhook_url: "https://shop.example/ramp", metadata: { amount: 7 } };
const ENDPOINT = { url: "https://shop.example/hook", types: ["payment.completed"], description: "Shop" };
const SINCE = { since: "2026-01-31T12:00:00.000Z" };
const REQUEST = { lnAddress: "merchant@example.com", amount: "10000" };
const INVOICE = { invoice: "lnbc1", amount: "10000", description: "Order 4711" };
const TRANSFER = { receiverWalletId: "w1", amount: "10000" };
const TO_GAMERTAG = { gamertag: "alice", amount: "10000", description: "Well played" };
const TO_EMAIL = { email: "alice@example.com", amount: "10000", comment: "Thank you" };
const KEYSEND = { pubkey: "02", amount: "10000", tlvRecords: [{ type: 70_000, value: "00" }] };
const GIFT = { gamertag: "alice", amount: "10000", description: "a gift" };
const TIPS = { minAmount: "1000", maxAmount: "10000", description: "tips" };
const CHARGE = { amount: "10000", description: "Order 4711" };

const VOUCHER = { amount: "10000", description: "Thank you" };
const REDEEM = { code: "0A1B2C3D", claimToken: "c4n1k6m2YdM0pXbW3vQe7A" };

type Keyed = {
  readonly call: (leyden: Leyden, options: WriteOptions) => Promise<unknown>;
  /** What is sent. */
  readonly body: unknown;
};

/** The operations that take an idempotency key. */
export const KEYED: Readonly<Record<string, Keyed>> = {
  "POST /v0/ln-address/send-payment": {
    call: ({ payments }, options) => payments.toLightningAddress(REQUEST, options),
    body: REQUEST,
  },
  "POST /v0/payments": { call: ({ payments }, options) => payments.toInvoice(INVOICE, options), body: INVOICE },
  "POST /v0/internal-transfer": {
    call: ({ payments }, options) => payments.toWallet(TRANSFER, options),
    body: TRANSFER,
  },
  "POST /v0/gamertag/send-payment": {
    call: ({ payments }, options) => payments.toGamertag(TO_GAMERTAG, options),
    body: TO_GAMERTAG,
  },
  "POST /v0/email/send-payment": {
    call: ({ payments }, options) => payments.toEmail(TO_EMAIL, options),
    body: TO_EMAIL,
  },
  "POST /v0/keysend-payment": { call: ({ payments }, options) => payments.keysend(KEYSEND, options), body: KEYSEND },
  "POST /v0/charges": { call: ({ charges }, options) => charges.create(CHARGE, options), body: CHARGE },
  "POST /v1/create-voucher": { call: ({ vouchers }, options) => vouchers.create(VOUCHER, options), body: VOUCHER },
  "POST /v0/vouchers/batch": {
    call: ({ vouchers }, options) => vouchers.createMany([VOUCHER, VOUCHER], options),
    body: { vouchers: [VOUCHER, VOUCHER] },
  },
  "POST /v0/revoke-voucher": {
    call: ({ vouchers }, options) => vouchers.revoke({ code: "0A1B2C3D" }, options),
    body: { code: "0A1B2C3D" },
  },
  "POST /v0/redeem-voucher": { call: ({ vouchers }, options) => vouchers.redeem(REDEEM, options), body: REDEEM },
  "POST /v0/withdrawal-requests": {
    call: ({ withdrawalRequests }, options) => withdrawalRequests.create(VOUCHER, options),
    body: VOUCHER,
  },
  "POST /v0/gamertag/charges": { call: ({ charges }, options) => charges.ofGamertag(GIFT, options), body: GIFT },
  "POST /v0/static-charges": { call: ({ staticCharges }, options) => staticCharges.create(TIPS, options), body: TIPS },
  "POST /api/v1/ramp-widget": {
    call: ({ ramp }, options) => ramp.sessions.create(SESSION, options),
    body: SESSION,
  },
  "POST /v0/webhook-endpoints": {
    call: ({ webhookEndpoints }, options) => webhookEndpoints.create(ENDPOINT, options),
    body: ENDPOINT,
  },
  "POST /v0/webhook-endpoints/{id}/test": {
    call: ({ webhookEndpoints }, options) => webhookEndpoints.sendTest("x1", options),
    body: undefined,
  },
  "POST /v0/webhook-secret/rotate": {
    call: ({ webhookSecret }, options) => webhookSecret.rotate(options),
    body: undefined,
  },
  "POST /v0/events/{id}/resend": {
    call: ({ events }, options) => events.resend("x1", { receiverId: "r1" }, options),
    body: { receiverId: "r1" },
  },
  "POST /v0/events/resend-failed": {
    call: ({ events }, options) => events.resendFailed(SINCE, options),
    body: SINCE,
  },
  "POST /v0/callback-hosts": {
    call: ({ callbackHosts }, options) => callbackHosts.claim({ host: "shop.example" }, options),
    body: { host: "shop.example" },
  },
  "DELETE /v0/webhook-endpoints/{id}": {
    call: ({ webhookEndpoints }, options) => webhookEndpoints.remove("x1", options),
    body: undefined,
  },
  "DELETE /v0/callback-hosts/{host}": {
    call: ({ callbackHosts }, options) => callbackHosts.remove("x1", options),
    body: undefined,
  },
};
