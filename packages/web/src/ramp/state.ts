/** What `GET /ramp/{session}/api/state` answers, as far as the page reads it. */
export type State = {
  readonly step: Step;
  /** Of the server: the page's clock may be wrong. */
  readonly now: string;
  readonly session: {
    readonly id: string;
    readonly state: "open" | "active" | "completed" | "expired" | "canceled";
    readonly expires_at: string;
    readonly email: string;
    /** A Lightning address or an address of the chain; null: the person's own wallet. */
    readonly destination: string | null;
    readonly quote_currency: string | null;
    /** Who offers the purchase. */
    readonly project: string;
    /** The person's own wallet has opened it, and no project. */
    readonly of_wallet: boolean;
    /** Where the page leads back to when it is in no frame. */
    readonly return_url: string | null;
    /** It is known who buys. */
    readonly proved: boolean;
    /** What was chosen before that was known. */
    readonly chosen: { readonly amount: string; readonly currency: string } | null;
  };
  readonly currencies: readonly string[];
  /** Null where no amount is chosen, and while no price is known. */
  readonly limits: {
    readonly currency: string;
    readonly minimum: string;
    readonly week_left: string | null;
    readonly month_left: string | null;
    readonly needs_identity_above: string | null;
  } | null;
  readonly purchase: Purchase | null;
  /** `reason`: the service's word for why it was not confirmed. */
  readonly identity: { readonly state: string; readonly reason: string | null } | null;
  /** Who sells, in the words of the operator. */
  readonly seller: { readonly name: string; readonly address: string | null; readonly support: string | null };
  /** That who goes on accepts; null: none, or they are accepted. `isChanged`: the page has shown others before. */
  readonly terms: { readonly url: string; readonly version: string; readonly isChanged?: boolean } | null;
  /** The service sends nothing now: nothing is sold, and what was bought waits. */
  readonly paused: boolean;
  /** Cards and identities are made up. */
  readonly sandbox: boolean;
};

/** The amount of the last purchase of the session, or what was chosen before it was known who buys. */
export function chosenBefore({
  purchase,
  session,
}: State): { readonly amount: string; readonly currency: string } | undefined {
  if (purchase === null) return session.chosen ?? undefined;
  return { amount: purchase.source_amount, currency: purchase.source_currency };
}

export type Step =
  | "email"
  | "code"
  | "identity"
  | "identity_wait"
  | "amount"
  | "card"
  | "challenge"
  | "working"
  | "done"
  | "failed"
  | "refunded"
  | "on_hold"
  | "expired"
  | "refused"
  | "in_use";

/** What an amount brings. */
export type Price = {
  /** Of the currency, such as "25.00"; the fee is part of it. */
  readonly source_amount: string;
  readonly source_currency: string;
  readonly fee_amount: string;
  /** What arrives, in millisatoshis. */
  readonly amount: string;
  /** Of the miners, in millisatoshis: taken off what arrives. Null: nothing goes over the chain. */
  readonly network_fee: string | null;
  /** Of one bitcoin, in the currency. */
  readonly price: string;
  readonly price_source: "market" | "fixed";
};

/** What keeps a purchase from going on whose card is good. */
export type Waiting = {
  /** `destination`: nothing was charged. `sending`: the card has paid. `first_card`: nobody has paid with it before. */
  readonly on: "destination" | "sending" | "first_card";
  /** Then it is given up, and what was charged goes back; after `first_card` it goes on. */
  readonly until: string;
};

export type Purchase = Price & {
  readonly id: string;
  readonly state: string;
  /** The payment that delivers it is decided. */
  readonly prepared: boolean;
  readonly waiting: Waiting | null;
  /** Where the bitcoin goes: the person's own wallet, too, by its Lightning address. */
  readonly destination: string;
  /** By which people ask about it. */
  readonly number: string;
  /** When it ended, or went on last. */
  readonly at: string;
  /** That the bitcoin was sent. */
  readonly proof?: { readonly kind: "preimage" | "txid"; readonly text: string } | null;
  /** Of the transaction on the chain, from when it exists. */
  readonly txid: string | null;
  readonly quote_expires_at: string;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** Cards that were declined for it. */
  readonly declines: number;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Where the bank asks, as long as it does. */
  readonly challenge_url?: string | null;
};

/** With what a card or an identity is asked for. */
export type ProviderPage =
  | { readonly kind: "sandbox"; readonly reference: string }
  | { readonly kind: "stripe"; readonly publishableKey: string; readonly clientSecret: string };

export type Confirmation = {
  readonly state: "authorized" | "requires_action" | "waiting" | "declined";
  /** Code of why a card is not taken. */
  readonly reason?: string | undefined;
  readonly challenge_url?: string | undefined;
};
