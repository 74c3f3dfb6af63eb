import { AppError, InvalidInput } from "#kernel/errors.ts";
import { type EndpointId, EVENT_TYPES, type EventType } from "./event.ts";

/** Where a project wants its events sent. */
export type Endpoint = {
  readonly id: EndpointId;
  readonly url: string;
  /** Undefined: every type, also those that come later. */
  readonly types: readonly EventType[] | undefined;
  readonly description: string;
  readonly state: EndpointState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type EndpointState = { readonly kind: "enabled" } | { readonly kind: "disabled"; readonly reason: string };

/** Endpoints of a project. Every event is written once for each of them. Ours. */
export const ENDPOINTS_MAX = 20;

/** Why an endpoint is disabled when its project asked for it. */
export const DISABLED_BY_PROJECT = "disabled by the project";

export class EndpointNotFound extends AppError {
  constructor() {
    super("webhook_endpoint_not_found", "the project has no webhook endpoint with this id");
  }
}

export class EndpointDisabled extends AppError {
  constructor() {
    super("webhook_endpoint_disabled", "the webhook endpoint is disabled; enable it first");
  }
}

export class TooManyEndpoints extends AppError {
  constructor() {
    super("too_many_webhook_endpoints", `the project has ${ENDPOINTS_MAX} webhook endpoints; remove one first`);
  }
}

/** True for the "host:port" pairs that the operator allows besides. */
export type Allows = (hostAndPort: string) => boolean;

/**
 * Of who calls the endpoints. `mayCall`: false when the URL alone shows that it is never called, such as a private
 * address.
 */
export type CallRules = { readonly allows: Allows; mayCall(url: URL): boolean };

/**
 * A URL that events can be sent to, as the URL standard writes it: https on its usual port, or what the operator
 * allows. Where the name leads is checked for each connection.
 * @throws {InvalidInput} for anything else.
 */
export function endpointUrl(text: string, { allows, mayCall }: CallRules, field = "url"): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new InvalidInput(field, "must be an https address");
  if (url.username !== "" || url.password !== "") throw new InvalidInput(field, "must not hold a user or password");
  if (url.hash !== "") throw new InvalidInput(field, "must not have a fragment");
  if (allows(hostAndPort(url))) return url.href;
  if (url.protocol !== "https:") throw new InvalidInput(field, "must be an https address");
  if (portOf(url) !== 443) throw new InvalidInput(field, "must use port 443");
  if (!mayCall(url)) throw new InvalidInput(field, "must be at a host on the public internet");
  return url.href;
}

/** "host:port", as `Allows` takes it. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** What stands for every type. */
export const EVERY_TYPE = "*";

/**
 * The types that an endpoint takes, each once, in the order of the catalogue; undefined for `*`, alone or among others.
 * @throws {InvalidInput} naming the types that there are not, or when there is none.
 */
export function endpointTypes(texts: readonly string[]): readonly EventType[] | undefined {
  const known = Object.keys(EVENT_TYPES) as EventType[];
  const unknown = texts.filter((text) => text !== EVERY_TYPE && !Object.hasOwn(EVENT_TYPES, text));
  if (unknown.length > 0)
    throw new InvalidInput(
      "types",
      `must be types of events, which ${unknown.map(quoted).join(", ")} ${areNot(unknown)}`,
    );
  if (texts.length === 0) throw new InvalidInput("types", `must name a type, or "${EVERY_TYPE}" for every type`);
  return texts.includes(EVERY_TYPE) ? undefined : known.filter((type) => texts.includes(type));
}

/** Characters of an unknown type that a message repeats. */
const QUOTED_MAX = 60;

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, QUOTED_MAX));
}

function areNot(texts: readonly string[]): string {
  return texts.length === 1 ? "is not" : "are not";
}
