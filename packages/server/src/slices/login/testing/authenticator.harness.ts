import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Options = {
  readonly origin?: string;
  readonly rpId?: string;
  /** UP 0x01, UV 0x04, BE 0x08, BS 0x10, AT 0x40 (WebAuthn, section 6.1). */
  readonly flags?: number;
  readonly counter?: number;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly type?: string;
  readonly handle?: Uint8Array;
  readonly format?: "none" | "packed" | "apple";
};

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();

/**
 * A passkey in software: answers as a browser would, and wrongly where a test asks for it. Written from WebAuthn, not
 * with the library.
 */
export function softwareAuthenticator(site: { readonly origin: string; readonly id: string }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  let ownHandle: Uint8Array = new Uint8Array();

  const authenticatorData = (
    { rpId = site.id, flags = 0x05, counter: count = ++counter }: Options,
    tail: Uint8Array[] = [],
  ) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counted, ...tail]);
  };
  const clientData = (type: string, challenge: string, { origin = site.origin, ...options }: Options) =>
    Buffer.from(
      JSON.stringify({
        type: options.type ?? type,
        challenge: options.challenge ?? challenge,
        origin,
        crossOrigin: options.crossOrigin ?? false,
      }),
    );

  return {
    id: b64(id),
    create(asked: { readonly challenge: string; readonly user: { readonly id: string } }, options: Options = {}) {
      ownHandle = Buffer.from(asked.user.id, "base64url");
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      // EC2 key, ES256, P-256 (RFC 9053, section 7.1.1).
      const head = Buffer.from("a5010203262001215820", "hex");
      const cose = Buffer.concat([
        head,
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const credential = [Buffer.alloc(16), Buffer.of(0, id.length), id, cose];
      const data = authenticatorData({ flags: 0x45, ...options }, credential);
      const client = clientData("webauthn.create", asked.challenge, options);
      const response = {
        clientDataJSON: b64(client),
        attestationObject: b64(attestation(options.format ?? "none", data, client, privateKey)),
        transports: ["internal", "hybrid", "nonsense"],
      };
      return { id: b64(id), rawId: b64(id), type: "public-key", clientExtensionResults: {}, response };
    },
    get(asked: { readonly challenge: string }, options: Options = {}) {
      const client = clientData("webauthn.get", asked.challenge, options);
      const data = authenticatorData(options);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(signature),
        userHandle: b64(options.handle ?? ownHandle),
      };
      return { id: b64(id), rawId: b64(id), type: "public-key", clientExtensionResults: {}, response };
    },
  };
}

/** CBOR of `{ fmt, attStmt, authData }`. */
function attestation(
  format: "none" | "packed" | "apple",
  data: Uint8Array,
  client: Uint8Array,
  key: KeyObject,
): Buffer {
  const text = (words: string) => Buffer.concat([Buffer.of(0x60 + words.length), Buffer.from(words)]);
  const bytes = (value: Uint8Array) => Buffer.concat([Buffer.of(0x59, value.length >> 8, value.length & 255), value]);
  const signature = sign("sha256", Buffer.concat([data, sha256(client)]), key);
  const statements = {
    none: Buffer.of(0xa0),
    packed: Buffer.concat([Buffer.of(0xa2), text("alg"), Buffer.of(0x26), text("sig"), bytes(signature)]),
    apple: Buffer.concat([Buffer.of(0xa1), text("x5c"), Buffer.of(0x81), bytes(Buffer.from("not a certificate"))]),
  };
  const entries = [text("fmt"), text(format), text("attStmt"), statements[format], text("authData"), bytes(data)];
  return Buffer.concat([Buffer.of(0xa3), ...entries]);
}
