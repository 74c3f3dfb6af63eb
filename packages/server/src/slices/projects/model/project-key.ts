import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Brand } from "#kernel/brand.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";

/**
 * Secret that an app's backend sends in the `apikey` header: `ley_`, 30 random characters, 6 of checksum. The prefix
 * lets secret scanners find leaked keys; the checksum tells a mistyped key from an unknown one without a look-up (the
 * form of GitHub's tokens).
 */
export type ProjectKeySecret = Brand<string, "ProjectKeySecret">;

/** What we keep of a secret. */
export type KeyHash = Brand<string, "KeyHash">;

/** What is known of a key after its secret was shown once. */
export type ProjectKey = {
  readonly id: ProjectKeyId;
  readonly projectId: ProjectId;
  /** The first characters of the secret, for people to tell keys apart. */
  readonly prefix: string;
  /** What people call it; the prefix where nobody has named it. */
  readonly name: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | undefined;
  /** From then on it is refused, as one that was revoked; undefined: never. */
  readonly endsAt: Date | undefined;
  /** Written at most once a minute, so it may be a little behind. */
  readonly lastUsedAt: Date | undefined;
  /** The key from which it takes over, and the one that takes over from it; undefined: none. */
  readonly rolledFrom: ProjectKeyId | undefined;
  readonly rolledTo: ProjectKeyId | undefined;
  /** The first of those that took over from each other, whose rules and budgets it shares; undefined: its own. */
  readonly rulesOf: ProjectKeyId | undefined;
  /** It has a policy. */
  readonly isRestricted: boolean;
  /** It came back with a restored database, and may only read until the operator confirms it. */
  readonly isUnconfirmed: boolean;
  /** Its rules were changed since the copy: it is not confirmed before they are given again. */
  readonly waitsForRules: boolean;
};

export function isValid({ revokedAt, endsAt }: ProjectKey, now: Date): boolean {
  return revokedAt === undefined && (endsAt === undefined || endsAt > now);
}

/** Enough for a key for each purpose, and a second one while it is replaced. */
export const KEYS_VALID_MAX = 10;

export class TooManyKeys extends AppError {
  constructor() {
    super("too_many_keys", `${KEYS_VALID_MAX} keys of this project are valid; revoke one before you make another`);
  }
}

export class KeyNotFound extends AppError {
  constructor(id: string) {
    super("key_not_found", `there is no valid key ${id}`);
  }
}

/** After a restore: its rules are known to its operator alone. */
export class KeyWaitsForRules extends AppError {
  constructor(id: string) {
    super("key_unconfirmed", `the service was restored from a copy, and its operator gives key ${id} its rules again`);
  }
}

export class KeyRolledBefore extends AppError {
  constructor(id: string) {
    super("key_rolled", `another key has taken over from ${id} already; roll that one over, or make a new one`);
  }
}

const NAME_LENGTH_MAX = 40;

/**
 * Name of a key: 1 to 40 characters without control characters, spaces at the ends removed. The rule is ours.
 * @throws {InvalidInput} when `text` is not one.
 */
export function keyName(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length < 1 || length > NAME_LENGTH_MAX)
    throw new InvalidInput("name", `must have 1 to ${NAME_LENGTH_MAX} characters`);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) throw new InvalidInput("name", "must not have control characters");
  return name;
}

/** So long a key stays valid from which another one takes over: a deployment takes its time. Ours. */
export const KEPT_DEFAULT_MS = 24 * 3_600_000;
export const KEPT_MAX_MS = 30 * 24 * 3_600_000;

/** @throws {InvalidInput} when it is not after `now`, or more than 30 days later. */
export function formerEnd(now: Date, wanted: Date | undefined): Date {
  const end = wanted ?? new Date(now.getTime() + KEPT_DEFAULT_MS);
  if (end <= now) throw new InvalidInput("end of the former key", "must be in the future");
  if (end.getTime() > now.getTime() + KEPT_MAX_MS)
    throw new InvalidInput("end of the former key", "must be at most 30 days away");
  return end;
}

const PREFIX = "ley_";
const RANDOM_BYTES = 22; // 176 bits
const RANDOM_DIGITS = 30; // 62^30 > 2^176
const CHECKSUM_DIGITS = 6; // 62^6 > 2^32
const SHOWN_CHARACTERS = 10;
const SECRET = /^ley_[0-9A-Za-z]{36}$/;

export function newProjectKeySecret(random: Random): ProjectKeySecret {
  const randomness = BigInt(`0x${Buffer.from(random.bytes(RANDOM_BYTES)).toString("hex")}`);
  const body = PREFIX + base62(randomness, RANDOM_DIGITS);
  return (body + checksum(body)) as ProjectKeySecret;
}

/** The secret in `text`, or undefined when no key of ours can look like this. */
export function parseProjectKeySecret(text: string): ProjectKeySecret | undefined {
  if (!SECRET.test(text)) return undefined;
  const body = text.slice(0, -CHECKSUM_DIGITS);
  return text === body + checksum(body) ? (text as ProjectKeySecret) : undefined;
}

/**
 * SHA-256 in hexadecimal digits, the only form that is stored. No salt and no slow hash: 176 random bits cannot be
 * guessed, and every request pays for this call.
 */
export function hashOfSecret(secret: string): KeyHash {
  return hash("sha256", secret) as KeyHash;
}

/** The part of the secret that may be shown again. */
export function shownPrefix(secret: ProjectKeySecret): string {
  return secret.slice(0, SHOWN_CHARACTERS);
}

function checksum(body: string): string {
  let digits = "";
  // Numbers, not bigints: every request pays for this.
  for (let rest = crc32(body); digits.length < CHECKSUM_DIGITS; rest = Math.floor(rest / 62))
    digits = DIGITS.charAt(rest % 62) + digits;
  return digits;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: bigint, length: number): string {
  let digits = "";
  for (let rest = value; digits.length < length; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits;
}
