import { Secret, TOTP } from "otpauth";

/**
 * Time-based one-time passwords of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds, which all apps can do.
 */

/** 160 bits, as RFC 4226, section 4 recommends. */
export const TOTP_SECRET_BYTES = 20;
const DIGITS = 6;
const PERIOD_SECONDS = 30;
const CODE = /^[0-9]{6}$/;

/**
 * The step whose code this is, of the present one and the two beside it, for clocks that differ (RFC 6238, section
 * 5.2); undefined when it is none of theirs. Each code is to be taken once: compare the step with the one taken last.
 * @param code may have spaces in it, as apps show them.
 */
export function stepOfTotp(secret: Uint8Array, code: string, now: Date): number | undefined {
  const digits = code.slice(0, 20).replaceAll(/\s/g, "");
  if (!CODE.test(digits)) return undefined;
  const timestamp = now.getTime();
  const options = { secret: secretOf(secret), digits: DIGITS, period: PERIOD_SECONDS };
  const delta = TOTP.validate({ ...options, token: digits, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

/** The newest step whose code is taken at a time. */
export function newestTotpStep(now: Date): number {
  return TOTP.counter({ period: PERIOD_SECONDS, timestamp: now.getTime() }) + 1;
}

/** The code of an authenticator app at a time. */
export function totpAt(secret: Uint8Array, now: Date): string {
  return TOTP.generate({ secret: secretOf(secret), digits: DIGITS, period: PERIOD_SECONDS, timestamp: now.getTime() });
}

/** What an authenticator app reads from the QR code. */
export function totpUrl(
  secret: Uint8Array,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  return new TOTP({
    issuer,
    label: account,
    secret: secretOf(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  }).toString();
}

/** The secret as a person types it: groups of four letters and digits. */
export function totpText(secret: Uint8Array): string {
  return secretOf(secret).base32.replaceAll(/(....)(?=.)/g, "$1 ");
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
