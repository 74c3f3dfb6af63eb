import { type Msats, msats } from "#kernel/money.ts";
import type { Progress } from "#slices/ramp/model/purchase.ts";

export const AMOUNT: Msats = msats(100_000n);
export const HASH = new Uint8Array(32);

/** What the node has under the hash of the flow. */
export type NodeHas = "nothing" | "in_flight" | "settled" | "failed";

/** A state of a flow, as the database has it, and what has left by then. */
export type Standing = {
  readonly state: string;
  /** How many postings the flow has made by then: those that a copy lacks are noticed. */
  readonly postings: number;
  /** The payment over Lightning that belongs to it. */
  readonly payment?: "resolving" | "ready" | "sent" | "over";
  readonly node?: NodeHas;
  /** A transaction of the chain was published. */
  readonly isPublished?: boolean;
  /** That transaction can never confirm: its coins were spent elsewhere. */
  readonly isDead?: boolean;
  /** It went into the person's own wallet instead. */
  readonly isCredited?: boolean;
  /** From there it left over Lightning. */
  readonly isSpent?: boolean;
  /** Of a voucher: it can be taken, or is being paid out. */
  readonly isOwed?: boolean;
  /** Of a purchase. */
  readonly progress?: Progress;
  readonly card?: "authorized" | "captured" | "refunded";
};

export type Flow = {
  readonly name: string;
  readonly kind: "payment" | "voucher" | "purchase" | "charge" | "inside";
  readonly states: readonly Standing[];
  /** It is paid to an address of the chain. */
  readonly isChain?: boolean;
  /** Its invoice can be paid for ten minutes: when the operator imports, it is over. */
  readonly isBrief?: boolean;
  /** Which states follow each other: a flow ends in several ways. */
  readonly paths: readonly (readonly string[])[];
};

/** Each state with each that the old service can have reached from it; the same one: nothing has left. */
export function pairsOf({ states, paths }: Flow): readonly (readonly [copy: Standing, later: Standing])[] {
  const isLater = (copy: Standing, later: Standing) =>
    paths.some((path) => path.includes(copy.state) && path.indexOf(later.state) >= path.indexOf(copy.state));
  return states.flatMap((copy) =>
    states.filter((later) => isLater(copy, later)).map((later) => [copy, later] as const),
  );
}

const ABSENT: Standing = { state: "absent", postings: 0 };

const LEFT: readonly Standing[] = [
  { state: "ready", postings: 1, payment: "ready" },
  { state: "in_flight", postings: 1, payment: "sent", node: "in_flight" },
  { state: "completed", postings: 2, payment: "over", node: "settled" },
  { state: "failed", postings: 2, payment: "over", node: "failed" },
];
/** The same invoice by a second payment, after the first has failed. */
const SENT_AGAIN: Standing = { state: "failed_sent_again", postings: 4, payment: "over", node: "settled" };

function payment(to: string, before: readonly Standing[], again: readonly Standing[] = []): Flow {
  const states = [ABSENT, ...before, ...LEFT, ...again];
  const begin = ["absent", ...before.map(({ state }) => state), "ready", "in_flight"];
  const paths = [
    [...begin, "completed"],
    [...begin, "failed", ...again.map(({ state }) => state)],
  ];
  return { name: `payment to ${to}`, kind: "payment", states, paths };
}

const RESOLVING: Standing = { state: "resolving", postings: 1, payment: "resolving" };

/** `issuing`: the postings by which its value leaves the wallet; a withdrawal request has none before it is claimed. */
function voucher(name: string, issuing = 1): Flow {
  return {
    name,
    kind: "voucher",
    states: [
      ABSENT,
      { state: "open", postings: issuing, isOwed: true },
      { state: "claiming", postings: issuing + 1, isOwed: true, payment: "sent", node: "in_flight" },
      { state: "paid_out", postings: issuing + 2, payment: "over", node: "settled" },
      { state: "redeemed_inside", postings: issuing + 1 },
      { state: "given_back", postings: 2 * issuing },
    ],
    paths: [
      ["absent", "open", "claiming", "paid_out"],
      ["absent", "open", "redeemed_inside"],
      ["absent", "open", "given_back"],
    ],
  };
}

export const OF_CARD = { reference: "pay_1" };
const GIVEN_BACK = { failureCode: "destination_failed", detail: undefined } as const;

function purchase(name: string, delivery: NonNullable<Extract<Progress, { kind: "delivering" }>["delivery"]>): Flow {
  const begunAt = new Date("2026-01-01T00:00:00Z");
  const owed = { ...OF_CARD, delivery, onHoldUntil: undefined, detail: undefined };
  return {
    name,
    kind: "purchase",
    states: [
      ABSENT,
      { state: "requires_payment", postings: 0, progress: { kind: "requires_payment", begunAt, ...OF_CARD } },
      // sold with the authorization, at the price of the quote
      { state: "authorized", postings: 1, card: "authorized", progress: { kind: "authorized", ...OF_CARD, delivery } },
      { state: "captured", postings: 1, card: "captured", progress: { kind: "captured", ...owed } },
      {
        state: "delivering",
        postings: 2,
        card: "captured",
        payment: "sent",
        node: "in_flight",
        progress: { kind: "delivering", ...OF_CARD, delivery },
      },
      {
        state: "completed",
        postings: 3,
        card: "captured",
        payment: "over",
        node: "settled",
        progress: { kind: "completed", ...OF_CARD, delivery, endedAt: begunAt },
      },
      {
        state: "refund_pending",
        postings: 2, // what was sold is the operator's again
        card: "captured",
        progress: { kind: "refund_pending", ...OF_CARD, delivery: undefined, ...GIVEN_BACK },
      },
      {
        state: "refunded",
        postings: 2,
        card: "refunded",
        progress: { kind: "refunded", ...OF_CARD, delivery: undefined, ...GIVEN_BACK, byHand: false, endedAt: begunAt },
      },
    ],
    paths: [
      ["absent", "requires_payment", "authorized", "captured", "delivering", "completed"],
      ["absent", "requires_payment", "authorized", "captured", "refund_pending", "refunded"],
    ],
  };
}

/** A purchase that goes to an address of the chain, or in the end to the person's own wallet. */
function purchaseOnChain(): Flow {
  const delivery = { kind: "onchain", ...PAID_BY } as const;
  const at = new Date("2026-01-01T00:00:00Z");
  const owed = { ...OF_CARD, delivery, onHoldUntil: undefined, detail: undefined };
  const captured = { postings: 1, card: "captured" } as const;
  const delivering: Progress = { kind: "delivering", ...OF_CARD, delivery };
  const completed: Progress = { kind: "completed", ...OF_CARD, delivery, endedAt: at };
  const refund = { ...OF_CARD, delivery: undefined, ...GIVEN_BACK };
  const refunded: Progress = { kind: "refunded", ...refund, byHand: false, endedAt: at };
  const credited = { ...captured, payment: "over", isCredited: true, progress: completed } as const;
  const begun = ["absent", "quoted", "requires_payment", "authorized", "captured", "on_hold"];
  return {
    name: "purchase on-chain",
    kind: "purchase",
    isChain: true,
    states: [
      ABSENT,
      { state: "quoted", postings: 0, progress: { kind: "quoted" } },
      { state: "requires_payment", postings: 0, progress: { kind: "requires_payment", begunAt: at, ...OF_CARD } },
      { state: "authorized", postings: 1, card: "authorized", progress: { kind: "authorized", ...OF_CARD, delivery } },
      { state: "captured", ...captured, progress: { kind: "captured", ...owed } },
      { state: "on_hold", ...captured, progress: { kind: "on_hold", ...owed } },
      // its transaction is in the database, and was not published yet
      { state: "written", ...captured, postings: 2, payment: "sent", progress: delivering },
      { state: "published", ...captured, postings: 2, payment: "sent", isPublished: true, progress: delivering },
      { state: "completed", ...captured, postings: 3, payment: "over", isPublished: true, progress: completed },
      {
        state: "conflicted",
        postings: 4,
        card: "refunded",
        payment: "over",
        isPublished: true,
        isDead: true,
        progress: refunded,
      },
      { state: "refund_pending", ...captured, postings: 2, progress: { kind: "refund_pending", ...refund } },
      { state: "refunded", postings: 2, card: "refunded", progress: refunded },
      { state: "credited", ...credited, postings: 4 },
      { state: "spent", ...credited, postings: 6, isSpent: true },
    ],
    paths: [
      [...begun, "written", "published", "completed"],
      [...begun, "written", "published", "conflicted"],
      [...begun, "refund_pending", "refunded"],
      [...begun, "credited", "spent"],
    ],
  };
}

function charge(name: string): Flow {
  return {
    name,
    kind: "charge",
    states: [
      ABSENT,
      { state: "pending", postings: 0 },
      { state: "paid", postings: 1 },
      { state: "expired", postings: 0 },
    ],
    paths: [
      ["absent", "pending", "paid"],
      ["absent", "pending", "expired"],
    ],
  };
}

const PAID_BY = { paymentId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as never };

export const FLOWS: readonly Flow[] = [
  payment("an invoice", [], [SENT_AGAIN]),
  payment("an address or LNURL", [RESOLVING]),
  payment("a node (keysend)", []),
  {
    name: "payment to a wallet or gamertag",
    kind: "inside",
    states: [ABSENT, { state: "completed", postings: 1 }],
    paths: [["absent", "completed"]],
  },
  voucher("payment to an e-mail address"),
  voucher("voucher"),
  voucher("withdrawal request", 0),
  charge("charge"),
  { ...charge("invoice of a static charge"), isBrief: true },
  purchase("purchase over Lightning", { kind: "invoice", invoice: "lnbc1", ...PAID_BY }),
  purchaseOnChain(),
];
