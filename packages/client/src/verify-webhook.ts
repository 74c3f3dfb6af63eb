import { checkNames, type NamesOf } from "./checked-options.ts";
import { type HmacKey, hmacSha256, thisMachine } from "./machine.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** Why a webhook was refused. */
export type WebhookErrorCode =
  /** One of the three headers is not there. */
  | "missing_header"
  /** `webhook-id` or `webhook-timestamp` is not what the standard says. */
  | "invalid_header"
  /** It was sent too long ago, or its clock is ahead. */
  | "outside_tolerance"
  /** No signature fits the body and a secret. */
  | "wrong_signature"
  /** The body is no JSON, or was parsed before: pass the bytes as they came. */
  | "invalid_body"
  /** A secret is no `whsec_…`. */
  | "invalid_secret";

/** A webhook that must not be acted on. Answer 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Headers of a request: of `fetch`, of Node, or a plain object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** How far the sender's clock may be away, in both directions, in seconds; 300 without it. */
  readonly toleranceSeconds?: number | undefined;
  /** Instead of the time of this machine. */
  readonly now?: Date | undefined;
};

const VERIFY_OPTIONS: NamesOf<VerifyOptions> = { toleranceSeconds: true, now: true };

export type VerifiedWebhook<Body = WebhookEvent> = {
  /** Stays the same when the webhook is sent again: act once for each. */
  readonly id: string;
  /** When this attempt was sent. */
  readonly sentAt: Date;
  /** The parsed body. Its form is what the sender says; it is not checked here. */
  readonly body: Body;
};

const TOLERANCE_SECONDS = 300;
/** More signatures are not looked at: each one costs a hash of the body. */
const SIGNATURES_MAX = 10;

/**
 * Checks that a webhook comes from who has the secret and is fresh (Standard Webhooks 1.0.0), and reads it.
 * What an endpoint gets is a `WebhookEvent`; a `callbackUrl` gets the bare object: `verifyWebhook<Payment>`.
 *
 * @param rawBody The body as it was received, before any JSON parser.
 * @param secrets `whsec_…`, or several while a secret is being changed.
 * @throws {WebhookError} when it must not be acted on.
 * @throws {TypeError} when an option is not one of its own.
 */
export async function verifyWebhook<Body = WebhookEvent>(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<VerifiedWebhook<Body>> {
  checkNames("verifyWebhook", options, VERIFY_OPTIONS);
  const { toleranceSeconds = TOLERANCE_SECONDS, now = new Date(thisMachine.now()) } = options;
  const keys = await Promise.all([secrets].flat().map(importSecret));
  if (keys.length === 0) throw new WebhookError("invalid_secret", "there is no secret");
  const body = bytesOf(rawBody);
  const { id, timestamp, signatures } = readHeaders(headers);

  const message = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(message, signatures, keys)))
    throw new WebhookError("wrong_signature", "no signature fits this body and secret; was the body parsed before?");

  const sentAt = new Date(Number(timestamp) * 1_000);
  // `not` within: an invalid date or tolerance is refused too
  if (!(Math.abs(now.getTime() - sentAt.getTime()) <= toleranceSeconds * 1_000))
    throw new WebhookError("outside_tolerance", `it was sent at ${timestamp}, too far from now`);
  return { id, sentAt, body: parse(body) as Body };
}

async function importSecret(secret: string): Promise<HmacKey> {
  const bytes = typeof secret === "string" ? decodeBase64(secret.replace(/^whsec_/, "")) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookError("invalid_secret", "a secret is whsec_ and base64; is the setting there?");
  return await hmacSha256.key(bytes);
}

function bytesOf(rawBody: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  if (rawBody instanceof Uint8Array) return new Uint8Array(rawBody);
  throw new WebhookError(
    "invalid_body",
    "pass the body as it was received, as text or bytes, not what a parser made of it",
  );
}

function readHeaders(headers: WebhookHeaders) {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  // A full stop in either could move bytes between id, time and body without changing what is signed.
  if (!/^[^.\s]{1,255}$/.test(id))
    throw new WebhookError("invalid_header", "webhook-id is not a name without full stops");
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("invalid_header", "webhook-timestamp is not whole seconds");
  return { id, timestamp, signatures };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === "function" ? (headers as Headers).get(name) : plainHeader(headers, name);
  if (typeof value !== "string" || value === "") throw new WebhookError("missing_header", `there is no header ${name}`);
  return value;
}

function plainHeader(headers: object, name: string): unknown {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value.join(" ") : value;
}

async function isSigned(
  message: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  keys: readonly HmacKey[],
): Promise<boolean> {
  const v1 = signatures.filter((signature) => signature.startsWith("v1,")).slice(0, SIGNATURES_MAX);
  for (const signature of v1.map((text) => decodeBase64(text.slice("v1,".length))))
    for (const key of keys)
      if (signature !== undefined && (await hmacSha256.verify(key, signature, message))) return true;
  return false;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new WebhookError("invalid_body", "the body is signed, and no JSON in UTF-8");
  }
}

/** `undefined` when it is not base64. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
