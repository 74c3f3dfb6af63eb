import type { Brand } from "#kernel/brand.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { ProjectId } from "#kernel/ids.ts";
import { sha256 } from "./sha256.ts";

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

/** What is kept of a client secret: its SHA-256. */
export type SecretHash = Brand<Uint8Array, "SecretHash">;

/** Two, so that an application can change from one to the other without a pause. */
export const SECRETS_MAX = 2;
export const NAME_CHARACTERS_MAX = 60;
/** Valid ones that members make of one project; the operator may make more. Ours. */
export const APPS_MAX = 20;

/**
 * 18 bytes are 36 hexadecimal digits. One widely used client refuses client ids and secrets of any other length.
 * Digits, since a shell's command takes an argument that starts with the "-" of base64url for an option.
 */
const RANDOM_BYTES = 18;

export function newClientId(random: Random): ClientId {
  return randomText(random) as ClientId;
}

/** Whether a text has the form of one; any other is no look-up worth. */
export function isClientId(text: string): text is ClientId {
  return /^[\w-]{36}$/.test(text);
}

export function newClientSecret(random: Random): string {
  return randomText(random);
}

export function hashOfClientSecret(secret: string): SecretHash {
  return sha256(secret) as SecretHash;
}

function randomText(random: Random): string {
  return Buffer.from(random.bytes(RANDOM_BYTES)).toString("hex");
}

export class AppNotFound extends AppError {
  constructor() {
    super("app_not_found", "there is no application with this id or client id");
  }
}

export class TooManyApps extends AppError {
  constructor() {
    super("too_many_apps", `a project has at most ${APPS_MAX} applications; end one before you make another`);
  }
}
