import {
  CHAIN_ADDRESS,
  DESTINATION,
  type FakePurchase,
  type FakeRamp,
  NETWORK_FEE,
  NUMBER,
  OWN_ADDRESS,
  TXID,
} from "./fake-state.harness.ts";

const purchase = (changes: Partial<FakePurchase>): FakePurchase => ({
  id: "purchase-1",
  state: "authorized",
  prepared: false,
  waiting: null,
  destination: DESTINATION,
  number: NUMBER,
  at: "2026-11-22T16:12:00.943Z",
  proof: null,
  source_amount: "25.00",
  source_currency: "EUR",
  fee_amount: "0.75",
  amount: "26315800",
  network_fee: null,
  txid: null,
  price: "95000.00",
  price_source: "fixed",
  card: { brand: "Visa", last4: "4242" },
  declines: 0,
  failure: null,
  quote_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  ...changes,
});

/** In two minutes, and in a day. */
const soon = () => new Date(Date.now() + 119_000).toISOString();
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

/** To an address of the chain. */
const chain = (step: string, changes: Partial<FakePurchase>) => () => ({
  step,
  destination: CHAIN_ADDRESS,
  isWorking: false,
  purchase: purchase({ destination: CHAIN_ADDRESS, amount: "24905800", network_fee: NETWORK_FEE, ...changes }),
});

const failure = { code: "insufficient_funds", message: "Your card has insufficient funds." };

const DECLINED = { code: "declined", message: "The card was declined." };

/** Every step that the service can say, each with its heading. */
export const STEPS: Readonly<Record<string, readonly [changes: () => Partial<FakeRamp>, heading: string]>> = {
  email: [() => ({ step: "email" }), "Confirm your e-mail address"],
  code: [() => ({ step: "code" }), "Enter the code"],
  identity: [() => ({ step: "identity", identity: { state: "retry", reason: "unreadable" } }), "Show who you are"],
  identity_wait: [() => ({ step: "identity_wait", isWorking: false }), "Your identity is being checked"],
  identity_review: [
    () => ({ step: "identity_wait", identity: { state: "review", reason: null } }),
    "We look at your identity",
  ],
  amount_new: [() => ({ step: "amount" }), "How much do you want to buy?"],
  amount: [() => ({ step: "amount" }), "How much do you want to buy?"],
  amount_without_price: [() => ({ step: "amount", isPriced: false }), "How much do you want to buy?"],
  quoted: [() => ({ step: "card", purchase: purchase({ state: "quoted", card: null }) }), "Pay with your card"],
  card: [() => ({ step: "card", purchase: purchase({ state: "requires_payment" }) }), "Pay with your card"],
  card_declined: [
    () => ({ step: "card", purchase: purchase({ state: "requires_payment", declines: 1 }) }),
    "Pay with your card",
  ],
  card_given: [
    () => ({ step: "working", isWorking: false, purchase: purchase({ state: "requires_payment" }) }),
    "Your purchase is on its way",
  ],
  amount_terms: [
    () => ({ step: "amount", terms: { url: "https://coin.example/terms", version: "2026-11-01" } }),
    "How much do you want to buy?",
  ],
  amount_paused: [() => ({ step: "amount", isPaused: true }), "How much do you want to buy?"],
  card_paused: [
    () => ({ step: "card", isPaused: true, purchase: purchase({ state: "requires_payment" }) }),
    "Pay with your card",
  ],
  working_paused: [
    () => ({ step: "working", isPaused: true, isWorking: false, purchase: purchase({ state: "captured" }) }),
    "Your purchase is on its way",
  ],
  challenge: [
    () => ({ step: "challenge", purchase: purchase({ state: "requires_action" }) }),
    "Your bank wants to be sure that it is you",
  ],
  working: [
    () => ({ step: "working", isWorking: false, purchase: purchase({ state: "captured", prepared: true }) }),
    "Your purchase is on its way",
  ],
  working_destination_away: [
    () => ({ step: "working", purchase: purchase({ waiting: { on: "destination", until: soon() } }) }),
    "Your purchase is on its way",
  ],
  working_not_sent: [
    () => ({
      step: "working",
      purchase: purchase({ state: "captured", prepared: true, waiting: { on: "sending", until: tomorrow() } }),
    }),
    "Your purchase is on its way",
  ],
  amount_chain: [chain("amount", { state: "canceled", card: null }), "How much do you want to buy?"],
  card_chain: [chain("card", { state: "requires_payment", card: null }), "Pay with your card"],
  working_chain_unsent: [chain("working", { state: "delivering" }), "Your purchase is on its way"],
  working_chain: [chain("working", { state: "delivering", txid: TXID }), "Your purchase is on its way"],
  done_chain: [chain("done", { state: "completed", txid: TXID }), "Your bitcoin has arrived"],
  done: [() => ({ step: "done", purchase: purchase({ state: "completed" }) }), "Your bitcoin has arrived"],
  done_own: [
    () => ({ step: "done", destination: null, purchase: purchase({ state: "completed", destination: OWN_ADDRESS }) }),
    "Your bitcoin has arrived",
  ],
  failed: [() => ({ step: "failed", purchase: purchase({ state: "failed", failure }) }), "The purchase failed"],
  declined: [
    () => {
      const ramp = { step: "failed", purchase: purchase({ state: "failed", declines: 3, failure: DECLINED }) };
      return { ...ramp, sessionState: "canceled" };
    },
    "No card was accepted",
  ],
  refund_pending: [
    () => ({ step: "refunded", purchase: purchase({ state: "refund_pending" }) }),
    "You get your money back",
  ],
  refund_failed: [
    () => ({ step: "refunded", purchase: purchase({ state: "refund_failed" }) }),
    "Your money will be given back",
  ],
  refused: [() => ({ step: "refused" }), "Nothing can be sold to you"],
  refunded: [() => ({ step: "refunded", purchase: purchase({ state: "refunded" }) }), "Your money went back"],
  on_hold: [
    () => ({
      step: "on_hold",
      purchase: purchase({ state: "on_hold", prepared: true, waiting: { on: "sending", until: tomorrow() } }),
    }),
    "Your bitcoin takes a little longer",
  ],
  on_hold_first_card: [
    () => ({
      step: "on_hold",
      purchase: purchase({ state: "on_hold", prepared: true, waiting: { on: "first_card", until: tomorrow() } }),
    }),
    "Your bitcoin takes a little longer",
  ],
  on_hold_own: [
    () => ({ step: "on_hold", purchase: purchase({ state: "on_hold", destination: OWN_ADDRESS }) }),
    "Your bitcoin takes a little longer",
  ],
  expired: [() => ({ step: "expired" }), "Time has run out"],
  in_use: [() => ({ pageKey: "rsp_other" }), "Open in another browser"],
  unknown: [() => ({ token: "rst_wrong" }), "This link does not work"],
};
