/** What a setting may say: text of the environment into values. Each throws a `Mistake`. */
import type { CrashPoint } from "#kernel/clock.ts";
import { CURRENCIES, type Currency, type Minor, parseMinor } from "#kernel/fiat.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { ipVersion, isNetwork } from "#kernel/network.ts";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { parseWebhookSecret } from "#protocol/standard-webhook.ts";

/** Its message goes on after the name of the variable. */
export class Mistake extends Error {}

export function optional<T>(read: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === "" ? undefined : read(text));
}

export function list<T>(read: (text: string) => T): (text: string) => readonly T[] {
  return (text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "")
      .map(read);
}

export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new Mistake(`must be a whole number from ${least} to ${most}`);
    return value;
  };
}

const LIMIT_NAMES = ["daily", "weekly", "monthly", "balance"] as const;

/** What a wallet may spend in 24 hours, 7 days and 30 days, and hold: each named once, in whole sat or `none`. */
export function limits(text: string) {
  const named = namedValues(text);
  const isWhole = named.size === LIMIT_NAMES.length && text.split(",").length === LIMIT_NAMES.length;
  if (!isWhole || !LIMIT_NAMES.every((name) => named.has(name)))
    throw new Mistake(
      "must name daily, weekly, monthly and balance: `daily:100000,weekly:200000,monthly:none,balance:100000`",
    );
  const [daily, weekly, monthly, maxBalance] = LIMIT_NAMES.map((name) => limit(name, named.get(name) ?? ""));
  return { daily, weekly, monthly, maxBalance };
}

/** `daily:100,weekly:200`: each value by its name. */
function namedValues(text: string): ReadonlyMap<string, string> {
  return new Map(list((item) => item.split(/:(.*)/, 2))(text).map(([name = "", value = ""]) => [name, value]));
}

function limit(name: string, text: string): Msats | undefined {
  if (text === "none") return undefined;
  if (!/^[0-9]{1,16}$/.test(text)) throw new Mistake(`must have a whole number of sat, or \`none\`, for ${name}`);
  try {
    return sats(BigInt(text));
  } catch {
    throw new Mistake(`must not exceed 21 million BTC for ${name}`);
  }
}

/** "0.50" of a currency. */
export function decimalAmount(text: string): Minor {
  try {
    return parseMinor(text);
  } catch {
    throw new Mistake("must be an amount such as 0.50");
  }
}

const RAMP_LIMITS = ["minimum", "week", "purchases", "verified_week", "verified_month"];

/** `minimum:5,week:150,purchases:3,verified_week:2500,verified_month:10000`, in EUR. */
export function rampLimits(text: string) {
  const named = namedValues(text);
  const missing = RAMP_LIMITS.filter((name) => !named.has(name));
  const unknown = [...named.keys()].filter((name) => !RAMP_LIMITS.includes(name));
  if (missing.length > 0 || unknown.length > 0)
    throw new Mistake(
      `must name ${RAMP_LIMITS.join(", ")}, each with its number: \`minimum:5,week:150,…\`; ` +
        [...missing.map((name) => `${name} is missing`), ...unknown.map((name) => `${name} is unknown`)].join(", "),
    );
  const read = <T>(name: string, reader: (value: string) => T): T => ofPart(name, () => reader(named.get(name) ?? ""));
  return {
    minimum: read("minimum", decimalAmount),
    week: read("week", decimalAmount),
    purchases: read("purchases", whole(0, 1_000)),
    verifiedWeek: read("verified_week", decimalAmount),
    verifiedMonth: read("verified_month", decimalAmount),
  };
}

/** A mistake in one part of a value says in which. */
function ofPart<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Mistake ? new Mistake(`${error.message} for ${name}`) : error;
  }
}

export function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Mistake(`must be one of ${words.join(", ")}`);
    return word;
  };
}

const KEY_ROLES = ["owner", "developer"] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** Roles of members, each once; `none`: no role. */
export function keyRoles(text: string): readonly KeyRole[] {
  if (text === "none") return [];
  const roles = list((name) => KEY_ROLES.find((role) => role === name))(text);
  if (roles.length === 0 || roles.includes(undefined) || new Set(roles).size < roles.length)
    throw new Mistake(`must be ${KEY_ROLES.join(" or ")}, or both with a comma, or \`none\`: viewers only read`);
  return roles as readonly KeyRole[];
}

export function url(...protocols: readonly string[]): (text: string) => string {
  return (text) => {
    if (!protocols.includes(URL.parse(text)?.protocol ?? ""))
      throw new Mistake(`must be a URL that begins with ${protocols.map((name) => `${name}//`).join(" or ")}`);
    return text;
  };
}

/** It may be below a path of its host. */
export function serviceUrl(text: string): string {
  const { username, password, search, hash } = new URL(url("http:", "https:")(text));
  if (`${username}${password}${search}${hash}` !== "") throw new Mistake("must be without user, query and fragment");
  return text.replace(/\/+$/, "");
}

export function webhookSecret(text: string): Uint8Array {
  try {
    return parseWebhookSecret(text);
  } catch (error) {
    throw error instanceof ProtocolError ? new Mistake("must be `whsec_` and base64 of 24 to 64 bytes") : error;
  }
}

/** A key of Stripe's, by what it begins with. */
export function stripeKey(...beginnings: readonly string[]): (text: string) => string {
  return (text) => {
    const rest = beginnings.filter((beginning) => text.startsWith(beginning)).map(({ length }) => text.slice(length));
    if (!rest.some((key) => /^[A-Za-z0-9_]{1,250}$/.test(key)))
      throw new Mistake(`must begin with ${beginnings.join(", ")} and go on with letters and digits`);
    return text;
  };
}

/** 32 bytes in base64. */
export function secretKey(text: string): Uint8Array {
  const key = Buffer.from(text, "base64");
  if (key.length !== 32 || key.toString("base64") !== text)
    throw new Mistake("must be base64 of 32 bytes: `openssl rand -base64 32` makes one");
  return new Uint8Array(key);
}

export function ipAddress(text: string): string {
  if (ipVersion(text) === undefined) throw new Mistake("must be a list of IP addresses");
  return text.toLowerCase();
}

const TICKERS = ["coinbase", "kraken", "bitstamp", "binance"] as const;

/**
 * The name of a public ticker, or `https://address#path@path`: names of fields and positions in lists, from the outside
 * to the number, and to the time where the answer has one. `{currency}` and `{currency_lower}` may stand anywhere in
 * it.
 */
export function priceSource(text: string) {
  const name = TICKERS.find((known) => known === text);
  if (name !== undefined) return { kind: "ticker", name } as const;
  const [, url = "", price = "", time] = /^([^#]+)#([^#@]+)(?:@([^#@]+))?$/.exec(text) ?? [];
  const path = price.split(".");
  const timePath = time?.split(".");
  const names = [...path, ...(timePath ?? [])].map(inDollars);
  if (!isHttpsAddress(inDollars(url)) || names.some((field) => !/^\w+$/.test(field)))
    throw new Mistake(PRICE_SOURCE_FORM);
  const currencies: readonly Currency[] = text === inDollars(text) ? ["USD"] : CURRENCIES;
  return { kind: "address", url, path, timePath, currencies } as const;
}

const PRICE_SOURCE_FORM = `must be a list of ${TICKERS.join(", ")} or \`https://\` addresses with a path: https://prices.example/btc-{currency_lower}#data.amount`;

/** A source that names no currency is about dollars alone. */
function inDollars(text: string): string {
  return text.replaceAll("{currency}", "USD").replaceAll("{currency_lower}", "usd");
}

/** A brace that is left is a mistyped `{currency}`. */
function isHttpsAddress(text: string): boolean {
  return URL.parse(text)?.protocol === "https:" && !/[{}]/.test(text);
}

/** Where outgoing mail goes. `required`: nothing is sent without STARTTLS. */
export function smtpServer(text: string) {
  const found = URL.parse(url("smtp:", "smtps:")(text));
  if (found === null || found.hostname === "") throw new Mistake("must name a host");
  const { protocol, port, username, password, pathname, search } = found;
  if (!/^\/?$/.test(pathname) || !["", "?tls=optional"].includes(search))
    throw new Mistake("must end after the port, or in `?tls=optional`; percent-encode user and password");
  const host = found.hostname.replace(/^\[(.*)\]$/, "$1");
  const isHere = /^(?:localhost|127\.[0-9.]+|::1)$/.test(host);
  const isOptional = isHere || search !== "";
  const tls: "always" | "required" | "optional" =
    protocol === "smtps:" ? "always" : isOptional ? "optional" : "required";
  const login = username === "" ? undefined : { user: decoded(username), password: decoded(password) };
  return { host, port: port === "" ? (protocol === "smtps:" ? 465 : 587) : Number(port), tls, login };
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Mistake("must have user and password percent-encoded: `%` is %25");
  }
}

/** An e-mail address. */
export function address(text: string): EmailAddress {
  try {
    return emailAddress(text);
  } catch {
    throw new Mistake("must be e-mail addresses such as `alice@example.com`, separated by commas");
  }
}

/** "Name <address>", or the address alone. */
export function mailbox(text: string): { readonly name: string; readonly address: string } {
  const [, name = "", address = text] = /^([^<>"\p{Cc}]{0,100})<([^<>]+)>$/u.exec(text) ?? [];
  try {
    return { name: name.trim(), address: emailAddress(address) };
  } catch {
    throw new Mistake(MAILBOX_FORM);
  }
}

const MAILBOX_FORM = "must be an e-mail address, or a name with one: `Example Pay <pay@example.com>`";

/** A raw `@`, `/`, `#` or `?` in the password ends it early; the rest would be taken for the host. */
export function databaseUrl(text: string): string {
  const afterUser = /^postgres(?:ql)?:\/\/[^@]*@(.*)$/.exec(text)?.[1];
  const isTorn = afterUser?.split("?", 1)[0]?.includes("@") || (afterUser !== undefined && !URL.parse(text)?.username);
  if (isTorn) throw new Mistake("must have user and password percent-encoded: `@` is %40, `/` %2F, `#` %23, `?` %3F");
  return url("postgres:", "postgresql:")(text);
}

export function network(text: string): string {
  if (!isNetwork(text))
    throw new Mistake("must be a list of addresses such as 10.0.0.1 or networks such as 10.0.0.0/8");
  return text;
}

/** The names of the type, as values. The compiler asks for all of them and for no other. */
export function crashPoints(): CrashPoint[] {
  const points: Record<CrashPoint, true> = {
    "before-reserve": true,
    "after-reserve": true,
    "after-resolve": true,
    "after-store-invoice": true,
    "before-dispatch": true,
    "after-journal": true,
    "after-dispatch": true,
    "before-finish": true,
    "after-finish": true,
    "before-credit": true,
    "after-credit": true,
    "before-deliver": true,
    "after-deliver": true,
    "before-mail": true,
    "after-mail": true,
    "before-expire": true,
    "after-claim": true,
    "before-end-claim": true,
    "before-ramp-step": true,
    "after-ramp-step": true,
    "after-ramp-call": true,
    "before-onchain-begin": true,
    "after-onchain-begin": true,
    "before-publish": true,
    "after-publish": true,
    "before-onchain-finish": true,
    "after-onchain-finish": true,
    "before-child-begin": true,
    "after-child-begin": true,
    "before-child-publish": true,
    "after-child-publish": true,
    "after-expire": true,
  };
  return Object.keys(points) as CrashPoint[];
}
