import type { FastifyRequest } from "fastify";
import type { RoutesPlugin } from "../../server/src/platform/http/index.ts";
import type { PageShape, Shape } from "../src/api/shapes.ts";
import { type FakePeople, fakeRoutes, PROJECT_CALLS, PROJECTS, Refusal } from "./fake-people.harness.ts";

type Voucher = Shape<"IssuedVoucher">;

const AT = "2026-11-28T01:00:00.000Z";
const LATER = "2026-12-28T01:00:00.000Z";
const USER = "0197c5a1-0000-7000-8000-00000000a001";
const APP = { id: "0197c5a1-0000-7000-8000-00000000b001", clientId: "abc", name: "Coin Race" };
export const SESSION_ID = "0197c5a1-0000-7000-8000-00000000c001";
export const PURCHASE_ID = "0197c5a1-0000-7000-8000-00000000d001";

const idOf = (kind: string, number: number) => `0197c5a1-0000-7000-8000-${kind}${String(number).padStart(11, "0")}`;

/** What the made-up service knows besides payments. */
export type FakeLists = {
  charges: Shape<"Charge">[];
  statics: Shape<"StaticCharge">[];
  vouchers: Voucher[];
  users: PageShape<"UserOfApp">[];
  sessions: Shape<"RampSession">[];
  purchases: PageShape<"RampPurchase">[];
  /** What was made by each idempotency key: the second time it is answered without its secret. */
  readonly made: Map<string, unknown>;
  /** So many vouchers are made before the wallet is empty. */
  vouchersLeft: number;
  /** Calls whose answer gets lost from now on. */
  answersLost: number;
};

export function fakeVoucher(number: number, changes: Partial<Voucher> = {}): Voucher {
  return {
    id: idOf("e", number),
    code: `0A1B2C${String(number).padStart(2, "0")}`,
    amount: String((number + 1) * 500_000),
    unit: "msats",
    description: "Thank you",
    status: "open",
    walletId: PROJECTS[0],
    internalId: `player-${number}`,
    createdAt: AT,
    createTransactionId: idOf("f", number),
    expiresAt: LATER,
    redeemedAt: null,
    redeemedById: null,
    redeemedTransactionId: null,
    revokedAt: null,
    revokedById: null,
    revokedTransactionId: null,
    claimToken: null,
    claimUrl: null,
    lnurl: null,
    ...changes,
  };
}

export function fakeCharge(number: number, changes: Partial<Shape<"Charge">> = {}): Shape<"Charge"> {
  const request = `lnbcrt500u1p${String(number).padStart(40, "q")}`;
  return {
    id: idOf("a", number),
    unit: "msats",
    amount: "50000000",
    description: `Order ${number}`,
    status: "pending",
    invoice: { request, uri: `lightning:${request}` },
    received: "0",
    walletId: PROJECTS[0],
    staticChargeId: null,
    comment: null,
    payerData: null,
    callbackUrl: null,
    internalId: null,
    createdAt: AT,
    expiresAt: LATER,
    confirmedAt: null,
    ...changes,
  };
}

export function fakeStatic(number: number, changes: Partial<Shape<"StaticCharge">> = {}): Shape<"StaticCharge"> {
  const request = `lnurl1dp68gurn8ghj7${String(number).padStart(40, "q")}`;
  return {
    id: idOf("b", number),
    unit: "msats",
    minAmount: "1000",
    maxAmount: "1000000000",
    description: "Tips for the band",
    successMessage: "Thank you!",
    status: "active",
    slots: "3",
    allowedSlots: null,
    invoice: { request, uri: `lightning:${request}` },
    fee: "0",
    walletId: PROJECTS[0],
    callbackUrl: null,
    internalId: null,
    createdAt: AT,
    expiresAt: null,
    confirmedAt: null,
    ...changes,
  };
}

export function createFakeLists(): FakeLists {
  return {
    charges: [
      fakeCharge(0),
      fakeCharge(1, { status: "completed", received: "50000000", confirmedAt: AT, staticChargeId: fakeStatic(0).id }),
      fakeCharge(2, { status: "expired", internalId: "order-2" }),
    ],
    statics: [fakeStatic(0)],
    vouchers: [
      fakeVoucher(0),
      fakeVoucher(1, { status: "redeemed", redeemedAt: AT, redeemedById: USER, redeemedTransactionId: idOf("f", 9) }),
      ...Array.from({ length: 30 }, (_, i) => fakeVoucher(i + 2)),
    ],
    users: [
      {
        id: USER,
        gamertag: "Alice",
        email: "alice@example.com",
        app: APP,
        scopes: ["user"],
        since: AT,
        lastAllowedAt: AT,
      },
      {
        id: USER,
        gamertag: "Alice",
        email: null,
        app: { ...APP, id: PROJECTS[1], name: "Shop" },
        scopes: ["user", "wallet"],
        since: AT,
        lastAllowedAt: AT,
      },
    ],
    sessions: [
      {
        session_id: SESSION_ID,
        state: "active",
        email: "alice@example.com",
        webhook_url: "https://shop.example/hook",
        destination: null,
        quote_currency: "EUR",
        base_currency: "BTC",
        reference_id: "order-7",
        metadata: { player: "7" },
        return_url: null,
        user_id: USER,
        created_at: AT,
        expires_at: LATER,
        ended_at: null,
      },
    ],
    purchases: [
      {
        purchase_id: PURCHASE_ID,
        number: "0000-0000-D001",
        session_id: SESSION_ID,
        user_id: USER,
        state: "delivering",
        amount: "26630000",
        unit: "msats",
        source_amount: "25.00",
        source_currency: "EUR",
        fee_amount: "0.50",
        network_fee: null,
        price: "92000.00",
        price_source: "fixed",
        destination: "alice@wallet.example",
        payment_id: PROJECTS[1],
        failure_code: null,
        created_at: AT,
        begun_at: AT,
        changed_at: AT,
        ended_at: null,
      },
    ],
    made: new Map(),
    vouchersLeft: 1_000,
    answersLost: 0,
  };
}

const timeline: PageShape<"Timeline"> = {
  status: "open",
  where: "The money waits behind the link.",
  why: "Nobody has taken it yet.",
  next: "Whoever has the link takes it, or it comes back.",
  nextCheckAt: null,
  endsBy: LATER,
  isQuick: false,
  happened: [{ at: AT, text: "It was made.", detail: null, thing: null }],
};

type Asked = FastifyRequest & { readonly params: Readonly<Record<string, string>> };

/** Their calls. What is made is made once for each key, also when its answer gets lost. */
export function fakeListRoutes(people: FakePeople, lists: FakeLists): RoutesPlugin {
  return fakeRoutes(people, (on) => {
    const at = (path: string) => `${PROJECT_CALLS}${path}`;
    const once = <Made extends object>(
      request: Asked,
      make: () => Made,
      again: (made: Made) => Made = (made) => made,
    ) => {
      const key = String(request.headers["idempotency-key"]);
      const before = lists.made.get(key) as Made | undefined;
      const made = before === undefined ? make() : again(before);
      if (before === undefined) lists.made.set(key, made);
      if (lists.answersLost === 0) return made;
      lists.answersLost -= 1;
      return new Refusal(503, "unavailable", "the answer got lost");
    };
    const reads = <Row extends object>(path: string, rows: () => readonly Row[], name: keyof Row & string) => {
      on("GET", at(path), ({ query }) => ({
        rows: rows().filter((row) =>
          Object.entries(query).every(
            ([field, value]) => !(field in row) || String((row as Record<string, unknown>)[field]) === value,
          ),
        ),
      }));
      on("GET", at(`${path}/:id`), ({ params }) => {
        const found = rows().find((row) => row[name] === params["id"]);
        return found ?? new Refusal(404, "not_found", "there is no such thing");
      });
    };
    reads("/v0/charges", () => lists.charges, "id");
    reads("/v0/static-charges", () => lists.statics, "id");
    reads("/v0/vouchers", () => lists.vouchers, "id");
    reads("/api/v1/ramp-widget", () => lists.sessions, "session_id");
    reads("/purchases", () => lists.purchases, "purchase_id");
    on("GET", at("/users"), () => ({ rows: lists.users }));
    on("GET", at("/users/:id"), ({ params }) => lists.users.filter(({ id }) => id === params["id"]));
    for (const path of ["charges", "vouchers", "purchases"]) on("GET", at(`/${path}/:id/timeline`), () => timeline);

    on("POST", at("/v0/charges"), (request) =>
      once(request, () => {
        const made = fakeCharge(lists.charges.length, request.body as object);
        lists.charges.unshift(made);
        return made;
      }),
    );
    on("POST", at("/v0/static-charges"), (request) =>
      once(request, () => {
        const made = fakeStatic(lists.statics.length, { slots: "0", ...(request.body as object) });
        lists.statics.unshift(made);
        return made;
      }),
    );
    on("PATCH", at("/v0/static-charges/:id"), ({ params, body }) => {
      const found = lists.statics.find(({ id }) => id === params["id"]);
      return Object.assign(found as object, body, { status: "full" });
    });
    on("POST", at("/v1/create-voucher"), (request) => {
      if (lists.vouchersLeft === 0) return new Refusal(400, "insufficient_funds", "the wallet holds too little");
      const secret = (token: string) => ({ claimToken: token, claimUrl: `https://pay.example/claim#${token}` });
      const make = () => {
        lists.vouchersLeft -= 1;
        const made = fakeVoucher(lists.vouchers.length, request.body as object);
        lists.vouchers.unshift(made);
        return { ...made, ...secret(`token-${lists.vouchers.length}`), lnurl: "lnurl1qqq" };
      };
      return once(request, make, (made) => ({ ...made, claimToken: null, claimUrl: null, lnurl: null }) as never);
    });
    on("POST", at("/v0/revoke-voucher"), ({ body }) => {
      const found = lists.vouchers.find(({ code }) => code === (body as { readonly code: string }).code);
      return Object.assign(found as object, { status: "revoked", revokedAt: AT, revokedById: PROJECTS[0] });
    });
    on("POST", at("/api/v1/ramp-widget/:id/expire"), ({ params }) => {
      const found = lists.sessions.find(({ session_id }) => session_id === params["id"]);
      return Object.assign(found as object, { state: "canceled", ended_at: AT });
    });
  });
}
