import type { Currency, Minor } from "#kernel/fiat.ts";
import type { UserId } from "#kernel/ids.ts";
import type { IdentityReason } from "./customer.ts";
import type { PurchaseId } from "./purchase.ts";

/**
 * What the ramp needs of a card processor. One conformance file runs against every adapter.
 *
 * A call that throws `ProcessorUnavailable` says nothing about what it did. Each call may be repeated: a purchase is
 * begun, captured, cancelled and refunded once, however often and from however many processes it is asked for.
 */
export type PaymentProcessor = {
  /** Such as "sandbox" or "stripe"; a purchase keeps it. */
  readonly name: string;
  /**
   * Where a bank asks its customer, in a window of its own; undefined where the processor's script does it in the
   * page.
   */
  challengeUrl?(reference: string): string;
  /** Money that it takes is real. */
  readonly isLive: boolean;
  /** Asks for an authorization without taking anything. Nothing of the card passes through us. */
  begin(draft: ProcessorRequest): Promise<BegunPayment>;
  get(reference: string): Promise<ProcessorPayment>;
  /** Takes the whole amount. A no of the processor is in the state of the answer. */
  capture(reference: string, purchaseId: PurchaseId): Promise<ProcessorPayment>;
  /** Gives up an authorization, or a payment that was not authorized. What was captured stays captured. */
  cancel(reference: string, purchaseId: PurchaseId): Promise<ProcessorPayment>;
  /** Gives the whole amount back. */
  refund(reference: string, purchaseId: PurchaseId): Promise<ProcessorPayment>;
  /**
   * What a message of the processor is about. It is a hint: the state is read with `get`.
   * @throws {AppError} `webhook_refused` when the processor did not sign these bytes.
   */
  readWebhook(message: ProcessorMessage): ProcessorEvent;
  /**
   * References of payments that changed after `cursor`, at least once each, at most 100; "" is the last hour. For
   * messages that were lost.
   */
  listChanged(cursor: string): Promise<{ readonly cursor: string; readonly references: readonly string[] }>;
  /**
   * All payments that were begun, given back or disputed since a time, however long ago, once each. After a restore.
   */
  listSince(since: Date): Promise<readonly FoundPayment[]>;
};

export type FoundPayment = {
  readonly reference: string;
  /** From its metadata; undefined where there is none, and for a payment that was begun before. */
  readonly purchaseId: string | undefined;
  /** Something of it was given back or disputed. */
  readonly isReturned: boolean;
};

/** Undefined: bitcoin is not sold here, or the network of the node is not known yet. */
export type ChosenProcessor = () => PaymentProcessor | undefined;

export type ProcessorRequest = {
  /** The idempotency key, and in the payment's metadata. */
  readonly purchaseId: PurchaseId;
  readonly amount: Minor;
  readonly currency: Currency;
  readonly email: string;
  /** On the statement of the card, and in the processor's dashboard. */
  readonly description: string;
};

export type BegunPayment = {
  /** Of the processor. */
  readonly reference: string;
  /** With what the page of this purchase asks for the card; not kept. */
  readonly page: ProcessorPage;
};

/** What the page shows for the card. */
export type ProcessorPage =
  /** Our own form, whose cards are made up. */
  | { readonly kind: "sandbox"; readonly reference: string }
  /** Stripe's Payment Element. */
  | { readonly kind: "stripe"; readonly publishableKey: string; readonly clientSecret: string };

export type ProcessorPayment = {
  readonly reference: string;
  /** From its metadata. */
  readonly purchaseId: string | undefined;
  readonly amount: Minor;
  readonly currency: string;
  readonly state: /** No card was accepted yet; `declined` says why the last one was not. */
    | "waiting"
    /** The bank asks its customer (3-D Secure). */
    | "requires_action"
    | "authorized"
    | "captured"
    | "canceled";
  readonly declined: string | undefined;
  /** How many cards were declined. */
  readonly declines: number;
  readonly refund: "none" | "pending" | "succeeded" | "failed";
  /** The customer's bank takes the money back. */
  readonly dispute: "none" | "open" | "won" | "lost";
  /** What the processor kept of a captured amount; undefined as long as it does not say. */
  readonly fee: Minor | undefined;
  readonly card: Card | undefined;
};

export type Card = {
  /** The same for the same card number, at one processor. */
  readonly fingerprint: string;
  readonly brand: string;
  readonly last4: string;
};

export type ProcessorMessage = {
  /** As they arrived: they are what is signed. */
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type ProcessorEvent = {
  /** Of the processor: the same for a repeated message. */
  readonly id: string;
  readonly type: string;
  /** Undefined when it is about nothing that we read. */
  readonly subject: { readonly kind: "payment" | "identity"; readonly reference: string } | undefined;
};

/** What the ramp needs of who verifies identities. Calls that throw `ProcessorUnavailable` may be repeated. */
export type IdentityProvider = {
  readonly name: string;
  /** One for each try of a user: `tryId` is the idempotency key. */
  begin(request: { readonly tryId: string; readonly userId: UserId; readonly email: string }): Promise<BegunIdentity>;
  get(reference: string): Promise<IdentityResult>;
};

export type ChosenIdentity = () => IdentityProvider | undefined;

export type BegunIdentity = { readonly reference: string; readonly page: IdentityPage };

export type IdentityPage =
  /** Our own form: the surname decides. */
  | { readonly kind: "sandbox"; readonly reference: string }
  /** Stripe's own window. */
  | { readonly kind: "stripe"; readonly publishableKey: string; readonly clientSecret: string };

export type IdentityResult = {
  readonly state: "waiting" | "processing" | "approved" | "rejected" | "retry" | "review" | "expired";
  /** Where the provider says it. */
  readonly reason: IdentityReason | undefined;
};

/** What a bitcoin costs in a currency, for quotes. */
export type Rates = {
  /** Undefined when fewer than two sources agree that are young enough: no quote then. */
  read(currency: Currency): Promise<Rate | undefined>;
};

export type Rate = {
  /** Minor units of the currency for one bitcoin. */
  readonly minorPerBtc: bigint;
  readonly at: Date;
  /** `fixed`: made up, where money is worth nothing. */
  readonly source: "market" | "fixed";
};
