import { createHmac } from "node:crypto";
import { fastifyCookie } from "@fastify/cookie";
import type { Random } from "#kernel/clock.ts";

/**
 * The one cookie of a browser. Its value is a secret of 256 random bits, which names the browser's login; a hash of it
 * is kept.
 */
export type BrowserCookie = {
  readonly name: string;
  readonly options: {
    readonly path: "/";
    readonly httpOnly: true;
    readonly sameSite: "lax";
    readonly secure: boolean;
  };
};

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * `__Host-leyden`, which a browser takes from this host alone and only over TLS (RFC 6265bis, section 4.1.3.2);
 * `leyden` where the service has no TLS. Scripts cannot read it, and forms of other sites do not send it.
 */
export function browserCookie(baseUrl: string): BrowserCookie {
  const secure = new URL(baseUrl).protocol === "https:";
  const name = secure ? "__Host-leyden" : "leyden";
  return { name, options: { path: "/", httpOnly: true, sameSite: "lax", secure } };
}

export function newBrowserSecret(random: Pick<Random, "bytes">): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString("base64url");
}

/** The value of a cookie when it is a secret that we could have made. */
export function browserSecret(value: string | undefined): string | undefined {
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

/** What a form of ours sends beside its fields. It follows from the cookie, and the cookie does not follow from it. */
export function formTokenOf(secret: string): string {
  return createHmac("sha256", secret).update("leyden form").digest("base64url");
}

/** The secret in a `Cookie` header, for what is not a route of `browserPages`. */
export function browserSecretIn(baseUrl: string, header: string | undefined): string | undefined {
  return header === undefined ? undefined : browserSecret(fastifyCookie.parse(header)[browserCookie(baseUrl).name]);
}
