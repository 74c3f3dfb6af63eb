/** IP addresses and networks as text. */

/** Whether `text` is an IP address ("10.0.0.1", "::1") or a network in CIDR notation ("10.0.0.0/8", RFC 4632). */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = ipVersion(address);
  if (version === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function ipVersion(text: string): 4 | 6 | undefined {
  if (/^(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(\.(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}$/.test(text)) return 4;
  return text.includes(":") && URL.canParse(`http://[${text}]`) ? 6 : undefined;
}
