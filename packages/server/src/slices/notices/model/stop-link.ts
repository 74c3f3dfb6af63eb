import { timingSafeEqual } from "node:crypto";
import { isUuid, type UserId } from "#kernel/ids.ts";

/** Keyed hash of a text, for one purpose. */
export type Mac = (text: string, about: string) => Uint8Array;

const ABOUT = "notices.receipt_stop";

/**
 * What the link has by which who reads a mail ends these mails. It is signed, so nothing is kept for it, and it is of
 * the address: who left a mailbox has nothing to do with it any more.
 */
export function stopToken(mac: Mac, { id, email }: { readonly id: UserId; readonly email: string }): string {
  return `${id}.${signatureOf(mac, id, email)}`;
}

/** Whose link it may be; undefined: it is none. */
export function userOfToken(token: string): UserId | undefined {
  const [id = ""] = token.split(".");
  return isUuid(id) ? (id as UserId) : undefined;
}

/** Whether the token is that of the user with this address. */
export function isStopToken(mac: Mac, token: string, user: { readonly id: UserId; readonly email: string }): boolean {
  const [own, sent] = [Buffer.from(stopToken(mac, user)), Buffer.from(token)];
  return own.length === sent.length && timingSafeEqual(own, sent);
}

function signatureOf(mac: Mac, id: UserId, email: string): string {
  return Buffer.from(mac(`${id} ${email}`, ABOUT)).toString("base64url");
}
