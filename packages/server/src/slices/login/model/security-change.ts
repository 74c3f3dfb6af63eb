/** What changed in how a user logs in: kept as a security event, and mailed to the user. */
export type SecurityChange = keyof typeof SAID;

/** After a day the user has seen it in the account. */
export const SECURITY_MAIL_MS = 24 * 3_600_000;

/** One sentence each, for mails. */
const SAID = {
  totp_added: "An authenticator app was set up. From now on it is asked for at each login without a passkey.",
  totp_removed: "The authenticator app was removed, and with it the recovery codes.",
  recovery_codes_made: "New recovery codes were made. The ones before them are void.",
  recovery_code_used: "A recovery code was used in place of the authenticator app.",
  passkey_added: "A passkey was added.",
  passkey_removed: "A passkey was removed.",
  passkey_copied:
    "A passkey was refused: its counter went back, so that there may be a copy of it. Remove it if you do not know why.",
  password_set: "A password was set, or changed.",
  password_removed: "The password was removed.",
  lightning_key_added: "A Lightning wallet was linked for logging in.",
  lightning_key_removed: "A Lightning wallet was removed.",
} as const;

export function sentenceOf(change: SecurityChange): string {
  return SAID[change];
}
