import { isUtf8 } from "node:buffer";
import { AppError } from "#kernel/errors.ts";

/** Largest body of a request, in bytes. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Deepest nesting of objects and arrays in a body; the outermost one counts as 1. */
export const DEPTH_MAX = 32;

export class InvalidJson extends AppError {
  constructor(problem: string) {
    super("invalid_json", `the body ${problem}`);
  }
}

/**
 * A number whose text says more than its value: `JSON.parse` turns `1.0`, `1e3` and `9007199254740993` into integers
 * that were not sent. In place of such a number the body holds this object, which no number schema accepts.
 */
export class RewrittenNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** For fields that take any JSON: the nearest number a double can hold. */
  toJSON(): number {
    return Number(this.source);
  }
}

/**
 * Reads the body of a request: UTF-8, JSON (RFC 8259), at most 32 levels deep, no member named twice, no NUL and no
 * lone surrogate in any string or name, nothing that could reach a prototype. An empty body is `undefined`.
 *
 * @throws {InvalidJson} when one of these does not hold.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new InvalidJson("is not UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

  const value = parse(text);
  // Every string and every name in the text owns two quotes. `JSON.parse` drops members that are named again, and with
  // them at least their name, so the value holds as many strings as the text exactly when no name is repeated.
  if (countStrings(value, 1) !== countStringTokens(text)) throw new InvalidJson("names a member of an object twice");
  return value;
}

/**
 * Finds numbers with a fraction, an exponent, or 16 digits and more. May also hit inside a string; that only costs
 * time.
 */
const MAY_BE_REWRITTEN = /[:[,]\s*-?\d(?:\d{15}|\d*[.eE])/;

function parse(text: string): unknown {
  try {
    return MAY_BE_REWRITTEN.test(text) ? JSON.parse(text, keepRewrittenNumber) : JSON.parse(text);
  } catch {
    throw new InvalidJson("is not valid JSON");
  }
}

/**
 * A reviver of `JSON.parse` that looks at the text of each number (ECMAScript 2026, "JSON.parse source text access").
 */
function keepRewrittenNumber(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  const isAsWritten = Number.isFinite(value) && (!Number.isInteger(value) || String(value) === context.source);
  return isAsWritten ? value : new RewrittenNumber(context.source);
}

/** Number of strings and names in `value`. @throws {InvalidJson} when one of them, or the nesting, is not allowed. */
function countStrings(value: unknown, depth: number): number {
  if (typeof value === "string") {
    if (!isText(value)) throw new InvalidJson("has a NUL or a lone surrogate in a string");
    return 1;
  }
  if (typeof value !== "object" || value === null || value instanceof RewrittenNumber) return 0;
  if (depth > DEPTH_MAX) throw new InvalidJson(`is nested deeper than ${DEPTH_MAX} levels`);

  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countStrings(item, depth + 1);
    return count;
  }
  for (const [name, member] of Object.entries(value)) {
    checkName(name, member);
    count += 1 + countStrings(member, depth + 1);
  }
  return count;
}

function checkName(name: string, member: unknown): void {
  if (!isText(name)) throw new InvalidJson("has a NUL or a lone surrogate in a name");
  const reachesPrototype =
    name === "__proto__" ||
    (name === "constructor" && typeof member === "object" && member !== null && Object.hasOwn(member, "prototype"));
  if (reachesPrototype) throw new InvalidJson(`must not have a member named ${name}`);
}

/**
 * True when `text` can be stored and sent on as it is: Unicode without lone surrogates, and no NUL (PostgreSQL takes
 * none).
 */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Number of string tokens in `json`, which must be valid JSON: quotes that are not escaped, halved. */
function countStringTokens(json: string): number {
  let quotes = 0;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) quotes++;
    else if (unit === BACKSLASH) i++;
  }
  return quotes / 2;
}
