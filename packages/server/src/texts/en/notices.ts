/** Mails that tell a person what was changed in the account. */
export const notices = {
  notice_email_not_you: "If that was not you, write to the operator of {host}.",
  notice_email_subject: "Your account has another e-mail address",
  notice_email_what:
    "The account at {host} that had this address has another one since {time}. Codes to log in go there.",
  notice_lightning_key_added: "A Lightning wallet was linked for logging in.",
  notice_lightning_key_removed: "A Lightning wallet was removed.",
  notice_login_not_you:
    "Was it not you? Log in now, remove what you do not know, and end all other sessions. The page shows what happened lately.",
  notice_login_subject: "Your login was changed",
  notice_login_when: "When: {time}",
  notice_passkey_added: "A passkey was added.",
  notice_passkey_copied:
    "A passkey was refused: its counter went back, so that there may be a copy of it. Remove it if you do not know why.",
  notice_passkey_removed: "A passkey was removed.",
  notice_password_removed: "The password was removed.",
  notice_password_set: "A password was set, or changed.",
  notice_recovery_code_used: "A recovery code was used in place of the authenticator app.",
  notice_recovery_codes_made: "New recovery codes were made. The ones before them are void.",
  notice_totp_added: "An authenticator app was set up. From now on it is asked for at each login without a passkey.",
  notice_totp_removed: "The authenticator app was removed, and with it the recovery codes.",
} as const;
