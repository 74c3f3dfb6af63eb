import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import type { Random } from "#kernel/clock.ts";

/**
 * Encrypts and authenticates what is written to the database and must be read again in clear. `about` says what the
 * value is and whose, such as `totp:<user id>`: a value that was sealed about one thing cannot be opened about another.
 */
export type Sealer = {
  /** Another result at each call. 29 bytes longer than `plain`. */
  seal(plain: Uint8Array, about: string): Uint8Array;
  /** @throws {SealBroken} when the bytes were changed, or sealed with another key or about something else. */
  open(sealed: Uint8Array, about: string): Uint8Array;
  /** A hash under the key, 32 bytes: for what is only compared and could be guessed from a plain hash. */
  mac(text: string, about: string): Uint8Array;
};

/** A bug or a damaged row: no input of a caller leads to it. */
export class SealBroken extends Error {
  constructor(about: string, options: { cause?: unknown } = {}) {
    super(`a sealed value cannot be opened: it was changed, or it is not about ${about}`, options);
    this.name = "SealBroken";
  }
}

/** Bytes of the key. */
export const SECRET_KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/**
 * Version (1 byte), nonce (12), ciphertext, tag (16): AES-256-GCM (NIST SP 800-38D) under a key that HKDF-SHA-256
 * (RFC 5869) derives from `key` and `about`, so that random nonces of many things do not meet under one key.
 */
export function createSealer({
  random,
  key,
}: {
  readonly random: Pick<Random, "bytes">;
  readonly key: Uint8Array;
}): Sealer {
  if (key.length !== SECRET_KEY_BYTES)
    throw new Error(`the secret key has ${key.length} bytes, not ${SECRET_KEY_BYTES}`);
  const derive = (use: "seal" | "mac", about: string) =>
    new Uint8Array(hkdfSync("sha256", key, "", `leyden ${use} ${VERSION} ${about}`, 32));
  const headOf = (about: string) => Buffer.concat([Buffer.of(VERSION), Buffer.from(about)]);

  return {
    seal(plain, about) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, derive("seal", about), nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(headOf(about));
      const parts = [Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
      return new Uint8Array(Buffer.concat(parts));
    },
    open(sealed, about) {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SealBroken(about);
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const cipher = createDecipheriv(CIPHER, derive("seal", about), nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(headOf(about));
      cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const body = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES);
        return new Uint8Array(Buffer.concat([cipher.update(body), cipher.final()]));
      } catch (error) {
        throw new SealBroken(about, { cause: error });
      }
    },
    mac: (text, about) => new Uint8Array(createHmac("sha256", derive("mac", about)).update(text).digest()),
  };
}
