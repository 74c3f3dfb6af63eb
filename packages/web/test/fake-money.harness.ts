import type { FastifyReply, FastifyRequest } from "fastify";
import type { RoutesPlugin } from "../../server/src/platform/http/index.ts";
import type { PageShape } from "../src/api/shapes.ts";
import { startFakePeople } from "./fake-people.harness.ts";

type Payment = PageShape<"OwnPayment">;
type Preview = PageShape<"PaymentPreview">;
type Charge = PageShape<"OwnCharge">;
type Item = PageShape<"HistoryItem">;
type Person = PageShape<"PaidBefore">;

/** The money of the person who is logged in. Tests change it while pages are open. */
export type FakeMoney = {
  /** By the recipient that is asked about; one that is not here is nobody. */
  previews: Map<string, Partial<Preview>>;
  /** By the idempotency key with which each was sent. */
  payments: Map<string, Payment>;
  /** Bodies of calls that send. */
  sent: { readonly key: string; readonly body: Readonly<Record<string, string>> }[];
  /** What becomes of what is sent: the answer is lost after the payment was made, or before. */
  losing: "nothing" | "answer" | "request";
  /** Of the next payment. */
  outcome: Partial<Payment>;
  charges: Map<string, Charge>;
  history: Item[];
  people: Person[];
};

const AT = "2026-11-28T01:00:00.000Z";
const PAID_AT = "2026-11-27T09:30:00.000Z";
export const INVOICE = `lnbcrt20u1${"p4squ2ssp56n3ejle0wzdv".repeat(10)}`;
export const ids = (kind: number, number: number) =>
  `0197c5a1-000${kind}-7000-8000-${String(number).padStart(12, "0")}`;

export function fakeOwnPayment(number: number, changes: Partial<Payment> = {}): Payment {
  return {
    id: ids(1, number),
    kind: "address",
    recipient: "bob@pay.example",
    name: "bob@pay.example",
    status: "completed",
    amount: "2000000",
    fee: "1234",
    feeLimit: "20000",
    description: null,
    comment: null,
    note: null,
    invoice: INVOICE,
    preimage: "ab".repeat(32),
    transactionId: ids(2, number),
    createdAt: PAID_AT,
    finishedAt: PAID_AT,
    expiresAt: null,
    failure: null,
    statusDetail: null,
    ...changes,
  };
}

/** Under way: the recipient holds it. */
export const HELD: Partial<Payment> = {
  status: "processing",
  preimage: null,
  finishedAt: null,
  fee: "0",
  statusDetail: { code: "held", reason: "in English", nextCheckAt: AT, finishedBy: "2026-11-29T01:00:00.000Z" },
};

function fakePreview(recipient: string, changes: Partial<Preview>, amount: string | undefined): Preview {
  const wanted = changes.amount?.fixed ?? amount;
  const cost =
    wanted === undefined ? null : { amount: wanted, feeLimit: "20000", total: String(BigInt(wanted) + 20_000n) };
  return {
    kind: "address",
    recipient,
    name: recipient,
    description: "Coffee for Bob",
    isHere: false,
    amount: { fixed: null, least: "1000", most: "500000000" },
    commentCharactersMax: 100,
    cost,
    available: "1234567890",
    mostNow: "500000000",
    repeatAmount: wanted !== undefined && BigInt(wanted) > 100_000_000n,
    lastPaidAt: PAID_AT,
    pending: [],
    refusal: null,
    doubt: null,
    ...changes,
  };
}

export function fakeItem(number: number, changes: Partial<Item> = {}): Item {
  return {
    id: ids(3, number),
    about: ids(4, number),
    kind: "charge",
    amount: String((number + 1) * 1_000_000),
    at: new Date(Date.parse(AT) - number * 3_600_000).toISOString(),
    name: null,
    description: `Order ${number}`,
    comment: null,
    note: null,
    payment: null,
    chargeId: ids(4, number),
    voucherId: null,
    purchase: null,
    restored: false,
    ...changes,
  };
}

function ofPayment(payment: Payment, changes: Partial<Item> = {}): Item {
  return fakeItem(0, {
    id: payment.transactionId,
    about: payment.id,
    kind: "payment",
    amount: `-${BigInt(payment.amount) + BigInt(payment.fee)}`,
    name: payment.name,
    description: payment.description,
    note: payment.note,
    payment,
    chargeId: null,
    ...changes,
  });
}

export function createFakeMoney(): FakeMoney {
  const held = fakeOwnPayment(1, HELD);
  const failed = fakeOwnPayment(2, {
    status: "failed",
    preimage: null,
    fee: "0",
    failure: { code: "no_route", message: "no way was found" },
  });
  const paid = fakeOwnPayment(3, { note: "Lunch with Bob" });
  return {
    previews: new Map([
      ["bob@pay.example", {}],
      ["bob", { kind: "gamertag", isHere: true, description: null, commentCharactersMax: 0 }],
      ["down@mail.example", { kind: "email", doubt: { code: "address_unreachable", message: "no answer" } }],
      ["busy@pay.example", { pending: [{ ...held, createdAt: PAID_AT }] }],
      [INVOICE, { kind: "invoice", name: "", amount: { fixed: "2000000", least: "2000000", most: "2000000" } }],
    ]),
    payments: new Map([held, failed, paid].map((payment, i) => [`before-${i}`, payment])),
    sent: [],
    losing: "nothing",
    outcome: {},
    charges: new Map(),
    history: [
      ofPayment(held),
      ofPayment(failed, { amount: "0" }),
      ofPayment(paid),
      fakeItem(3, { kind: "receipt", name: "carol@pay.example", comment: "Thank you!", chargeId: null }),
      fakeItem(4, { kind: "voucher", amount: "-5000000", description: "A gift", chargeId: null, voucherId: ids(4, 4) }),
      fakeItem(5, {
        description: null,
        purchase: {
          number: "0F3A-6D1E-9B20",
          paid: "25.00",
          fee: "0.50",
          price: "95000.00",
          currency: "EUR",
          seller: "Example shop",
        },
      }),
      ...Array.from({ length: 39 }, (_, i) => fakeItem(i + 6)),
    ],
    people: ["bob@pay.example", "carol@pay.example"].map((name) => ({
      kind: "address",
      recipient: name,
      name,
      lastPaidAt: PAID_AT,
    })),
  };
}

const options = { config: { access: "public", takesAnyQuery: true }, schema: { hide: true } } as const;

type Asked = FastifyRequest & {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
};

const done = (data: object) => ({ success: true, data, message: "Done." });
const refuse = (reply: FastifyReply, status: number, code: string) =>
  reply.code(status).send({ success: false, message: code, error: { code, message: code } });

/** Never answered, as when the network is gone. */
function lose(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function sendRoutes(money: FakeMoney): RoutesPlugin {
  return (api) => {
    api.post("/wallet/api/preview", options, async (request, reply) => {
      const { recipient = "", amount } = (request as Asked).body;
      if (recipient.includes("/claim#")) return refuse(reply, 400, "recipient_is_voucher");
      const preview = money.previews.get(recipient);
      if (preview === undefined) return refuse(reply, 400, "invalid_input");
      return done(fakePreview(recipient, preview, amount));
    });
    api.post("/wallet/api/payments", options, async (request, reply) => {
      const { body } = request as Asked;
      const key = String(request.headers["idempotency-key"]);
      money.sent.push({ key, body });
      if (money.losing === "request") return lose(reply);
      const payment =
        money.payments.get(key) ??
        fakeOwnPayment(100 + money.payments.size, {
          recipient: body["recipient"] ?? "",
          name: body["recipient"] ?? "",
          amount: body["amount"] ?? "0",
          comment: body["comment"] ?? null,
          note: body["note"] ?? null,
          ...money.outcome,
        });
      money.payments.set(key, payment);
      return money.losing === "answer" ? lose(reply) : done(payment);
    });
    api.get("/wallet/api/payments/by-key/:key", options, async (request, reply) => {
      const payment = money.payments.get((request as Asked).params["key"] ?? "");
      return payment === undefined ? refuse(reply, 404, "payment_not_found") : done(payment);
    });
    api.get("/wallet/api/payments/:id", options, async (request, reply) => {
      const { id } = (request as Asked).params;
      const payment = [...money.payments.values()].find((one) => one.id === id);
      return payment === undefined ? refuse(reply, 404, "payment_not_found") : done(payment);
    });
    api.get("/wallet/api/people", options, async () => ({ ...done(money.people), next_cursor: null }));
  };
}

function receiveRoutes(money: FakeMoney): RoutesPlugin {
  return (api) => {
    api.post("/wallet/api/charges", options, async (request) => {
      const { amount = "0", description = "", note } = (request as Asked).body;
      const id = ids(5, money.charges.size);
      const charge: Charge = {
        id,
        amount,
        received: "0",
        description,
        status: "pending",
        invoice: INVOICE,
        uri: `lightning:${INVOICE}`,
        note: note ?? null,
        createdAt: AT,
        expiresAt: "2026-11-28T02:00:00.000Z",
        paidAt: null,
      };
      money.charges.set(id, charge);
      return done(charge);
    });
    api.get("/wallet/api/charges/:id", options, async (request, reply) => {
      const charge = money.charges.get((request as Asked).params["id"] ?? "");
      return charge === undefined ? refuse(reply, 404, "charge_not_found") : done(charge);
    });
  };
}

function isLike(item: Item, { q = "", kind }: Readonly<Record<string, string>>): boolean {
  const isOf = kind !== "sent" || item.payment !== null || item.amount.startsWith("-");
  const texts = [item.id, item.about, item.name, item.description, item.comment, item.note];
  return isOf && texts.some((text) => (text ?? "").toLowerCase().includes(q.toLowerCase()));
}

function historyRoutes(money: FakeMoney): RoutesPlugin {
  return (api) => {
    api.get("/wallet/api/history", options, async (request) => {
      const { query } = request as Asked;
      const rows = money.history.filter((item) => isLike(item, query));
      const from = Number(query["cursor"] ?? "0");
      const to = from + Number(query["limit"] ?? "20");
      return { ...done(rows.slice(from, to)), next_cursor: to < rows.length ? String(to) : null };
    });
    api.get("/wallet/api/history.csv", options, async (_, reply) =>
      reply.type("text/csv").header("content-disposition", 'attachment; filename="wallet.csv"').send("at\r\n"),
    );
    api.put("/wallet/api/notes/:about", options, async (request) => {
      const { params, body } = request as Asked;
      const note = body["note"] || null;
      money.history = money.history.map((item) =>
        item.about === params["about"] ? { ...item, note, payment: item.payment && { ...item.payment, note } } : item,
      );
      return done({ note });
    });
  };
}

export const fakeMoneyRoutes = (money: FakeMoney): readonly RoutesPlugin[] => [
  sendRoutes(money),
  receiveRoutes(money),
  historyRoutes(money),
];

/** The wallet in front of money that is made up. */
export async function startFakeMoney() {
  const money = createFakeMoney();
  const people = await startFakePeople(undefined, () => fakeMoneyRoutes(money));
  return {
    ...people,
    money,
    /** As it was when the service began. */
    reset() {
      people.reset();
      Object.assign(money, createFakeMoney());
    },
  };
}
