/** The part of the global `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What the library takes from the machine: fetch, time, randomness. Nothing else in it names a global of this kind. */
export type Machine = {
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** At least 0 and less than 1. For pauses, not for secrets. */
  random(): number;
  uuid(): string;
  /** 256 random bits in base64url, for secrets. */
  secret(): string;
  /** Calls `wake` after `ms`, unless what it returns is called before. */
  timer(ms: number, wake: () => void): () => void;
};

export const thisMachine: Machine = {
  fetch: (url, init) => fetch(url, init), // looked up at each call: frameworks and tests replace it
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  secret: () => base64url(crypto.getRandomValues(new Uint8Array(32))),
  timer: (ms, wake) => {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};

/** SHA-256 of a text by WebCrypto, in base64url: the challenge of PKCE (RFC 7636, section 4.2). */
export async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** `CryptoKey`, which is a type of its own only where the DOM is declared. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** HMAC-SHA256 (RFC 2104) by WebCrypto. */
export const hmacSha256 = {
  key: (secret: Uint8Array<ArrayBuffer>): Promise<HmacKey> =>
    crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]),

  /** Compares in constant time. */
  verify: (key: HmacKey, signature: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<boolean> =>
    crypto.subtle.verify("HMAC", key, signature, message),
};
