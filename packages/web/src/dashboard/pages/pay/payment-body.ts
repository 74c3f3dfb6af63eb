import type { ProjectApi } from "../../../api/call.ts";
import { amountOfInvoice, type Kind } from "./recipient.ts";

/** A payment as it is asked for, whatever the recipient is. */
export type PayBody = {
  readonly kind: Kind;
  readonly to: string;
  /** Msats; undefined: the invoice says it. */
  readonly amount?: string;
  readonly description?: string;
  readonly internalId?: string;
  /** Hash of a payment from before a restore, of which a person has said that this is another one. */
  readonly payAnyway?: string;
};

/** Source: docs/contract.md, "Payments". */
export const DESCRIPTION_CHARACTERS_MAX = { address: 1_000, invoice: 1_000, gamertag: 1_000, email: 150 } as const;
export const INTERNAL_ID_CHARACTERS_MAX = 255;

/** What a payment was made as. What goes to an e-mail address is a voucher, or in the wallet of a user at once. */
export type Sent = {
  readonly thing: "payment" | "voucher";
  readonly id: string;
  readonly status: "completed" | "processing";
  /** Msats, as far as it is known. */
  readonly fee: string;
  readonly createdAt: string;
};

/** What is wrong, and in which field. */
export type WrongBody = { readonly wrong: string; readonly at: "amount" | "description" | "internalId" };

/** What of a payment is wrong before anybody is asked; undefined: nothing. */
export function wrongBody({ kind, to, amount, description = "", internalId = "" }: PayBody): WrongBody | undefined {
  const asked = kind === "invoice" ? amountOfInvoice(to) : undefined;
  if (amount === undefined && asked === undefined)
    return {
      wrong: kind === "invoice" ? "The invoice has no amount: say one." : "The amount is missing.",
      at: "amount",
    };
  if (amount !== undefined && asked !== undefined && amount !== asked)
    return { wrong: "The invoice asks for another amount.", at: "amount" };
  const most = DESCRIPTION_CHARACTERS_MAX[kind];
  if ([...description].length > most)
    return { wrong: `The description has more than ${most} characters.`, at: "description" };
  if ([...internalId].length > INTERNAL_ID_CHARACTERS_MAX)
    return { wrong: `The internalId has more than ${INTERNAL_ID_CHARACTERS_MAX} characters.`, at: "internalId" };
  if (kind === "email" && internalId !== "")
    return { wrong: "A payment to an e-mail address takes no internalId.", at: "internalId" };
  return undefined;
}

/** Msats that the recipient gets; of a body with nothing wrong. */
export function amountOf({ kind, to, amount }: PayBody): string {
  return amount ?? (kind === "invoice" ? amountOfInvoice(to) : undefined) ?? "0";
}

/** What the service would refuse anyway. `cap`: the most of one payment. */
export function overCap(body: PayBody, cap: string | null | undefined): WrongBody | undefined {
  return cap !== undefined && cap !== null && BigInt(amountOf(body)) > BigInt(cap)
    ? { wrong: "That is more than one payment of yours may send.", at: "amount" }
    : undefined;
}

/** Asks the service for a payment. The same key and body are one payment, however often they are sent. */
export async function sendPayment(api: ProjectApi, body: PayBody, idempotencyKey: string): Promise<Sent> {
  const { kind, to, description, internalId, payAnyway } = body;
  const amount = amountOf(body);
  const named = internalId === undefined ? {} : { internalId };
  const by = { idempotencyKey, payAnyway };
  const described = description === undefined ? {} : { description };
  switch (kind) {
    case "address": {
      const comment = description === undefined ? {} : { comment: description };
      const asked = { body: { lnAddress: to, amount, ...comment, ...named }, ...by };
      return sentOf(await api.write("post", "/v0/ln-address/send-payment", asked));
    }
    case "invoice": {
      const own = amountOfInvoice(to) === undefined ? { amount } : {};
      return sentOf(
        await api.write("post", "/v0/payments", {
          body: { invoice: to, ...own, ...described, ...named },
          ...by,
        }),
      );
    }
    case "gamertag": {
      const asked = { body: { gamertag: to, amount, ...described, ...named }, ...by };
      return sentOf(await api.write("post", "/v0/gamertag/send-payment", asked));
    }
    case "email": {
      const asked = { body: { email: to, amount, comment: description ?? "" }, ...by };
      const { id, fee, createdAt } = await api.write("post", "/v0/email/send-payment", asked);
      return { thing: "voucher", id, status: "completed", fee, createdAt };
    }
  }
}

type Answered = Readonly<Record<"id" | "status" | "fee" | "createdAt", string>>;

function sentOf({ id, status, fee, createdAt }: Answered): Sent {
  // What has failed is answered as a failure.
  return { thing: "payment", id, status: status === "completed" ? "completed" : "processing", fee, createdAt };
}
