import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { ID, purchaseIn, QUOTE, START } from "../testing/next-step.harness.ts";
import { WAITING } from "../testing/processor-payment.harness.ts";
import { nextStep, PAY_MS } from "./next-step.ts";
import type { ProcessorPayment } from "./ports.ts";
import type { Progress } from "./purchase.ts";

const BEGUN: Progress = { kind: "requires_payment", begunAt: new Date(START), reference: "pay_1" };

function given(over: {
  readonly progress?: Progress;
  readonly processor?: Partial<ProcessorPayment>;
  readonly waitsForRestore?: boolean;
  readonly networkFee?: ReturnType<typeof sats> | undefined;
  readonly isClosed?: boolean;
  readonly afterMs?: number;
}) {
  const { progress = BEGUN, waitsForRestore = true, isClosed = false } = over;
  const networkFee = "networkFee" in over ? over.networkFee : sats(282n);
  const { source: amount, currency } = QUOTE;
  const said: ProcessorPayment = { ...WAITING, reference: "pay_1", purchaseId: ID, amount, currency };
  return nextStep({
    purchase: { ...purchaseIn(progress), waitsForRestore, quote: { ...QUOTE, networkFee } },
    processor: over.processor === undefined ? undefined : { ...said, ...over.processor },
    now: new Date(START + (over.afterMs ?? 1_000)),
    isProcessorLost: false,
    outcome: undefined,
    invoiceExpiresAt: undefined,
    firstCardHoldMs: 0,
    isKnownCard: true,
    isClosed,
    last: undefined,
  }).kind;
}

it.each(["waiting", "requires_action", "authorized", "canceled"] as const)(
  "is let go when the processor says that its card is %s",
  (state) => {
    expect(given({ processor: { state } })).toBe("let_go");
    expect(given({ processor: { state }, isClosed: true })).toBe("wait");
    expect(given({ processor: { state, purchaseId: "another" } })).toBe("wait");
    expect(given({ processor: { state }, waitsForRestore: false })).not.toBe("let_go");
  },
);

it("is not let go without the processor's word, or when the card has paid, here or there", () => {
  expect(given({})).toBe("wait");
  expect(given({ processor: { state: "captured" } })).toBe("advance");
  const authorized = { kind: "authorized", reference: "pay_1", delivery: undefined } as const;
  expect(given({ progress: authorized, processor: { state: "authorized" } })).toBe("wait");
});

it("ends in time without a payment at the processor, and only then", () => {
  const progress: Progress = { kind: "requires_payment", begunAt: new Date(START), reference: undefined };
  expect(given({ progress, afterMs: PAY_MS })).toBe("advance");
  expect(given({ progress, afterMs: 1_000 })).toBe("wait");
  expect(given({ progress, afterMs: PAY_MS, isClosed: true })).toBe("wait");
  expect(given({ progress, afterMs: PAY_MS, networkFee: undefined })).toBe("wait");
  expect(given({ afterMs: PAY_MS })).toBe("wait"); // it has one, and nobody has answered
});
