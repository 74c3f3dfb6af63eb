import type { Brand } from "#kernel/brand.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { Allows } from "./endpoint.ts";

export type CallbackHostId = Brand<string, "CallbackHostId">;

/** A host that a project wants for its own callbacks and endpoints alone. Others are refused it once it is verified. */
export type CallbackHost = {
  readonly id: CallbackHostId;
  /** "host"; "host:port" where the operator allows that pair. Lower case. */
  readonly host: string;
  /** What the challenge file must hold. */
  readonly token: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date | undefined;
};

/** Hosts of a project. Ours. */
export const CALLBACK_HOSTS_MAX = 20;

/** Between two looks at the challenge file of one host: nobody shall be flooded through us. */
export const CHECK_PAUSE_SECONDS = 5;

export class CallbackHostClaimed extends AppError {
  constructor(field: string, host: string) {
    super("callback_host_claimed", `the host ${host} was claimed by another project`, {
      details: [{ field, issue: "is at a host that another project has claimed" }],
    });
  }
}

export class CallbackHostNotFound extends AppError {
  constructor() {
    super("callback_host_not_found", "the project has not claimed this host");
  }
}

export class CallbackHostNotVerified extends AppError {
  constructor({ host }: CallbackHost, allows: Allows) {
    super("callback_host_not_verified", `${challengeUrl(host, allows)} does not answer 200 with the token alone`);
  }
}

export class TooManyCallbackHosts extends AppError {
  constructor() {
    super("too_many_callback_hosts", `the project has claimed ${CALLBACK_HOSTS_MAX} hosts; remove one first`);
  }
}

/**
 * A host as URLs spell it, in lower case: a public name without port, or a "host:port" that the operator allows.
 * @throws {InvalidInput} for anything else: an address, a path, a port, a name without a dot.
 */
export function callbackHost(text: string, allows: Allows): string {
  const lower = text.toLowerCase();
  if (allows(lower)) return lower;
  const host = URL.parse(`https://${lower}`)?.host;
  const isName = host !== undefined && /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host) && /^[^\s:/?#@\\]+$/.test(lower);
  if (!isName) throw new InvalidInput("host", "must be the name of a host, such as shop.example");
  return host;
}

/** Where the challenge file of a host lies. */
export function challengeUrl(host: string, allows: Allows): string {
  return `${allows(host) ? "http" : "https"}://${host}/.well-known/leyden-callback.txt`;
}

const TOKEN_BYTES = 24;

export function newToken(random: Random): string {
  return `leyden-callback-${Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url")}`;
}

/** True when the file holds the token and nothing else but white space around it. */
export function showsToken(file: Uint8Array, { token }: Pick<CallbackHost, "token">): boolean {
  return Buffer.from(file).toString("utf8").trim() === token;
}

/** The names under which the host of a URL may be claimed: with its port, and without. None when it is no URL. */
export function claimableHosts(url: string): readonly string[] {
  const parsed = URL.parse(url);
  return parsed === null ? [] : [...new Set([parsed.host, parsed.hostname])];
}
