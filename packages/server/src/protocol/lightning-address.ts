import { ProtocolError } from "./protocol-error.ts";

/** A Lightning address (LUD-16), normalised: lower case, the host in its ASCII form. */
export type LightningAddress = {
  /** "user@host", or "user@host:port". */
  readonly text: string;
  readonly user: string;
  /** Host name, with ":port" when one was given. */
  readonly host: string;
};

/** As in an e-mail address (RFC 5321, section 4.5.3.1). */
const USER_CHARACTERS_MAX = 64;
/** RFC 1035, section 2.3.4, and a port. */
const HOST_CHARACTERS_MAX = 253;

/**
 * LUD-16's characters, and "+" for a tag, which many servers take. Not "." and "..": in a path they mean other folders.
 */
const USER = new RegExp(`^(?!\\.{1,2}$)[a-z0-9-_.+]{1,${USER_CHARACTERS_MAX}}$`);
/** Letters of any script, digits, dots, hyphens: nothing that would end the host in a URL. */
const HOST = /^([\p{L}\p{M}\p{N}.-]+)(?::([1-9][0-9]{0,4}))?$/u;
/**
 * What the URL standard leaves as it is: nothing to decode, and no IPv4 address, for whose last label a digit stands
 * first.
 */
const PLAIN = /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*$/;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Reads a Lightning address. Upper case is taken and lowered: LUD-16 knows none. A port may be given; whether it may be
 * used is for the outbound client to say.
 * @throws {ProtocolError} `too_long`, `malformed`.
 */
export function parseLightningAddress(input: string): LightningAddress {
  if (input.length > USER_CHARACTERS_MAX + HOST_CHARACTERS_MAX + 7)
    throw new ProtocolError("too_long", "the Lightning address is too long");
  const at = input.indexOf("@");
  const user = input.slice(0, Math.max(at, 0)).toLowerCase();
  if (!USER.test(user)) throw new ProtocolError("malformed", "a Lightning address has the form name@host");
  const host = asciiHost(input.slice(at + 1));
  return { text: `${user}@${host}`, user, host };
}

/** Where the address is asked for: https, or http for onion services and where `insecure` says so (LUD-16). */
export function lnurlpUrl(address: LightningAddress, { insecure }: { insecure: boolean }): URL {
  const onion = /\.onion(:|$)/.test(address.host);
  return new URL(`${insecure || onion ? "http" : "https"}://${address.host}/.well-known/lnurlp/${address.user}`);
}

/**
 * The host as the URL standard writes it: punycode for other scripts, dotted decimals for every spelling of an IPv4
 * address.
 */
function asciiHost(input: string): string {
  const [, name = "", port] = HOST.exec(input) ?? [];
  const hostname = PLAIN.test(name) && !name.includes("xn--") ? name : URL.parse(`https://${name}`)?.hostname;
  const valid = hostname?.split(".").every((label) => LABEL.test(label)) && Number(port ?? 1) <= 65_535;
  if (!hostname || !valid || hostname.length > HOST_CHARACTERS_MAX)
    throw new ProtocolError("malformed", "the host of the Lightning address is not a host name");
  return port === undefined ? hostname : `${hostname}:${port}`;
}
