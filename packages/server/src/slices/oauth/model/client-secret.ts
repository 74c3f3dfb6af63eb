import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";
import { hashOfClientSecret, SECRETS_MAX, type SecretHash } from "./app.ts";

/** Names a client secret, and says nothing of it: the first 16 digits of its SHA-256. */
export type SecretId = Brand<string, "SecretId">;

const ID_DIGITS = 16;
const SHOWN_CHARACTERS = 4;

/** A client secret that is valid. */
export type ClientSecret = {
  readonly id: SecretId;
  readonly hash: SecretHash;
  /** Its last characters; undefined: it was made before they were kept. */
  readonly lastFour: string | undefined;
  readonly createdAt: Date;
  /** At most a minute behind; undefined: no use was seen. */
  readonly usedAt: Date | undefined;
};

/** What is kept of one that is made. */
export type NewSecret = { readonly hash: SecretHash; readonly lastFour: string };

export function secretIdOf(hash: Uint8Array): SecretId {
  return Buffer.from(hash).toString("hex").slice(0, ID_DIGITS) as SecretId;
}

export function newSecretOf(clientSecret: string): NewSecret {
  return { hash: hashOfClientSecret(clientSecret), lastFour: clientSecret.slice(-SHOWN_CHARACTERS) };
}

export class TooManySecrets extends AppError {
  constructor() {
    super("too_many_client_secrets", `${SECRETS_MAX} client secrets are valid; end one before you make another`);
  }
}

export class SecretNotFound extends AppError {
  constructor() {
    super("client_secret_not_found", "the application has no valid client secret of this name");
  }
}

/** Without a secret nobody logs in through an application; whoever wants that ends the application. */
export class LastSecret extends AppError {
  constructor() {
    super("last_client_secret", "this is the only valid client secret; make another one first, or end the application");
  }
}
