import { createHash } from "node:crypto";
import { FakeError } from "./fake-state.harness.ts";

/**
 * Runes as the fake makes them: base64url of a code and the restrictions (lightning-createrune(7)). The real code is a
 * chain of hashes; here it is one hash, which cannot be made without the node's secret either.
 */
export type Restrictions = readonly (readonly string[])[];

const CODE_BYTES = 32;

export function makeRune(secret: string, restrictions: Restrictions): string {
  const text = ["=0", ...restrictions.map((alternatives) => alternatives.join("|"))].join("&");
  return Buffer.concat([codeOf(secret, text), Buffer.from(text)]).toString("base64url");
}

/** @throws {FakeError} as `checkrune` does. */
export function checkRune(
  secret: string,
  rune: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
): void {
  const bytes = Buffer.from(rune, "base64url");
  const text = bytes.subarray(CODE_BYTES).toString("utf8");
  if (!codeOf(secret, text).equals(bytes.subarray(0, CODE_BYTES)))
    throw new FakeError(1_501, "Not authorized: Not derived from master");
  const [, ...restrictions] = text.split("&");
  for (const restriction of restrictions) {
    const alternatives = restriction.split("|").map((one) => one.replaceAll("\\", ""));
    const unmet = alternatives.map((alternative) => lackingIn(alternative, method, params, rune));
    if (!unmet.includes(undefined)) throw new FakeError(1_502, `Not permitted: ${unmet.join(" AND ")}`);
  }
  lastUsedMs.set(rune, Date.now());
}

const lastUsedMs = new Map<string, number>();
const MINUTE_MS = 60_000;

/** What lightningd says of an alternative that is not met (ccan/rune, lightningd/runes.c); undefined: it is. */
function lackingIn(
  alternative: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  rune: string,
): string | undefined {
  const [, name = "", condition = "", value = ""] = /^([a-z0-9]+)([=/^<>])(.*)$/.exec(alternative) ?? [];
  if (name === "rate") {
    const isSoon = Date.now() - (lastUsedMs.get(rune) ?? 0) < MINUTE_MS / Number(value);
    return isSoon ? "too soon" : undefined;
  }
  if (name === "time") {
    const now = Date.now() / 1_000;
    if (condition === "<" ? now < Number(value) : now > Number(value)) return undefined;
    return `time is ${condition === "<" ? "greater" : "less"} or equal to ${value}`;
  }
  if (isMet(alternative, method, params)) return undefined;
  return `${name} ${{ "=": "is not equal to", "/": "is equal to" }[condition] ?? "does not start with"} ${value}`;
}

function isMet(alternative: string, method: string, params: Readonly<Record<string, unknown>>): boolean {
  const [, name = "", condition = "", value = ""] = /^([a-z0-9]+)([=/^])(.*)$/.exec(alternative) ?? [];
  const field = name === "method" ? method : paramOf(params, name);
  if (field === undefined) return false;
  if (condition === "=") return field === value;
  return condition === "/" ? field !== value : field.startsWith(value);
}

/** `pname` and the name of a parameter without what is no letter and no digit. */
function paramOf(params: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const found = Object.entries(params).find(([key]) => `pname${key.replace(/[^a-z0-9]/gi, "")}` === name);
  return found === undefined ? undefined : String(found[1]);
}

function codeOf(secret: string, text: string): Buffer {
  return createHash("sha256").update(`${secret} ${text}`).digest();
}
