import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { ipVersion } from "#kernel/network.ts";

/** Passkeys: discoverable credentials of WebAuthn, level 3, whose device asks for a finger or a PIN. */

/** Loaded with the first answer of a passkey: the library and what it needs are 293 modules. */
const verifier = () => import("@simplewebauthn/server");
const decoder = () => import("@simplewebauthn/server/helpers");

/** The site for which a passkey is made. It works at this site alone. */
export type RelyingParty = { readonly id: string; readonly origin: string; readonly name: string };

/** How a browser reaches a passkey (WebAuthn, section 5.8.4). */
const TRANSPORTS: readonly AuthenticatorTransport[] = ["ble", "hybrid", "internal", "nfc", "usb"];
/** EdDSA, ES256, RS256 (RFC 9053, section 2; RFC 8812, section 2). */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 300_000;
/** WebAuthn, section 4: a credential id has at most 1,023 bytes. */
const ID_BYTES_MAX = 1_023;

/**
 * The site of the base URL; undefined where browsers make no passkeys: at an IP address, and without TLS elsewhere than
 * at `localhost` (WebAuthn, section 5.1.3; Secure Contexts).
 */
export function relyingParty(baseUrl: string, name: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (ipVersion(hostname) !== undefined || hostname.startsWith("[")) return undefined;
  return protocol === "https:" || isLocal ? { id: hostname, origin, name } : undefined;
}

export type NewPasskey = {
  /** Credential id in base64url. */
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
};

type KnownPasskey = { readonly id: string; readonly transports: readonly string[] };

/**
 * What `navigator.credentials.create` is given, in the JSON of WebAuthn. `known`: passkeys of the user, none of which
 * is made again.
 */
export function registrationOptions(
  { id, name }: RelyingParty,
  user: { readonly handle: Uint8Array; readonly name: string },
  challenge: Uint8Array,
  known: readonly KnownPasskey[],
): PublicKeyCredentialCreationOptionsJSON {
  return {
    challenge: base64url(challenge),
    rp: { id, name },
    user: { id: base64url(user.handle), name: user.name, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT_MS,
    attestation: "none",
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
}

/**
 * What `navigator.credentials.get` is given. Without `known` the browser offers all passkeys that it has for the site.
 */
export function authenticationOptions(
  { id }: RelyingParty,
  challenge: Uint8Array,
  known: readonly KnownPasskey[] = [],
): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge: base64url(challenge),
    rpId: id,
    timeout: TIMEOUT_MS,
    userVerification: "required",
    ...(known.length > 0 && { allowCredentials: known.map(descriptor) }),
  };
}

/** The new passkey; undefined when the answer is not one to this challenge, at this site, with the user verified. */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  challenge: Uint8Array,
  answer: unknown,
): Promise<NewPasskey | undefined> {
  const [{ verifyRegistrationResponse }, decode] = [await verifier(), await decoder()];
  try {
    const response = answer as RegistrationResponseJSON;
    if (isFramed(response.response.clientDataJSON, decode) || hasCertificates(response, decode)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: base64url(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    if (Buffer.from(credential.id, "base64url").length > ID_BYTES_MAX) return undefined;
    const { transports } = response.response;
    return {
      id: credential.id,
      publicKey: Uint8Array.from(credential.publicKey),
      counter: credential.counter,
      transports: Array.isArray(transports) ? TRANSPORTS.filter((known) => transports.includes(known)) : [],
      isSynced: credentialBackedUp,
    };
  } catch {
    return undefined; // the library throws for each thing that is not as it should be
  }
}

/** The challenge that an answer names, of either kind. */
export async function challengeOf(answer: unknown): Promise<Uint8Array | undefined> {
  const { decodeClientDataJSON } = await decoder();
  try {
    const { challenge } = decodeClientDataJSON((answer as RegistrationResponseJSON).response.clientDataJSON);
    return typeof challenge === "string" ? new Uint8Array(Buffer.from(challenge, "base64url")) : undefined;
  } catch {
    return undefined;
  }
}

/** What an answer says it is of. It proves nothing before `verifyAuthentication`. */
export function credentialOf(answer: unknown): { readonly id: string; readonly handle: Uint8Array } | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { id, response } = answer as { readonly id?: unknown; readonly response?: { readonly userHandle?: unknown } };
  const handle: unknown = typeof response === "object" && response !== null ? response.userHandle : undefined;
  const isText = (text: unknown): text is string => typeof text === "string" && /^[A-Za-z0-9_-]{1,1364}$/.test(text);
  return isText(id) && isText(handle) ? { id, handle: new Uint8Array(Buffer.from(handle, "base64url")) } : undefined;
}

/**
 * The counter in an answer that the passkey has signed; undefined when it is none to this challenge, at this site, with
 * the user verified. Whether the counter has gone on is for the caller to compare (WebAuthn, section 6.1.1).
 */
export async function verifyAuthentication(
  { id, origin }: RelyingParty,
  challenge: Uint8Array,
  answer: unknown,
  passkey: { readonly id: string; readonly publicKey: Uint8Array },
): Promise<{ readonly counter: number; readonly isSynced: boolean } | undefined> {
  const [{ verifyAuthenticationResponse }, decode] = [await verifier(), await decoder()];
  try {
    const response = answer as AuthenticationResponseJSON;
    if (isFramed(response.response.clientDataJSON, decode) || response.id !== passkey.id) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: base64url(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { counter: newCounter, isSynced: credentialBackedUp } : undefined;
  } catch {
    return undefined;
  }
}

type Decoder = Awaited<ReturnType<typeof decoder>>;

/** The page was in a frame of another site; ours are in none. */
function isFramed(clientData: string, { decodeClientDataJSON }: Decoder): boolean {
  return decodeClientDataJSON(clientData).crossOrigin === true;
}

/**
 * We ask for no attestation, so what brings certificates is refused before it is looked at: to check one, the library
 * would load lists from addresses that stand in it. An authenticator's own signature (`packed` without certificates) is
 * allowed.
 */
function hasCertificates(
  { response }: RegistrationResponseJSON,
  { decodeAttestationObject, isoBase64URL }: Decoder,
): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get("fmt");
  return format !== "none" && !(format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

function descriptor({ id, transports }: KnownPasskey) {
  return { id, type: "public-key" as const, transports: TRANSPORTS.filter((known) => transports.includes(known)) };
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
