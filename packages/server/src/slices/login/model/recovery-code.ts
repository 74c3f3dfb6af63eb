/** Codes that a user writes down and types in, in place of the authenticator app's code. */

/** Crockford's base 32: without I, L, O and U. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const RECOVERY_CODES = 10;
/** 80 bits: no number of tries or hashes finds one. */
export const RECOVERY_CODE_BYTES = 10;
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** "7K3M-Q0ZD-…": four groups of four. */
export function recoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== RECOVERY_CODE_BYTES) throw new Error(`a recovery code has ${RECOVERY_CODE_BYTES} bytes`);
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let code = "";
  for (let digit = 0; digit < 16; digit += 1) {
    code = `${DIGITS[Number(number & 31n)]}${code}`;
    number >>= 5n;
  }
  return grouped(code);
}

/**
 * A code as it was made, however it was typed; undefined when it cannot be one. Letters that look like a digit are that
 * digit.
 */
export function readRecoveryCode(text: string): string | undefined {
  const code = text.slice(0, 100).toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return CODE.test(code) ? grouped(code) : undefined;
}

function grouped(code: string): string {
  return code.replace(/(....)(....)(....)(....)/, "$1-$2-$3-$4");
}
