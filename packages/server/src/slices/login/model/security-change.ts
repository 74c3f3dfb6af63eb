import type { TextKey } from "#texts/reader.ts";

/** What changed in how a user logs in: kept as a security event, and mailed to the user. */
export type SecurityChange = keyof typeof SAID;

/** One sentence each, for mails. */
const SAID = {
  totp_added: "notice_totp_added",
  totp_removed: "notice_totp_removed",
  recovery_codes_made: "notice_recovery_codes_made",
  recovery_code_used: "notice_recovery_code_used",
  passkey_added: "notice_passkey_added",
  passkey_removed: "notice_passkey_removed",
  passkey_copied: "notice_passkey_copied",
  password_set: "notice_password_set",
  password_removed: "notice_password_removed",
  lightning_key_added: "notice_lightning_key_added",
  lightning_key_removed: "notice_lightning_key_removed",
} as const satisfies Readonly<Record<string, TextKey>>;

/** The text that says it. */
export function sentenceOf(change: SecurityChange) {
  return SAID[change];
}
