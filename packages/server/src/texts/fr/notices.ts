import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_email_not_you: "Si ce n’était pas vous, écrivez à l’exploitant de {host}.",
  notice_email_subject: "Votre compte a une autre adresse e-mail",
  notice_email_what:
    "Le compte chez {host} qui avait cette adresse en a une autre depuis le {time}. Les codes de connexion y sont envoyés.",
  notice_lightning_key_added: "Un portefeuille Lightning a été ajouté pour se connecter.",
  notice_lightning_key_removed: "Un portefeuille Lightning a été supprimé.",
  notice_login_not_you:
    "Ce n’était pas vous ? Connectez-vous maintenant, supprimez ce que vous ne connaissez pas et fermez toutes les autres sessions. La page montre ce qui s’est passé récemment.",
  notice_login_subject: "Votre connexion a été modifiée",
  notice_login_when: "Quand : {time}",
  notice_passkey_added: "Une clé d’accès a été ajoutée.",
  notice_passkey_copied:
    "Une clé d’accès a été refusée : son compteur a reculé, il en existe donc peut-être une copie. Supprimez-la si vous ne savez pas pourquoi.",
  notice_passkey_removed: "Une clé d’accès a été supprimée.",
  notice_password_removed: "Le mot de passe a été supprimé.",
  notice_password_set: "Un mot de passe a été défini ou modifié.",
  notice_recovery_code_used: "Un code de récupération a été utilisé à la place de l’application d’authentification.",
  notice_recovery_codes_made: "De nouveaux codes de récupération ont été créés. Les anciens ne sont plus valables.",
  notice_totp_added:
    "Une application d’authentification a été configurée. Elle est désormais demandée à chaque connexion sans clé d’accès.",
  notice_totp_removed: "L’application d’authentification a été supprimée, et avec elle les codes de récupération.",
};
