import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { newId, type UserId } from "#kernel/ids.ts";
import { type IdentityResult, ProcessorUnavailable } from "#ramp";
import { givenStripe } from "../processors/stripe.harness.ts";
import type { Documented } from "../processors/stripe-answers.ts";
import { documentedSession } from "../processors/stripe-documented.harness.ts";
import { FAKE_KEYS } from "../processors/stripe-fake.harness.ts";
import { stripeIdentity } from "./stripe.ts";

async function given() {
  const { stripe, deps, random, lines } = await givenStripe();
  const identity = stripeIdentity(FAKE_KEYS, deps);
  const request = { tryId: random.uuid(), userId: newId<UserId>(random), email: "alice@example.com" };
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
    [failed("document_expired"), { state: "retry", reason: "expired" }],
    [failed("selfie_face_mismatch"), { state: "retry", reason: "face" }],
    [failed("under_supported_age"), { state: "rejected", reason: "age" }],
    [failed("newer_than_this_list"), { state: "retry", reason: undefined }],
  ])("with %j is %j", async (changes, result) => {
    const { identity, begun, session } = await given();
    Object.assign(session, changes);
    expect(await identity.get(begun.reference)).toEqual(result);
  });

  const STATES: Readonly<Record<Documented<Stripe.Identity.VerificationSession.Status>, IdentityResult["state"]>> = {
    requires_input: "waiting",
    processing: "processing",
    verified: "approved",
    canceled: "expired",
  };
  it.each(Object.entries(STATES))("as Stripe documents it, of status %s is %s", async (status, state) => {
    const { identity, begun, session } = await given();
    const { id, metadata } = session;
    Object.assign(session, documentedSession({ status }), { id, metadata });
    expect(await identity.get(begun.reference)).toEqual({ state, reason: undefined });
  });

  // Stripe, "The VerificationSession object", last_error.code.
  const ENDS: Readonly<Record<Documented<Stripe.Identity.VerificationSession.LastError.Code>, "retry" | "rejected">> = {
    abandoned: "retry",
    consent_declined: "retry",
    country_not_supported: "rejected",
    device_not_supported: "retry",
    document_expired: "retry",
    document_type_not_supported: "retry",
    document_unverified_other: "retry",
    email_unverified_other: "retry",
    email_verification_declined: "retry",
    id_number_insufficient_document_data: "retry",
    id_number_mismatch: "retry",
    id_number_unverified_other: "retry",
    phone_unverified_other: "retry",
    phone_verification_declined: "retry",
    selfie_document_missing_photo: "retry",
    selfie_face_mismatch: "retry",
    selfie_manipulated: "retry",
    selfie_unverified_other: "retry",
    under_supported_age: "rejected",
  };
  it("that failed may be tried again, but for two reasons that stay", async () => {
    const { identity, begun, session } = await given();
    const found: Record<string, string> = {};
    for (const code of Object.keys(ENDS)) {
      Object.assign(session, { last_error: { code, reason: "Why." } });
      found[code] = (await identity.get(begun.reference)).state;
    }
    expect(found).toEqual(ENDS);
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
