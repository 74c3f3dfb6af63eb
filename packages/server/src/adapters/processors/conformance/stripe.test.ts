import { givenStripe } from "../stripe.harness.ts";
import { stripeProcessor } from "../stripe.ts";
import { FAKE_KEYS } from "../stripe-fake.harness.ts";
import type { FakeCard } from "../stripe-fake-book.harness.ts";
import { processorConformance } from "./conformance.harness.ts";
import type { CardKind, ProcessorWorld } from "./world.harness.ts";

const CARDS: Readonly<Record<CardKind, FakeCard>> = {
  good: { last4: "4242" },
  asks: { last4: "3184", asks: true },
  declined: { last4: "0002", declines: "generic_decline" },
  poor: { last4: "9995", declines: "insufficient_funds" },
  refundFails: { last4: "5126", refundFails: true },
};

processorConformance("Stripe, on a fake of it, conforms", async (): Promise<ProcessorWorld> => {
  const { stripe, deps, draft, processor } = await givenStripe();
  stripe.slowMs = 3;
  return {
    processor,
    draft,
    other: stripeProcessor(FAKE_KEYS, deps),
    pay: async (reference, card) => stripe.confirm(reference, CARDS[card]),
    answer: async (reference, answer) => stripe.answer(reference, answer === "approve"),
    dispute: async (reference) => stripe.dispute(reference),
    endDispute: async (reference, end) => stripe.endDispute(reference, end),
    settleRefund: async (reference) => stripe.failRefund(reference),
    breakNext: () => stripe.fail({ on: "POST", how: "late_reset" }),
    made: async (reference, what) => stripe.made.filter((one) => one.id === reference && one.what === what).length,
    message(reference, { ageSeconds = 0, otherKey = false } = {}) {
      const event = stripe.events.findLast(({ data }) => (data.object as { id?: string }).id === reference);
      const at = Math.floor(deps.clock.now().getTime() / 1000) - ageSeconds;
      return stripe.sign(event ?? {}, { at, secret: otherKey ? "whsec_another" : FAKE_KEYS.webhookSecret });
    },
  };
});
