import type { InjectOptions } from "fastify";

/** What one project has, and how others could name it. */
export type Owned = {
  readonly paymentId: string;
  readonly paymentHash: string;
  /** What who made the payment knows of it besides. */
  readonly payer: { readonly transactionId: string; readonly preimage: string; readonly invoice: string };
  /** Bought in a session. */
  readonly purchaseId: string;
  /** Of a user of its application. */
  readonly appUserId: string;
  readonly paymentsCursor: string;
  readonly chargeId: string;
  readonly chargeHash: string;
  readonly chargesCursor: string;
  readonly payment: InjectOptions;
  /** To an invoice, a wallet, a gamertag and a node. */
  readonly payments: Readonly<Record<string, InjectOptions>>;
  readonly invoice: string;
  readonly charge: InjectOptions;
  readonly staticChargeId: string;
  readonly staticChargesCursor: string;
  readonly endpointId: string;
  readonly endpointsCursor: string;
  readonly eventId: string;
  /** Of money that the other project has sent, and that payment. */
  readonly receiptEventId: string;
  readonly receiptId: string;
  readonly eventsCursor: string;
  readonly voucherId: string;
  readonly voucherCode: string;
  readonly toRedeem: { readonly code: string; readonly claimToken: string };
  readonly vouchersCursor: string;
  readonly withdrawalId: string;
  readonly withdrawalsCursor: string;
  /** Of a payment to a gamertag: its id and its transactionId. */
  readonly gamertagPayment: readonly string[];
  /** Users belong to no project. */
  readonly userId: string;
  readonly gamertag: string;
  /** Access tokens of two users, each of whom has logged in to an application. */
  readonly tokens: { readonly owner: string; readonly other: string };
  readonly host: string;
  readonly hostsCursor: string;
  readonly rampSessionId: string;
  readonly rampSessionsCursor: string;
  /** Of endpoint, event, secret, host and session of the ramp, by path. */
  readonly posts: Readonly<Record<string, InjectOptions>>;
};

export type Asked = {
  /** Requests by which another project could learn of what is owned. */
  readonly requests: readonly InjectOptions[];
  /**
   * `hidden`: as if there were no such thing. `own`: what the asking project has itself. `taken`: that it is not to be
   * had. `shared`: the same for all. `public`: what belongs to no project.
   */
  readonly answer: "hidden" | "own" | "taken" | "shared" | "public";
  /** What the owner alone can ask for, because it takes a secret. */
  readonly ownerRequests?: readonly InjectOptions[];
};

export const get = (url: string): InjectOptions => ({ method: "GET", url });
const one = (path: string, ids: readonly string[], rest = ""): Asked => ({
  requests: ids.flatMap((id) => [get(`${path}/${id}${rest}`), get(`${path}/${id.toUpperCase()}${rest}`)]),
  answer: "hidden",
});
/** Calls of the owner's things that change them. Repeatable: the owner asks too. */
const change = (method: "POST" | "PATCH" | "DELETE", url: string, payload?: object): Asked => ({
  requests: [
    {
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...(method === "DELETE" ? { "idempotency-key": "remove-1" } : {}),
      },
    },
  ],
  answer: "hidden",
});
const repeat = ({ posts }: Owned, path: string): Asked => ({ requests: [posts[path] ?? get("/")], answer: "own" });
const shared = (path: string): Asked => ({ requests: [get(path)], answer: "shared" });
const made = ({ payments }: Owned, path: string): Asked => ({ requests: [payments[path] ?? get("/")], answer: "own" });
const decode = (invoice: string): InjectOptions => ({
  method: "POST",
  url: "/v0/decode-invoice",
  payload: { invoice },
  headers: { "content-type": "application/json" },
});
/** Lists that can be had as a file. */
const FILES = ["/v0/payments", "/v0/charges", "/v0/static-charges", "/v0/vouchers", "/api/v1/ramp-widget"];
const asFile = (path: string) => (FILES.includes(path) ? [get(`${path}?format=csv`)] : []);
const list = (path: string, cursor: string): Asked => ({
  requests: [get(path), get(`${path}?limit=100`), get(`${path}?cursor=${cursor}`), ...asFile(path)],
  answer: "own",
});

/** What is read with an access token: the other user's own, whatever key comes with it. */
const ofToken = (path: string, { tokens }: Owned): Asked => {
  const withToken = (token: string) => [
    { ...get(path), headers: { authorization: `Bearer ${token}` } },
    { ...get(path), headers: { usertoken: token } },
    { ...get(`${path}?usertoken=${tokens.owner}`), headers: { authorization: `Bearer ${token}` } },
    { ...get(path), headers: { authorization: `Bearer ${token}`, usertoken: tokens.owner } },
  ];
  return { requests: withToken(tokens.other), answer: "own", ownerRequests: withToken(tokens.owner) };
};

/** What people call it, or what is known of it: by these another project could search for what is owned. */
const searches = (owned: Owned): readonly string[] => [
  owned.paymentId,
  owned.paymentHash,
  owned.payer.transactionId,
  owned.payer.preimage,
  owned.payer.invoice,
  owned.chargeId,
  owned.chargeHash,
  owned.staticChargeId,
  owned.voucherId,
  owned.voucherCode,
  owned.withdrawalId,
  owned.eventId,
  owned.endpointId,
  owned.rampSessionId,
  owned.userId,
  owned.gamertag,
  "order-7",
  "buyer@owner.example",
  "alice@owner.example",
  "shop@example.com",
];
const found = (texts: readonly string[]): Asked => ({
  requests: texts.map((text) => get(`/search?q=${encodeURIComponent(text)}`)),
  answer: "own",
});

/** What our own pages read beside the reference. */
export const READS: Readonly<Record<string, (owned: Owned) => Asked>> = {
  "get /search": (owned) => found(searches(owned)),
  "get /payments/{id}/timeline": ({ paymentId, chargeId }) => one("/payments", [paymentId, chargeId], "/timeline"),
  "get /charges/{id}/timeline": ({ chargeId, paymentId }) => one("/charges", [chargeId, paymentId], "/timeline"),
  "get /vouchers/{id}/timeline": ({ voucherId, withdrawalId }) =>
    one("/vouchers", [voucherId, withdrawalId], "/timeline"),
  "get /purchases": () => ({ requests: [get("/purchases"), get("/purchases?format=csv")], answer: "own" }),
  "get /purchases/{id}": ({ purchaseId }) => one("/purchases", [purchaseId]),
  "get /purchases/{id}/timeline": ({ purchaseId }) => one("/purchases", [purchaseId], "/timeline"),
  "get /users": () => ({ requests: [get("/users"), get("/users?format=csv")], answer: "own" }),
  "get /users/{id}": ({ appUserId }) => one("/users", [appUserId]),
};

/** Every operation of the reference. A new one needs its entry. */
export const OPERATIONS: Readonly<Record<string, (owned: Owned) => Asked>> = {
  "post /v0/ln-address/send-payment": ({ payment }) => ({ requests: [payment], answer: "own" }),
  "post /v0/payments": (owned) => ({ ...made(owned, "/v0/payments"), answer: "taken" }),
  "post /v0/internal-transfer": (owned) => made(owned, "/v0/internal-transfer"),
  "post /v0/gamertag/send-payment": (owned) => made(owned, "/v0/gamertag/send-payment"),
  "get /v0/gamertag/transaction/{id}": ({ gamertagPayment, paymentId, chargeId }) =>
    one("/v0/gamertag/transaction", [...gamertagPayment, paymentId, chargeId]),
  "post /v0/keysend-payment": (owned) => made(owned, "/v0/keysend-payment"),
  "post /v0/decode-invoice": ({ invoice }) => ({ requests: [decode(invoice)], answer: "public" }),
  "get /v0/payments/{id}": ({ paymentId, paymentHash, chargeId, chargeHash }) =>
    one("/v0/payments", [paymentId, paymentHash, chargeId, chargeHash]),
  "get /v0/payments": ({ paymentsCursor }) => list("/v0/payments", paymentsCursor),
  "post /v0/charges": ({ charge }) => ({ requests: [charge], answer: "own" }),
  "get /v0/charges/{id}": ({ paymentId, paymentHash, chargeId, chargeHash }) =>
    one("/v0/charges", [chargeId, chargeHash, paymentId, paymentHash]),
  "post /v0/gamertag/charges": (owned) => repeat(owned, "/v0/gamertag/charges"),
  "post /v0/static-charges": (owned) => repeat(owned, "/v0/static-charges"),
  "get /v0/static-charges/{id}": ({ staticChargeId, chargeId }) =>
    one("/v0/static-charges", [staticChargeId, chargeId]),
  "patch /v0/static-charges/{id}": ({ staticChargeId }) =>
    change("PATCH", `/v0/static-charges/${staticChargeId}`, { internalId: "changed" }),
  "get /v0/static-charges": ({ staticChargesCursor }) => list("/v0/static-charges", staticChargesCursor),
  "get /v0/ln-address/validate/{address}": ({ gamertag }) =>
    shared(`/v0/ln-address/validate/${gamertag}%40leyden.example`),
  "post /v0/ln-address/fetch-charge": ({ gamertag }) => ({
    requests: [
      {
        method: "POST",
        url: "/v0/ln-address/fetch-charge",
        payload: { lnaddress: `${gamertag}@leyden.example`, amount: "5000" },
        headers: { "content-type": "application/json" },
      },
    ],
    answer: "shared",
  }),
  "get /v0/charges": ({ chargesCursor }) => list("/v0/charges", chargesCursor),
  "post /v0/email/send-payment": (owned) => repeat(owned, "/v0/email/send-payment"),
  "post /v1/create-voucher": (owned) => repeat(owned, "/v1/create-voucher"),
  "post /v0/vouchers/batch": (owned) => repeat(owned, "/v0/vouchers/batch"),
  "get /v0/vouchers/{id}": ({ voucherId, withdrawalId }) => one("/v0/vouchers", [voucherId, withdrawalId]),
  "get /v0/vouchers": ({ vouchersCursor }) => list("/v0/vouchers", vouchersCursor),
  "post /v0/revoke-voucher": ({ voucherCode }) => change("POST", "/v0/revoke-voucher", { code: voucherCode }),
  "post /v0/redeem-voucher": ({ toRedeem: { code, claimToken } }) => ({
    ...change("POST", "/v0/redeem-voucher", { code }),
    ownerRequests: change("POST", "/v0/redeem-voucher", { code, claimToken }).requests,
  }),
  "post /v0/withdrawal-requests": (owned) => repeat(owned, "/v0/withdrawal-requests"),
  "get /v0/withdrawal-requests/{id}": ({ withdrawalId, voucherId }) =>
    one("/v0/withdrawal-requests", [withdrawalId, voucherId]),
  "get /v0/withdrawal-requests": ({ withdrawalsCursor }) => list("/v0/withdrawal-requests", withdrawalsCursor),
  "get /v0/wallet": () => ({ requests: [get("/v0/wallet")], answer: "own" }),
  "get /v0/statement": () => ({
    requests: [get("/v0/statement"), get("/v0/statement?format=csv"), get("/v0/statement?from=2026-01-01T00:00:00Z")],
    answer: "own",
  }),
  "get /v0/user-id/gamertag/{gamertag}": ({ gamertag }) => shared(`/v0/user-id/gamertag/${gamertag}`),
  "get /v0/gamertag/user-id/{id}": ({ userId }) => shared(`/v0/gamertag/user-id/${userId}`),
  "get /v1/oauth2/user": (owned) => ofToken("/v1/oauth2/user", owned),
  "get /v1/oauth2/wallet": (owned) => ofToken("/v1/oauth2/wallet", owned),
  "post /v0/webhook-endpoints": (owned) => repeat(owned, "/v0/webhook-endpoints"),
  "get /v0/webhook-endpoints": ({ endpointsCursor }) => list("/v0/webhook-endpoints", endpointsCursor),
  "get /v0/webhook-endpoints/{id}": ({ endpointId, eventId }) => one("/v0/webhook-endpoints", [endpointId, eventId]),
  "patch /v0/webhook-endpoints/{id}": ({ endpointId }) =>
    change("PATCH", `/v0/webhook-endpoints/${endpointId}`, { description: "changed" }),
  "post /v0/webhook-endpoints/{id}/test": ({ endpointId }) =>
    change("POST", `/v0/webhook-endpoints/${endpointId}/test`),
  "post /v0/webhook-secret/rotate": (owned) => repeat(owned, "/v0/webhook-secret/rotate"),
  "get /v0/events": ({ eventsCursor, endpointId, receiptId }) => {
    const { requests, answer } = list("/v0/events", eventsCursor);
    return {
      requests: [...requests, ...[endpointId, receiptId].map((id) => get(`/v0/events?objectId=${id}`))],
      answer,
    };
  },
  "get /v0/events/stream": ({ eventId, endpointId, paymentId }) => ({
    requests: [eventId, endpointId, paymentId].map((id) => get(`/v0/events/stream?after=${id}`)),
    answer: "hidden",
  }),
  "get /v0/events/{id}": ({ endpointId, eventId, receiptEventId, receiptId }) =>
    one("/v0/events", [eventId, endpointId, receiptEventId, receiptId]),
  "get /v0/events/{id}/attempts": ({ eventId, receiptEventId }) =>
    one("/v0/events", [eventId, receiptEventId], "/attempts"),
  "post /v0/events/{id}/resend": ({ eventId }) => change("POST", `/v0/events/${eventId}/resend`, {}),
  "post /v0/events/resend-failed": (owned) => repeat(owned, "/v0/events/resend-failed"),
  "post /v0/callback-hosts": (owned) => repeat(owned, "/v0/callback-hosts"),
  "get /v0/callback-hosts": ({ hostsCursor }) => list("/v0/callback-hosts", hostsCursor),
  "post /v0/callback-hosts/{host}/verify": ({ host }) => change("POST", `/v0/callback-hosts/${host}/verify`),
  "delete /v0/callback-hosts/{host}": ({ host }) => change("DELETE", `/v0/callback-hosts/${host}`),
  "delete /v0/webhook-endpoints/{id}": ({ endpointId }) => change("DELETE", `/v0/webhook-endpoints/${endpointId}`),
  "post /api/v1/ramp-widget": (owned) => repeat(owned, "/api/v1/ramp-widget"),
  "get /api/v1/ramp-widget": ({ rampSessionsCursor }) => list("/api/v1/ramp-widget", rampSessionsCursor),
  "get /api/v1/ramp-widget/{id}": ({ rampSessionId, chargeId }) =>
    one("/api/v1/ramp-widget", [rampSessionId, chargeId]),
  "post /api/v1/ramp-widget/{id}/expire": ({ rampSessionId }) =>
    change("POST", `/api/v1/ramp-widget/${rampSessionId}/expire`),
  "get /api/v1/ramp-quote": () => shared("/api/v1/ramp-quote?amount=25.00&currency=EUR"),
  "get /api/v1/ramp-limits": () => shared("/api/v1/ramp-limits?currency=EUR"),
  "get /v0/btcusd": () => shared("/v0/btcusd"),
  "get /v0/prod-ips": () => shared("/v0/prod-ips"),
  "get /v0/is-supported-region/{ip}": () => shared("/v0/is-supported-region/203.0.113.7"),
};
