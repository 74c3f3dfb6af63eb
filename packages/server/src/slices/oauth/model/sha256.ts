import { hash } from "node:crypto";

/** The only form in which secrets of 216 random bits are stored: they cannot be guessed, so no slow hash is needed. */
export function sha256(text: string): Uint8Array {
  return new Uint8Array(hash("sha256", text, "buffer"));
}
