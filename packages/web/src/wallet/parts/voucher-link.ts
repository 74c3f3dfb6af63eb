const TOKEN = /^[\w-]{22}$/;
const WITHDRAW = /^\/v0\/lnurl\/withdraw\/[\w-]{22}$/;
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_LETTERS = 6;

/**
 * Whether a text redeems a voucher of `origin`: it must not get into an address. A claim link, its LNURL, or the token
 * alone; the service says what becomes of it.
 */
export function isVoucherLink(text: string, origin: string): boolean {
  const bare = text.trim().replace(/^lightning:(?:\/\/)?/i, "");
  if (TOKEN.test(bare)) return true;
  const url = URL.parse(/^lnurl1/i.test(bare) ? textIn(bare.slice("lnurl1".length)) : bare);
  if (url === null || url.origin !== origin) return false;
  return WITHDRAW.test(url.pathname) || (url.pathname === "/claim" && url.hash !== "");
}

/** What the letters of a bech32 text say (BIP 173), five bits each; its checksum is not looked at. */
function textIn(letters: string): string {
  const bits = [...letters.toLowerCase().slice(0, -CHECKSUM_LETTERS)]
    .map((letter) => BECH32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return String.fromCharCode(...(bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
