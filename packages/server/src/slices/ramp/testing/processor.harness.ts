import { AppError } from "#kernel/errors.ts";
import { type Minor, minor } from "#kernel/fiat.ts";
import type { IdentityProvider, IdentityResult, PaymentProcessor, ProcessorPayment } from "../model/ports.ts";
import { WAITING } from "./processor-payment.harness.ts";

type Writable = { -readonly [Name in keyof ProcessorPayment]: ProcessorPayment[Name] };

/** A processor in memory whose cards the test plays. It counts what really moved. For tests only. */
export function createTestProcessor() {
  const payments = new Map<string, Writable>();
  /** How often money was really taken, released and given back, by reference. */
  const moved: { readonly reference: string; readonly what: "capture" | "refund" | "cancel" }[] = [];
  let failNext: { readonly call: string; readonly when: "before" | "after" } | undefined;

  async function call(name: string, work: () => Writable): Promise<ProcessorPayment> {
    const fails = failNext?.call === name ? failNext.when : undefined;
    if (fails !== undefined) failNext = undefined;
    if (fails === "before") throw unavailable();
    const answer = { ...work() };
    if (fails === "after") throw unavailable();
    return answer;
  }

  function find(reference: string): Writable {
    const payment = payments.get(reference);
    if (payment === undefined) throw new Error(`the processor has no ${reference}`);
    return payment;
  }

  const processor: PaymentProcessor = {
    name: "test",
    isLive: false,
    async begin({ purchaseId, amount, currency }) {
      const reference = `pay_${purchaseId}`;
      if (!payments.has(reference))
        payments.set(reference, {
          reference,
          purchaseId,
          amount,
          currency,
          ...WAITING,
        });
      return { reference, page: { kind: "sandbox", reference } };
    },
    get: (reference) => call("get", () => find(reference)),
    capture: (reference) =>
      call("capture", () => {
        const payment = find(reference);
        if (payment.state !== "authorized") return payment;
        payment.state = "captured";
        payment.fee = minor(75n);
        moved.push({ reference, what: "capture" });
        return payment;
      }),
    cancel: (reference) =>
      call("cancel", () => {
        const payment = find(reference);
        if (payment.state === "captured" || payment.state === "canceled") return payment;
        payment.state = "canceled";
        moved.push({ reference, what: "cancel" });
        return payment;
      }),
    refund: (reference) =>
      call("refund", () => {
        const payment = find(reference);
        if (payment.refund !== "none") return payment;
        payment.refund = "succeeded";
        moved.push({ reference, what: "refund" });
        return payment;
      }),
    readWebhook: () => {
      throw new AppError("not_found", "this processor sends nothing");
    },
    listChanged: async (cursor) => ({ cursor, references: [...payments.keys()] }),
    listSince: async () =>
      [...payments.values()].map(({ reference, purchaseId, refund, dispute }) => ({
        reference,
        purchaseId,
        isReturned: refund !== "none" || dispute !== "none",
      })),
  };

  return {
    processor,
    moved,
    /** The next call of this name fails: before it did anything, or after it did all of it. */
    fail: (name: "get" | "capture" | "cancel" | "refund", when: "before" | "after") => {
      failNext = { call: name, when };
    },
    /** Changes what the processor says of a purchase's payment. */
    say: (purchaseId: string, change: Partial<Writable>) => Object.assign(find(`pay_${purchaseId}`), change),
    authorize: (purchaseId: string, fingerprint = "card-1") =>
      Object.assign(find(`pay_${purchaseId}`), {
        state: "authorized",
        card: { fingerprint, brand: "visa", last4: "4242" },
      }),
    amountOf: (purchaseId: string): Minor => find(`pay_${purchaseId}`).amount,
    count: (what: "capture" | "refund" | "cancel") => moved.filter((move) => move.what === what).length,
  };
}

/** An identity provider in memory. */
export function createTestIdentity() {
  const results = new Map<string, IdentityResult>();
  const identity: IdentityProvider = {
    name: "test",
    async begin({ tryId }) {
      const reference = `id_${tryId}`;
      if (!results.has(reference)) results.set(reference, { state: "waiting", reason: undefined });
      return { reference, page: { kind: "sandbox", reference } };
    },
    async get(reference) {
      return results.get(reference) ?? { state: "expired", reason: undefined };
    },
  };
  return {
    identity,
    say: (result: IdentityResult) => {
      for (const reference of results.keys()) results.set(reference, result);
    },
  };
}

function unavailable(): AppError {
  return new AppError("unavailable", "the connection to the processor broke");
}
