import { hash } from "node:crypto";
import type { Brand } from "#kernel/brand.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { ProjectId } from "#kernel/ids.ts";

export type AppId = Brand<string, "AppId">;
/** Public name of an application in the protocol (`client_id`): 36 characters. */
export type ClientId = Brand<string, "ClientId">;

/** An application that logs people in; a client in the sense of RFC 6749. */
export type App = {
  readonly id: AppId;
  readonly clientId: ClientId;
  readonly projectId: ProjectId;
  /** Shown to people who are asked for their consent. */
  readonly name: string;
  readonly logoUrl: string | undefined;
  /** 1 to 3, compared character by character. */
  readonly redirectUris: readonly string[];
  readonly createdAt: Date;
  readonly revokedAt: Date | undefined;
};

/** What is kept of a client secret: its SHA-256. No slow hash: 216 random bits cannot be guessed. */
export type SecretHash = Brand<Uint8Array, "SecretHash">;

/** Two, so that an application can change from one to the other without a pause. */
export const SECRETS_MAX = 2;
export const NAME_CHARACTERS_MAX = 60;

/** 27 bytes are 36 characters of base64url. One widely used client refuses client ids and secrets of any other length. */
const RANDOM_BYTES = 27;

export function newClientId(random: Random): ClientId {
  return randomText(random) as ClientId;
}

export function newClientSecret(random: Random): string {
  return randomText(random);
}

export function hashOfClientSecret(secret: string): SecretHash {
  return new Uint8Array(hash("sha256", secret, "buffer")) as SecretHash;
}

function randomText(random: Random): string {
  return Buffer.from(random.bytes(RANDOM_BYTES)).toString("base64url");
}

export class AppNotFound extends AppError {
  constructor() {
    super("app_not_found", "there is no application with this id or client id");
  }
}
