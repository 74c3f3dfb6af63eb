import { hash } from "node:crypto";
import type { SessionId } from "./session.ts";

/** A hash under the secret key of the service. `about` says what it is of. */
export type Mac = (text: string, about: string) => Uint8Array;

const TOKEN = /^rst_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;
/** Of the browser that has a session open. */
export const PAGE_KEY = /^rsp_[A-Za-z0-9_-]{43}$/;

/**
 * The token of a session: `rst_`, its id, and 256 bits that only the service's secret key gives. So a repeated
 * request is answered with the same token, and no token is in the database.
 */
export function tokenOf(mac: Mac, id: SessionId): string {
  return `rst_${id.replaceAll("-", "")}_${base64url(mac(id, "ramp.session"))}`;
}

/** The session that a token names; undefined for what is no token. */
export function sessionIdOf(token: string): SessionId | undefined {
  const digits = TOKEN.exec(token)?.[1];
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as SessionId | undefined;
}

/** What the browser that opens a session is given, once. */
export function pageKeyOf(bytes: Uint8Array): string {
  return `rsp_${base64url(bytes)}`;
}

/** The page key of a header `Authorization: Bearer rsp_…`; undefined for anything else. */
export function pageKeyIn(header: string | undefined): string | undefined {
  const [, key = ""] = /^Bearer (\S+)$/i.exec(header ?? "") ?? [];
  return PAGE_KEY.test(key) ? key : undefined;
}

/** What is kept of a token and of a page key. */
export function hashOf(secret: string): Uint8Array {
  return hash("sha256", secret, "buffer");
}

/**
 * As what limits count an e-mail address: its local part without what stands after a `+`. SHA-256, hexadecimal
 * digits.
 */
export function mailKeyOf(email: string): string {
  const [local = "", host = ""] = email.split("@");
  return hash("sha256", `${local.split("+", 1)[0]}@${host}`, "hex");
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
