import type { Stripe } from "stripe";
import { type IdentityProvider, type IdentityResult, ProcessorUnavailable } from "#ramp";
import { isLiveKey } from "../processors/stripe.ts";
import { BadAnswer, type Documented, type Fields, fieldsOf, textOf } from "../processors/stripe-answers.ts";
import { createStripeClient, type StripeDeps, type StripeKeys } from "../processors/stripe-client.ts";

const REFERENCE = /^vs_[A-Za-z0-9]{1,100}$/;
/** After these another try would end the same way. */
const FINAL: readonly IdentityResult["reason"][] = ["country", "age"];

/** Stripe, "The VerificationSession object", last_error.code. */
const REASONS: Readonly<
  Record<Documented<Stripe.Identity.VerificationSession.LastError.Code>, NonNullable<IdentityResult["reason"]>>
> = {
  abandoned: "stopped",
  consent_declined: "stopped",
  country_not_supported: "country",
  device_not_supported: "device",
  document_expired: "expired",
  document_type_not_supported: "document",
  document_unverified_other: "unreadable",
  email_unverified_other: "unreadable",
  email_verification_declined: "stopped",
  id_number_insufficient_document_data: "unreadable",
  id_number_mismatch: "unreadable",
  id_number_unverified_other: "unreadable",
  phone_unverified_other: "unreadable",
  phone_verification_declined: "stopped",
  selfie_document_missing_photo: "document",
  selfie_face_mismatch: "face",
  selfie_manipulated: "face",
  selfie_unverified_other: "face",
  under_supported_age: "age",
};

/** Stripe Identity: a document and a selfie. What the document says stays at Stripe. */
export function stripeIdentity(keys: StripeKeys, deps: StripeDeps): IdentityProvider {
  const client = createStripeClient(keys, deps);
  const isLive = isLiveKey(keys.secretKey);
  return {
    name: "stripe",
    async begin({ tryId, userId, email }) {
      const answer = await client.act("identify", `${tryId}:identify`, async (stripe, idempotencyKey) => {
        const created: unknown = await stripe.identity.verificationSessions.create(
          {
            type: "document",
            options: { document: { require_matching_selfie: true } },
            provided_details: { email },
            metadata: { try_id: tryId, user_id: userId },
          },
          { idempotencyKey },
        );
        const session = checkSession(created, isLive);
        const { try_id } = fieldsOf(session["metadata"], "metadata");
        if (try_id !== tryId) throw new BadAnswer("metadata.try_id");
        return {
          reference: textOf(session["id"], "id"),
          clientSecret: textOf(session["client_secret"], "client_secret"),
        };
      });
      if (answer.kind === "refused") throw new ProcessorUnavailable();
      const { reference, clientSecret } = answer.value;
      return { reference, page: { kind: "stripe", publishableKey: keys.publishableKey, clientSecret } };
    },
    async get(reference) {
      if (!REFERENCE.test(reference)) throw new ProcessorUnavailable();
      return await client.ask("get_identity", async (stripe) => {
        const session = checkSession(await stripe.identity.verificationSessions.retrieve(reference), isLive);
        if (session["id"] !== reference) throw new BadAnswer("id");
        return resultOf(session);
      });
    },
  };
}

function checkSession(value: unknown, isLive: boolean): Fields {
  const session = fieldsOf(value, "verification_session");
  if (session["object"] !== "identity.verification_session") throw new BadAnswer("object");
  if (!REFERENCE.test(textOf(session["id"], "id"))) throw new BadAnswer("id");
  if (session["livemode"] !== isLive) throw new BadAnswer("livemode");
  return session;
}

/** Stripe, "How Verification Sessions work". */
function resultOf(session: Fields): IdentityResult {
  const error = session["last_error"];
  switch (session["status"]) {
    case "verified":
      return { state: "approved", reason: undefined };
    case "processing":
      return { state: "processing", reason: undefined };
    case "canceled":
      return { state: "expired", reason: undefined };
    case "requires_input": {
      if (error === null || error === undefined) return { state: "waiting", reason: undefined };
      const reason = reasonOf(fieldsOf(error, "last_error"));
      return { state: FINAL.includes(reason) ? "rejected" : "retry", reason };
    }
    default:
      throw new BadAnswer("status");
  }
}

/** Undefined for a code that is newer than this list. */
function reasonOf({ code }: Fields): IdentityResult["reason"] {
  const known = typeof code === "string" && Object.hasOwn(REASONS, code);
  return known ? REASONS[code as keyof typeof REASONS] : undefined;
}
