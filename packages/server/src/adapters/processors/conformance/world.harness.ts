import { expect } from "vitest";
import type { PaymentProcessor, ProcessorMessage, ProcessorRequest } from "#ramp";

export type CardKind = "good" | "asks" | "declined" | "poor" | "refundFails";

/** A processor and those on its other side: a customer, the customer's bank, and the network between. */
export type ProcessorWorld = {
  readonly processor: PaymentProcessor;
  /** Of another process. */
  readonly other: PaymentProcessor;
  draft(changes?: Partial<ProcessorRequest>): ProcessorRequest;
  /** The customer types a card. */
  pay(reference: string, card: CardKind): Promise<void>;
  /** The customer answers the bank. */
  answer(reference: string, answer: "approve" | "fail"): Promise<void>;
  dispute(reference: string): Promise<void>;
  endDispute(reference: string, end: "won" | "lost"): Promise<void>;
  /** Lets the refund come to its end. */
  settleRefund(reference: string): Promise<void>;
  /** The next call does its work, and its answer is lost. */
  breakNext(): void;
  /** How often this was done on the processor's side. */
  made(reference: string, what: "captured" | "canceled" | "refunded"): Promise<number>;
  /** A signed message about the payment. */
  message(reference: string, sign?: { readonly ageSeconds?: number; readonly otherKey?: boolean }): ProcessorMessage;
};

export type Begun = { readonly reference: string; readonly purchaseId: ProcessorRequest["purchaseId"] };

export async function begin({ processor, draft }: ProcessorWorld): Promise<Begun> {
  const wanted = draft();
  const { reference } = await processor.begin(wanted);
  return { reference, purchaseId: wanted.purchaseId };
}

export async function authorized(world: ProcessorWorld, card: CardKind = "good"): Promise<Begun> {
  const begun = await begin(world);
  await world.pay(begun.reference, card);
  return begun;
}

export async function captured(world: ProcessorWorld, card: CardKind = "good"): Promise<Begun> {
  const begun = await authorized(world, card);
  expect((await world.processor.capture(begun.reference, begun.purchaseId)).state).toBe("captured");
  return begun;
}
