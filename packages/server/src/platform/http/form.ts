import { isUtf8 } from "node:buffer";
import { AppError } from "#kernel/errors.ts";
import { isText } from "./json.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";
export const FORM_BYTES_MAX = 16 * 1024;
const FIELDS_MAX = 100;

/**
 * Reads the body of a form: UTF-8, each field once, at most 100 of them, no NUL (WHATWG URL,
 * "application/x-www-form-urlencoded parsing").
 * @throws {AppError} `malformed_request` when one of these does not hold.
 */
export function parseForm(bytes: Uint8Array): Readonly<Record<string, string>> {
  if (!isUtf8(bytes)) throw new AppError("malformed_request", "the form is not UTF-8");
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString("utf8"))) {
    count += 1;
    if (count > FIELDS_MAX) throw new AppError("malformed_request", "the form has too many fields");
    if (name in fields) throw new AppError("malformed_request", "the form has a field twice");
    if (!isText(name) || !isText(value)) throw new AppError("malformed_request", "the form holds what is not text");
    fields[name] = value;
  }
  return fields;
}

/**
 * Whether a query or a form, as it came (`x-www-form-urlencoded`, each byte a character), is UTF-8 without NUL.
 * Anything else could be neither stored nor given back as it was sent.
 */
export function isFormText(encoded: string): boolean {
  const plain = encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const bytes = Buffer.from(plain, "latin1");
  return isUtf8(bytes) && !bytes.includes(0);
}
