import { timingSafeEqual } from "node:crypto";
import { digestsIn, parseWebhookSecret, webhookDigest, webhookKey } from "#protocol/standard-webhook.ts";
import type { Secrets } from "./delivery.ts";

/** What a receiver got, as its developer has it. */
export type GivenMessage = {
  /** The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`; "" when they are missing. */
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  /** With which the receiver verifies, `whsec_…`; undefined: it is not told. */
  readonly secret: string | undefined;
};

/** What we know of the event that the message names, in its header or in its body. */
export type KnownMessage = {
  /** Undefined: the project has no such event. */
  readonly id: string | undefined;
  /** The forms in which it is sent. */
  readonly bodies: readonly string[];
  /** The headers of attempts. */
  readonly sent: readonly { readonly timestamp: string; readonly signature: string | undefined }[];
};

/** Receivers refuse what is older, or as much ahead. "Standard Webhooks", section "Verifying webhook authenticity". */
export const TOLERANCE_MS = 300_000;

/** Why a part is what it is. */
export type Because =
  | "missing"
  /** It is not of its form: a number, a digest, a secret. */
  | "malformed"
  /** The project has no such event, no attempt was made then, or no secret of the project is it. */
  | "not_ours"
  /** The signature is of another id: that in the body. */
  | "other_id"
  /** Right, and old by now: who verifies it now refuses it. */
  | "old"
  /** The same JSON, written anew: what is verified must be the bytes that came. */
  | "rewritten"
  | "differs"
  /** The secret before the last rotation: it signs too, or no more. */
  | "previous"
  | "ended"
  /** It was replaced since, so it cannot be tried. */
  | "replaced";

export type CheckedPart = { readonly verdict: "right" | "wrong" | "unknown"; readonly because: Because | undefined };

export type SignatureCheck = {
  /** A secret of the project has made the signature of exactly this, and the receiver's secret is one of them. */
  readonly fits: boolean;
  readonly id: CheckedPart;
  readonly timestamp: CheckedPart;
  readonly body: CheckedPart;
  /** Not known when it was not given; its reason is then that of the secret that has signed. */
  readonly secret: CheckedPart;
  readonly signature: CheckedPart;
};

const right = (because?: Because): CheckedPart => ({ verdict: "right", because });
const wrong = (because: Because): CheckedPart => ({ verdict: "wrong", because });
const unknown = (because?: Because): CheckedPart => ({ verdict: "unknown", because });

/**
 * Says which part of a message does not fit its signature, by trying what we know in the place of each. `secrets`:
 * undefined until the project's first delivery. The answer has no signature: it would be one to forge with.
 */
export function checkSignature(
  given: GivenMessage,
  known: KnownMessage,
  secrets: Secrets | undefined,
  now: Date,
): SignatureCheck {
  const digests = digestsIn(given.signature);
  if (digests.length === 0) {
    const signature = wrong(given.signature === "" ? "missing" : "malformed");
    return { fits: false, ...partsAlone(given, known), secret: ofPasted(given.secret, secrets, now), signature };
  }
  const found = bestMatch(given, known, secrets, digests);
  if (found === undefined) return unmatched(given, known, { secrets, digests, now });
  const { key, ...parts } = found;
  const isSame = parts.id === given.id && parts.timestamp === given.timestamp && parts.body === given.body;
  const secret = given.secret === undefined ? unknown(ageOf(key, now)) : ofPasted(given.secret, secrets, now);
  return {
    fits: isSame && secret.verdict !== "wrong",
    id: parts.id === given.id ? right() : wrong("other_id"),
    timestamp: parts.timestamp === given.timestamp ? rightTime(given.timestamp, now) : wrongTime(given.timestamp),
    body: parts.body === given.body ? right() : wrongBody(given.body, [parts.body]),
    secret,
    signature: right(),
  };
}

type Key = { readonly secret: Uint8Array; readonly until: Date | undefined };

/** The newest first. */
function keysOf(secrets: Secrets | undefined): readonly Key[] {
  if (secrets === undefined) return [];
  return [{ secret: secrets.current, until: undefined }, ...(secrets.previous ? [secrets.previous] : [])];
}

type Match = { readonly id: string; readonly timestamp: string; readonly body: string; readonly key: Key };

/** Of all that fits, what changes the fewest parts of the message. */
function bestMatch(
  given: GivenMessage,
  known: KnownMessage,
  secrets: Secrets | undefined,
  digests: readonly string[],
): Match | undefined {
  const ids = unique([given.id, known.id ?? given.id, idInBody(given.body) ?? given.id]);
  const timestamps = unique([given.timestamp, ...known.sent.map(({ timestamp }) => timestamp)]);
  const bodies = unique([given.body, ...known.bodies]);
  let best: { readonly match: Match; readonly changes: number } | undefined;
  for (const key of keysOf(secrets)) {
    const webhook = webhookKey(key.secret);
    for (const id of ids)
      for (const timestamp of timestamps)
        for (const body of bodies) {
          const changes = [id !== given.id, timestamp !== given.timestamp, body !== given.body].filter(Boolean).length;
          if (best !== undefined && changes >= best.changes) continue;
          const digest = webhookDigest({ id, timestamp, body }, webhook);
          if (digests.includes(digest)) best = { match: { id, timestamp, body, key }, changes };
        }
  }
  return best?.match;
}

/** No secret that is left fits. One of ours that was replaced made the signature, or none did. */
function unmatched(
  given: GivenMessage,
  known: KnownMessage,
  { secrets, digests, now }: { secrets: Secrets | undefined; digests: readonly string[]; now: Date },
): SignatureCheck {
  const parts = partsAlone(given, known);
  const ours = known.sent.find(({ signature = "" }) => digestsIn(signature).some((one) => digests.includes(one)));
  if (ours !== undefined) {
    const timestamp = ours.timestamp === given.timestamp ? rightTime(given.timestamp, now) : wrongTime(given.timestamp);
    return { fits: false, ...parts, timestamp, secret: unknown("replaced"), signature: right() };
  }
  return { fits: false, ...parts, secret: ofPasted(given.secret, secrets, now), signature: wrong("not_ours") };
}

/** What can be said of id, time and body without a signature. */
function partsAlone(
  { id, timestamp, body }: GivenMessage,
  known: KnownMessage,
): Pick<SignatureCheck, "id" | "timestamp" | "body"> {
  const isKnown = known.id !== undefined;
  const wasSent = known.sent.some((sent) => sent.timestamp === timestamp);
  return {
    id: id === known.id ? right() : wrong(id === "" ? "missing" : isKnown ? "other_id" : "not_ours"),
    timestamp: wasSent ? right() : isKnown || !isSeconds(timestamp) ? wrongTime(timestamp) : unknown(),
    body: known.bodies.includes(body) ? right() : isKnown ? wrongBody(body, known.bodies) : unknown(),
  };
}

function rightTime(timestamp: string, now: Date): CheckedPart {
  return right(Math.abs(now.getTime() - Number(timestamp) * 1_000) > TOLERANCE_MS ? "old" : undefined);
}

function wrongTime(timestamp: string): CheckedPart {
  if (timestamp === "") return wrong("missing");
  return wrong(isSeconds(timestamp) ? "not_ours" : "malformed");
}

function isSeconds(timestamp: string): boolean {
  return /^[0-9]{1,12}$/.test(timestamp);
}

function wrongBody(body: string, sent: readonly string[]): CheckedPart {
  if (body === "") return wrong("missing");
  const same = jsonOf(body);
  return wrong(same !== undefined && sent.some((one) => jsonOf(one) === same) ? "rewritten" : "differs");
}

/** One text for all that is the same JSON; undefined: it is none. */
function jsonOf(text: string): string | undefined {
  const value = parsed(text);
  return value === undefined ? undefined : JSON.stringify(value, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The id in the envelope. */
export function idInBody(body: string): string | undefined {
  const value = parsed(body);
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" ? id : undefined;
}

function ageOf({ until }: Key, now: Date): "previous" | "ended" | undefined {
  return until && (now < until ? "previous" : "ended");
}

function ofPasted(text: string | undefined, secrets: Secrets | undefined, now: Date): CheckedPart {
  if (text === undefined) return unknown();
  let secret: Uint8Array;
  try {
    secret = parseWebhookSecret(text);
  } catch {
    return wrong("malformed");
  }
  const key = keysOf(secrets).find((one) => isEqual(one.secret, secret));
  if (key === undefined) return wrong("not_ours");
  const age = ageOf(key, now);
  return age === "ended" ? wrong(age) : right(age);
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
