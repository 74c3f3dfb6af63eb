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
  for (const restriction of restrictions)
    if (!restriction.split("|").some((alternative) => isMet(alternative, method, params)))
      throw new FakeError(1_502, `Not permitted: ${restriction}`);
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
