import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_email_not_you: "Wenn du das nicht warst, schreib dem Betreiber von {host}.",
  notice_email_subject: "Dein Konto hat eine andere E-Mail-Adresse",
  notice_email_what:
    "Das Konto bei {host}, das diese Adresse hatte, hat seit dem {time} eine andere. Codes zum Anmelden gehen dorthin.",
  notice_lightning_key_added: "Eine Lightning-Wallet wurde zum Anmelden hinzugefügt.",
  notice_lightning_key_removed: "Eine Lightning-Wallet wurde entfernt.",
  notice_login_not_you:
    "Warst du das nicht? Melde dich jetzt an, entferne, was du nicht kennst, und beende alle anderen Sitzungen. Die Seite zeigt, was zuletzt geschah.",
  notice_login_subject: "Deine Anmeldung wurde geändert",
  notice_login_when: "Wann: {time}",
  notice_passkey_added: "Ein Passkey wurde hinzugefügt.",
  notice_passkey_copied:
    "Ein Passkey wurde abgelehnt: Sein Zähler lief zurück, es kann also eine Kopie davon geben. Entferne ihn, wenn du nicht weißt, warum.",
  notice_passkey_removed: "Ein Passkey wurde entfernt.",
  notice_password_removed: "Das Passwort wurde entfernt.",
  notice_password_set: "Ein Passwort wurde festgelegt oder geändert.",
  notice_recovery_code_used: "Ein Wiederherstellungscode wurde anstelle der Authenticator-App verwendet.",
  notice_recovery_codes_made: "Neue Wiederherstellungscodes wurden erstellt. Die früheren sind ungültig.",
  notice_totp_added:
    "Eine Authenticator-App wurde eingerichtet. Ab jetzt wird bei jeder Anmeldung ohne Passkey danach gefragt.",
  notice_totp_removed: "Die Authenticator-App wurde entfernt und mit ihr die Wiederherstellungscodes.",
};
