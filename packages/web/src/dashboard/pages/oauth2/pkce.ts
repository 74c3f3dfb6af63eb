/** What a login is begun with (RFC 7636). The verifier stays in this window, and is in no storage. */
export type Begun = { readonly verifier: string; readonly challenge: string; readonly state: string };

const BYTES = 32;

/** Undefined where the page has no TLS, and is not on this machine: browsers hash nothing there. */
export async function beginLogin(): Promise<Begun | undefined> {
  if (!("subtle" in crypto)) return undefined;
  const [verifier, state] = [randomText(), randomText()];
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return { verifier, state, challenge: base64url(new Uint8Array(hash)) };
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
