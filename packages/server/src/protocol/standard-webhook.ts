import { createHmac, createSecretKey } from "node:crypto";
import { base64 } from "@scure/base";
import { ProtocolError } from "./protocol-error.ts";

/** Headers that a receiver verifies ("Standard Webhooks", section "Webhook headers"). */
export type WebhookHeaders = {
  /** The same for each attempt of one message: a receiver drops what it has seen. */
  readonly "webhook-id": string;
  /** Of the attempt, in seconds since 1970. */
  readonly "webhook-timestamp": string;
  /** One "v1,<base64>" for each secret, separated by spaces. */
  readonly "webhook-signature": string;
};

/** Of signatures with a symmetric secret. */
const VERSION = "v1";
/** 32 bytes in base64. */
const DIGEST = /^v1,([A-Za-z0-9+/]{43}=)$/;
/** Before the base64 of a symmetric secret. */
const SECRET_PREFIX = "whsec_";
/** "Standard Webhooks", section "Signature scheme": a symmetric secret has 24 to 64 bytes. */
const SECRET_BYTES = { min: 24, max: 64 } as const;

/** A secret in the form that signs. To make it takes longer than to sign with it. */
export type WebhookKey = ReturnType<typeof createSecretKey>;

export function webhookKey(secret: Uint8Array): WebhookKey {
  return createSecretKey(secret);
}

/** Signs a body, exactly as it is sent, with each of `keys`: HMAC-SHA256 over `id.timestamp.body`. */
export function signWebhook(
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
  keys: readonly WebhookKey[],
): WebhookHeaders {
  const timestamp = webhookTimestamp(at);
  const signatures = keys.map((key) => `${VERSION},${webhookDigest({ id, timestamp, body }, key)}`);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/** The header `webhook-timestamp` of what is sent at `at`: whole seconds, rounded down. */
export function webhookTimestamp(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}

/** What is signed: the headers' texts and the body, exactly as they are sent. */
export type SignedWebhook = { readonly id: string; readonly timestamp: string; readonly body: string };

/** HMAC-SHA256 over `id.timestamp.body`, in base64. */
export function webhookDigest({ id, timestamp, body }: SignedWebhook, key: WebhookKey): string {
  return createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
}

/** The digests in a header `webhook-signature`; those of other versions are left out, and what is no digest. */
export function digestsIn(signature: string): readonly string[] {
  return signature.split(" ").flatMap((part) => DIGEST.exec(part)?.[1] ?? []);
}

/** The form in which people copy a secret: "whsec_" and base64. */
export function formatWebhookSecret(secret: Uint8Array): string {
  return SECRET_PREFIX + base64.encode(secret);
}

/** @throws {ProtocolError} `malformed`; its message does not have the secret. */
export function parseWebhookSecret(text: string): Uint8Array {
  const problem = new ProtocolError("malformed", `a webhook secret is "${SECRET_PREFIX}" and base64 of 24 to 64 bytes`);
  if (!text.startsWith(SECRET_PREFIX) || text.length > 2 * SECRET_BYTES.max) throw problem;
  let secret: Uint8Array;
  try {
    secret = base64.decode(text.slice(SECRET_PREFIX.length));
  } catch {
    throw problem;
  }
  if (secret.length < SECRET_BYTES.min || secret.length > SECRET_BYTES.max) throw problem;
  return secret;
}
