import { InvalidInput } from "#kernel/errors.ts";

/** How many an application may have. Source: docs/contract.md, Applications. */
export const REDIRECT_URIS_MAX = 3;
const LENGTH_MAX = 500;
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** Schemes that browsers act on by themselves, or that lead into the device. */
const FORBIDDEN_SCHEMES = new Set([
  "about:",
  "blob:",
  "chrome:",
  "data:",
  "file:",
  "filesystem:",
  "ftp:",
  "intent:",
  "javascript:",
  "mailto:",
  "sms:",
  "tel:",
  "vbscript:",
  "view-source:",
  "ws:",
  "wss:",
]);
/** Answers carry these; one that is there already would be doubled or replaced (RFC 6749, section 4.1.2; RFC 9207). */
const RESERVED = ["code", "state", "iss", "error", "error_description"];

/**
 * The addresses to which a browser may be sent back: `https:`, `http:` on this machine alone, or the scheme of a native
 * app (RFC 8252, section 7.1). They are compared character by character, so each is kept as it was written.
 *
 * @throws {InvalidInput} when there is none, more than three, one twice, or one that must not be registered.
 */
export function redirectUris(texts: readonly string[]): readonly string[] {
  if (texts.length === 0 || texts.length > REDIRECT_URIS_MAX)
    throw new InvalidInput("redirectUris", `must be 1 to ${REDIRECT_URIS_MAX} addresses`);
  if (new Set(texts).size < texts.length) throw new InvalidInput("redirectUris", "must not name an address twice");
  texts.forEach((text, i) => {
    const problem = problemOf(text);
    if (problem !== undefined) throw new InvalidInput(`redirectUris.${i}`, problem);
  });
  const local = isNative(texts) ? texts.findIndex(isTlsLoopback) : -1;
  if (local !== -1)
    throw new InvalidInput(
      `redirectUris.${local}`,
      "must begin with http:// and not https:// on this machine, where another address has the scheme of an app",
    );
  return texts;
}

/**
 * An app with a scheme of its own has no certificate for this machine; the protocol's library refuses such an
 * application.
 */
function isTlsLoopback(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" && LOOPBACK.has(url.hostname);
}

/** Whether a native app is among those that get the answer: its scheme is not the web's. */
export function isNative(uris: readonly string[]): boolean {
  return uris.some((uri) => !/^https?:/i.test(uri));
}

function problemOf(text: string): string | undefined {
  if (text.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX} characters`;
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("\\")) return "must be a URL of visible ASCII characters";
  const url = URL.parse(text);
  if (url === null) return "must be a URL, such as https://app.example/callback";
  if (url.username !== "" || url.password !== "") return "must not contain a user name";
  if (text.includes("#")) return "must not have a fragment (#)";
  const reserved = RESERVED.find((name) => url.searchParams.has(name));
  if (reserved !== undefined) return `must not have the parameter ${reserved}`;
  return url.protocol === "https:" || url.protocol === "http:" ? problemOfWeb(url, text) : problemOfNative(url);
}

function problemOfWeb(url: URL, text: string): string | undefined {
  if (!/^https?:\/\/[^/?]/i.test(text)) return "must name a host after //";
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname))
    return "must begin with https:// (http:// is for this machine)";
  return undefined;
}

/** RFC 3986, section 3.1. A scheme without a dot belongs to no owner of a name, but apps are known by such schemes. */
function problemOfNative({ protocol, pathname, host }: URL): string | undefined {
  if (FORBIDDEN_SCHEMES.has(protocol)) return `must not have the scheme ${protocol}`;
  if (host === "" && !pathname.startsWith("/"))
    return "must have a path after its scheme, such as com.example.app:/callback";
  return undefined;
}
