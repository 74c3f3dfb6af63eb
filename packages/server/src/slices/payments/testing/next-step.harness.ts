import type { AccountNo, PaymentId, TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { nextStep, type Report, type Situation } from "../model/next-step.ts";
import type { Payment, ReadyPayment, SentPayment } from "../model/payment.ts";

export const T0 = new Date("2030-01-01T00:00:00Z");
export const at = (ms: number) => new Date(T0.getTime() + ms);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const EXPIRY = HOUR;
export const EXACT = { resend: true };

export const base: Omit<Payment, "progress"> = {
  id: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as PaymentId,
  payer: { account: 1_000n as AccountNo, wallet: undefined },
  origin: { kind: "request" },
  destination: { kind: "address", lnAddress: "shop@example.com" },
  keysendPreimage: undefined,
  amount: msats(100_000n),
  feeLimit: msats(10_000n),
  comment: undefined,
  internalId: undefined,
  idempotency: undefined,
  callbackUrl: undefined,
  transactionId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60719" as TransferId,
  createdAt: T0,
  version: 2,
  lease: { token: 1n, until: at(15_000) },
  onHoldFor: undefined,
  isBroughtBack: false,
  isAtFormerNode: false,
  restrictedKey: undefined,
};
export const invoice = {
  text: "lnbcrt1",
  paymentHash: new Uint8Array(32),
  expiresAt: at(EXPIRY),
  isOwn: false,
  payee: undefined,
};

export function ready(over: Partial<Payment> = {}): ReadyPayment {
  return { ...base, ...over, progress: { kind: "ready", invoice, reason: undefined, dueAt: T0, tries: 0 } };
}

export type Sent = SentPayment["progress"];

export function sent(progress: Partial<Sent> = {}, over: Partial<Payment> = {}): SentPayment {
  return {
    ...base,
    ...over,
    progress: {
      kind: "unknown",
      invoice,
      reason: undefined,
      dueAt: T0,
      tries: 0,
      attempt: 1,
      attemptsNotSent: 0,
      dispatchedAt: T0,
      dispatchDeadline: at(10_000),
      reference: undefined,
      wasInFlight: false,
      absentSince: undefined,
      missingSince: undefined,
      ...progress,
    },
  };
}

export const step = (
  payment: ReadyPayment | SentPayment,
  report: Report | undefined,
  ms: number,
  capabilities: Situation["capabilities"] = EXACT,
) => nextStep({ payment, report, askedAt: at(ms), now: at(ms), capabilities });

export const GONE: Report = { kind: "not_found", history: "whole" };
