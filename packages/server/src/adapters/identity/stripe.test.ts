import { describe, expect, it } from "vitest";
import type { UserId } from "#kernel/ids.ts";
import { ProcessorUnavailable } from "#ramp";
import { givenStripe } from "../processors/stripe.harness.ts";
import { FAKE_KEYS } from "../processors/stripe-fake.harness.ts";
import { stripeIdentity } from "./stripe.ts";

async function given() {
  const { stripe, deps, random, lines } = await givenStripe();
  const identity = stripeIdentity(FAKE_KEYS, deps);
  const request = { tryId: random.uuid(), userId: random.uuid() as UserId, email: "alice@example.com" };
  const begun = await identity.begin(request);
  const session = stripe.sessions.get(begun.reference);
  if (session === undefined) throw new Error("there is no session");
  return { stripe, identity, request, begun, session, lines };
}

describe("Stripe Identity", () => {
  it("is asked for a document and a selfie, once for each try", async () => {
    const { stripe, identity, request, begun } = await given();
    const { publishableKey } = FAKE_KEYS;
    expect(begun.page).toEqual({
      kind: "stripe",
      publishableKey,
      clientSecret: expect.stringMatching(/^vs_.*_secret/),
    });
    expect(stripe.calls[0]).toMatchObject({
      key: `${request.tryId}:identify`,
      params: { type: "document", "options[document][require_matching_selfie]": "true" },
    });
    expect(await identity.begin(request)).toEqual(begun);
    expect(stripe.sessions.size).toBe(1);
  });

  const failed = (code: string) => ({ status: "requires_input", last_error: { code, reason: "Why." } });
  it.each([
    [{ status: "requires_input" }, { state: "waiting", reason: undefined }],
    [{ status: "processing" }, { state: "processing", reason: undefined }],
    [{ status: "verified" }, { state: "approved", reason: undefined }],
    [{ status: "canceled" }, { state: "expired", reason: undefined }],
    [failed("document_expired"), { state: "retry", reason: "Why." }],
    [failed("selfie_face_mismatch"), { state: "retry", reason: "Why." }],
    [failed("under_supported_age"), { state: "rejected", reason: "Why." }],
  ])("with %j is %j", async (changes, result) => {
    const { identity, begun, session } = await given();
    Object.assign(session, changes);
    expect(await identity.get(begun.reference)).toEqual(result);
  });

  it.each([{ status: "half" }, { id: "vs_other" }, { livemode: true }, { object: "payment_intent" }])(
    "that answers %j is not believed",
    async (changes) => {
      const { identity, begun, session } = await given();
      Object.assign(session, changes);
      await expect(identity.get(begun.reference)).rejects.toThrow(ProcessorUnavailable);
    },
  );

  it("is not asked about what is no reference of its own, and knows no other", async () => {
    const { stripe, identity } = await given();
    const before = stripe.calls.length;
    await expect(identity.get("vs_../payment_intents")).rejects.toThrow(ProcessorUnavailable);
    expect(stripe.calls.length).toBe(before);
    await expect(identity.get("vs_none")).rejects.toThrow(ProcessorUnavailable);
  });
});
