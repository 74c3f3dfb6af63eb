const KEY_BYTES = 32;

/** 256 random bits, which this browser alone knows: `rsp_` and base64url. */
export function newPageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return `rsp_${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}
