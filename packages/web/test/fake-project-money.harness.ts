import type { FastifyRequest } from "fastify";
import type { RoutesPlugin } from "../../server/src/platform/http/index.ts";
import type { PageShape, Shape } from "../src/api/shapes.ts";
import { type FakePeople, fakePayment, fakeRoutes, PROJECT_CALLS, PROJECTS, Refusal } from "./fake-people.harness.ts";

const CHARGE_ID = "0197c5a1-0000-7000-8000-a00000000001";

/** Payments of before a restore: who pays the gamertag "twice" may repeat one of them. */
export const REPEATS = ["ab".repeat(32), "cd".repeat(32)];

/** What the made-up service knows of money that is sent and asked for. */
export type FakeProjectMoney = {
  charges: Shape<"Charge">[];
  /** Idempotency keys in the order in which they were sent, with repetitions. */
  keys: string[];
  /** What was paid, by its key. */
  paid: Map<string, Shape<"Payment">>;
  /** So many payments are made before the wallet is empty. */
  paymentsLeft: number;
  /** It was restored from a copy, and is not ready yet. */
  isRestoring: boolean;
};

export function createFakeProjectMoney(): FakeProjectMoney {
  return { charges: [], keys: [], paid: new Map(), paymentsLeft: 1_000, isRestoring: false };
}

/** A period of totals: `completed` payments of 1000 sat each. */
export function fakePeriod(at: string, completed: number, failed: number): PageShape<"Totals">["totals"][number] {
  return {
    at,
    payments: {
      completed,
      amount: String(completed * 1_000_000),
      fees: String(completed * 1_234),
      failed,
      failedAmount: String(failed * 1_000_000),
      tookMs: completed * 1_500,
      took: [completed, 0, 0, 0, 0, 0],
    },
    receipts: { count: completed, amount: String(completed * 2_500_000) },
  };
}

/** Of an address it costs 10 sat at most. */
function fakeQuote({ kind, amount = "0" }: Readonly<Record<string, string>>): PageShape<"PaymentQuote"> {
  const [feeLimit, isHere] = kind === "gamertag" ? (["0", true] as const) : (["10000", false] as const);
  const total = String(BigInt(amount) + BigInt(feeLimit));
  const said = { description: "Two coffees", expiresAt: "2099-11-28T01:00:00.000Z" };
  return { unit: "msats", amount, feeLimit, total, isHere, invoice: kind === "invoice" ? said : null };
}

/** Payments: one for each key. A charge, and who asks. */
export function fakeProjectMoneyRoutes(people: FakePeople, money: FakeProjectMoney): RoutesPlugin {
  const pay = (request: FastifyRequest) => {
    const key = String(request.headers["idempotency-key"]);
    money.keys.push(key);
    const { gamertag, lnAddress, amount } = request.body as Readonly<Record<string, string>>;
    if (money.isRestoring) return new Refusal(503, "restoring", "the service is checking its books; nothing was done");
    if (gamertag === "twice" && !REPEATS.includes(String(request.headers["leyden-pay-anyway"])))
      return new Refusal(
        409,
        "maybe_paid",
        "this may be it",
        REPEATS.map((issue) => ({ field: "Leyden-Pay-Anyway", issue })),
      );
    if (gamertag === "nobody") return new Refusal(404, "user_not_found", "no user has this gamertag");
    if (!money.paid.has(key)) {
      if (money.paymentsLeft === 0) return new Refusal(400, "insufficient_funds", "the wallet holds too little");
      money.paymentsLeft -= 1;
      const createdAt = new Date().toISOString();
      const to = gamertag && { gamertag };
      const made = fakePayment(100 + money.paid.size, { amount: String(amount), createdAt, ...to });
      money.paid.set(key, lnAddress === undefined ? made : { ...made, lnAddress, status: "processing" });
      people.payments.unshift(money.paid.get(key) as Shape<"Payment">);
    }
    return money.paid.get(key) as Shape<"Payment">;
  };
  const charge = (request: FastifyRequest): Shape<"Charge"> => {
    const invoice = `lnbcrt500u1p${"q".repeat(40)}`;
    const made: Shape<"Charge"> = {
      id: CHARGE_ID,
      unit: "msats",
      status: "pending",
      invoice: { request: invoice, uri: `lightning:${invoice}` },
      received: "0",
      walletId: PROJECTS[0],
      staticChargeId: null,
      comment: null,
      payerData: null,
      callbackUrl: null,
      internalId: null,
      createdAt: "2026-11-28T01:00:00.000Z",
      expiresAt: "2026-12-28T01:00:00.000Z",
      confirmedAt: null,
      ...(request.body as { readonly amount: string; readonly description: string }),
    };
    money.charges.push(made);
    return made;
  };
  return fakeRoutes(people, (on) => {
    const at = (path: string) => `${PROJECT_CALLS}${path}`;
    for (const path of ["/v0/gamertag/send-payment", "/v0/ln-address/send-payment", "/v0/payments"])
      on("POST", at(path), pay);
    on("GET", at("/quote"), ({ query }) => fakeQuote(query));
    on("GET", at("/recipients"), ({ query }) => ({
      unknown: String(query["names"])
        .split(",")
        .filter((name) => name.startsWith("no-")),
    }));
    on("POST", at("/v0/charges"), charge);
    on("GET", at("/v0/charges/:id"), ({ params }) => {
      const found = money.charges.find(({ id }) => id === params["id"]);
      return found ?? new Refusal(404, "charge_not_found", "there is no such charge");
    });
    on("GET", at("/members"), () => ({
      members: [
        {
          id: PROJECTS[1],
          user: people.me.user,
          role: "owner",
          isYou: true,
          cap: "100000000",
          daily: "500000000",
          spent: "100000000",
          addedAt: "2026-11-28T01:00:00.000Z",
        },
      ],
      invitations: [],
    }));
  });
}
