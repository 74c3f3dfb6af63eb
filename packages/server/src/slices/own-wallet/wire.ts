/** What the routes of the wallet's page share: the forms of what they answer. */
import { z } from "zod";
import { isoTime, msatsText } from "#platform/http/index.ts";
import { PAYMENT_KINDS, PAYMENT_STATUSES } from "./model/own-payment.ts";

export const EXAMPLE_ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

export const TAGS = {
  you: ["Wallet: you"],
  sending: ["Wallet: sending"],
  history: ["Wallet: history"],
  receiving: ["Wallet: receiving"],
  account: ["Wallet: account"],
} as const;

/** A private text of the person. Source: ours. */
export const NOTE_CHARACTERS_MAX = 500;

export const reasonSchema = z.object({
  code: z.string().meta({ description: "One of the error catalogue." }),
  message: z.string(),
});

export const noteText = z.string().meta({ description: "What the person has written about it; nobody else sees it." });

/** Why a payment is pending, and what happens next. */
export const statusDetailSchema = z.object({
  code: z.string().meta({ description: "Its line in the table of what people are told." }),
  reason: z.string().meta({ description: "In English." }),
  nextCheckAt: isoTime,
  finishedBy: isoTime.nullable().meta({
    description: "When it is finished at the latest, if the Lightning node answers; null: not known yet.",
  }),
});

export const ownPaymentSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    kind: z.enum(PAYMENT_KINDS).meta({ description: "`other`: nobody knows any more whom it has paid." }),
    recipient: z.string().meta({ description: "As it can be paid again; empty where it cannot." }),
    name: z.string().meta({ description: "What to call the recipient." }),
    status: z.enum(PAYMENT_STATUSES).meta({
      description:
        "`processing`: it is under way, and finishes by itself. `waiting`: a voucher was mailed and is not taken yet. " +
        "`returned`: the voucher was not taken, and its value is back.",
    }),
    amount: msatsText.meta({ description: "What arrives." }),
    fee: msatsText.meta({ description: "What the route took, or ours; `0` until it is known." }),
    feeLimit: msatsText.meta({ description: "The most that the fee can be; reserved while it is processing." }),
    description: z.string().nullable().meta({ description: "What the invoice says that was paid. Escape it." }),
    comment: z.string().nullable().meta({ description: "Sent to the recipient where the recipient takes comments." }),
    note: noteText.nullable(),
    invoice: z.string().nullable().meta({ description: "BOLT 11." }),
    preimage: z.string().nullable().meta({ description: "Proof of the payment, 64 hexadecimal digits." }),
    transactionId: z.string().meta({ format: "uuid" }),
    createdAt: isoTime,
    finishedAt: isoTime.nullable(),
    expiresAt: isoTime.nullable().meta({ description: "Until then a voucher that was mailed can be taken." }),
    failure: reasonSchema.nullable().meta({ description: "Why nothing was paid." }),
    statusDetail: statusDetailSchema.nullable().meta({ description: "Only while it is processing." }),
  })
  .meta({ id: "OwnPayment" });
