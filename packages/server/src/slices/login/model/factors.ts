import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Brand } from "#kernel/brand.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { plainLine } from "#kernel/plain-line.ts";
import { message } from "#texts/reader.ts";
import type { OwnedFactors } from "./second-factor.ts";

/** A credential id in base64url, made by the authenticator. */
export type PasskeyId = Brand<string, "PasskeyId">;
/** Public key of a wallet, compressed secp256k1, 66 hexadecimal digits in lower case. */
export type WalletKey = Brand<string, "WalletKey">;

export type Passkey = {
  readonly id: PasskeyId;
  readonly name: string;
  /** It is on all devices of the user's account at Apple, Google or another. */
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
};

export type LightningKey = {
  readonly key: WalletKey;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
};

/** What a user logs in with, beside the e-mail address. */
export type UserFactors = {
  readonly passkeys: readonly Passkey[];
  readonly lightningKeys: readonly LightningKey[];
  readonly password: { readonly setAt: Date } | undefined;
  readonly totp: { readonly createdAt: Date; readonly recoveryCodes: number } | undefined;
};

/** A factor that can be removed. Recovery codes go with the app. */
export type Removable =
  | { readonly kind: "totp" | "password" }
  | { readonly kind: "passkey"; readonly id: PasskeyId }
  | { readonly kind: "lightning"; readonly key: WalletKey };

/** What a form names; undefined when it cannot be one of them. */
export function removableOf(kind: string, id: string): Removable | undefined {
  if (kind === "totp" || kind === "password") return { kind };
  if (kind === "passkey" && PASSKEY_ID.test(id)) return { kind, id: id as PasskeyId };
  if (kind === "lightning" && WALLET_KEY.test(id)) return { kind, key: id as WalletKey };
  return undefined;
}

const PASSKEY_ID = /^[A-Za-z0-9_-]{1,1364}$/;
const WALLET_KEY = /^0[23][0-9a-f]{64}$/;

/** Passkeys that a user may have, and wallets. */
export const KEYS_MAX = 10;

const NAME_CHARACTERS_MAX = 40;

/** What the policy of `second-factor.ts` asks about a user. */
export function ownedOf({ totp, passkeys }: UserFactors): OwnedFactors {
  return { hasTotp: totp !== undefined, recoveryCodes: totp?.recoveryCodes ?? 0, passkeys: passkeys.length };
}

/**
 * How many ways in are left. The app and recovery codes are none: they come second.
 * `hasMail`: codes by e-mail can be sent.
 */
export function waysIn({ passkeys, lightningKeys, password }: UserFactors, hasMail: boolean): number {
  return passkeys.length + lightningKeys.length + (password === undefined ? 0 : 1) + (hasMail ? 1 : 0);
}

/** What tells a factor of a user from every other one, also from itself when it was removed and linked again. */
export type FactorMark = {
  readonly kind: Removable["kind"];
  /** Of a passkey or a wallet. */
  readonly name: string;
  readonly since: Date;
};

/** SHA-256 by which the journal names a factor that was removed, and by which a copy finds it again. */
export function hashOfMark({ kind, name, since }: FactorMark): Uint8Array {
  return sha256(utf8ToBytes(`${kind} ${name} ${since.toISOString()}`));
}

/** The same of a recovery code, of which the database has a hash. */
export function hashOfRecoveryCode(codeHash: Uint8Array): Uint8Array {
  return sha256(utf8ToBytes(`recovery_code ${bytesToHex(codeHash)}`));
}

/** Undefined: the user has no such factor. */
export function markOf(
  { passkeys, lightningKeys, password, totp }: UserFactors,
  factor: Removable,
): FactorMark | undefined {
  const { kind } = factor;
  switch (kind) {
    case "passkey": {
      const found = passkeys.find(({ id }) => id === factor.id);
      return found && { kind, name: found.id, since: found.createdAt };
    }
    case "lightning": {
      const found = lightningKeys.find(({ key }) => key === factor.key);
      return found && { kind, name: found.key, since: found.createdAt };
    }
    case "password":
      return password && { kind, name: "", since: password.setAt };
    case "totp":
      return totp && { kind, name: "", since: totp.createdAt };
  }
}

/** The same factors without one. */
export function without(factors: UserFactors, removed: Removable): UserFactors {
  switch (removed.kind) {
    case "totp":
      return { ...factors, totp: undefined };
    case "password":
      return { ...factors, password: undefined };
    case "passkey":
      return { ...factors, passkeys: factors.passkeys.filter(({ id }) => id !== removed.id) };
    case "lightning":
      return { ...factors, lightningKeys: factors.lightningKeys.filter(({ key }) => key !== removed.key) };
  }
}

/**
 * The name of a passkey or a wallet, chosen by the user; one line.
 * @throws {InvalidInput} when nothing is left of it.
 */
export function factorName(text: string): string {
  const name = plainLine(text, NAME_CHARACTERS_MAX);
  if (name === "") throw new InvalidInput("name", "must not be empty", message("failure_name_empty"));
  return name;
}

export class LastWayIn extends AppError {
  constructor() {
    super("last_way_in", "this is the last way to log in; add another one first", {
      forPeople: message("failure_last_way_in"),
    });
  }
}

export class TooManyFactors extends AppError {
  constructor() {
    super("too_many_factors", `a user has at most ${KEYS_MAX} of them; remove one first`, {
      forPeople: message("failure_factors_many", { most: KEYS_MAX }),
    });
  }
}

export class FactorTaken extends AppError {
  constructor() {
    super("factor_taken", "this passkey or wallet is linked already", { forPeople: message("failure_factor_taken") });
  }
}
