import type { security as english } from "../en/security.ts";
import type { Translated } from "../message.ts";

export const security: Translated<typeof english> = {
  security_added: "Ajout le {time}.",
  security_app: "Application d’authentification",
  security_app_code: "Code de votre application",
  security_app_exists: "Une application est déjà configurée. Supprimez-la avant d’en configurer une autre.",
  security_app_how:
    "Scannez le code avec une application comme Aegis, Google Authenticator ou un gestionnaire de mots de passe. Saisissez ensuite le code qu’elle affiche. Il sera dès lors demandé à chaque connexion sans clé d’accès.",
  security_app_lead:
    "Une seconde étape : une application sur votre téléphone affiche un code, que nous demandons à chaque connexion sans clé d’accès.",
  security_app_on: "active",
  security_app_qr: "Code QR pour votre application d’authentification",
  security_app_secret: "Sans appareil photo, saisissez cette clé dans l’application : {secret}",
  security_app_set_up: "Configurer",
  security_app_since: "Configurée le {time}.",
  security_app_title: "Configurer une application d’authentification",
  security_app_yours: "Votre application",
  security_back: "Retour à la sécurité",
  security_change: "Modifier",
  security_codes_for: "Codes de récupération de {email} chez {host}",
  security_codes_keep: "Garder les anciens",
  security_codes_kept: "Je les ai notés",
  security_codes_left: {
    one: "Il reste {count} code de récupération.",
    other: "Il reste {count} codes de récupération.",
  },
  security_codes_make: "Créer de nouveaux codes",
  security_codes_new: "Nouveaux codes de récupération",
  security_codes_new_lead:
    "Vous recevez {codes} nouveaux codes. Tous ceux que vous avez maintenant cessent d’être valables.",
  security_codes_once:
    "Ils ne s’affichent que maintenant. Imprimez cette page ou copiez les codes là où vous gardez vos mots de passe.",
  security_codes_title: "Vos codes de récupération",
  security_codes_use:
    "Chacun vaut une fois, à la place d’un code de votre application d’authentification. Les anciens codes ne sont plus valables.",
  security_codes_why: "Pour quand vous n’avez pas l’application. Chacun ne sert qu’une fois.",
  security_lead:
    "Voici comment vous vous connectez. Un changement demande une connexion de moins de 10 minutes, et nous vous envoyons un e-mail à ce sujet. Après chaque changement, vos autres sessions sont fermées, et les applications doivent redemander une connexion.",
  security_mail: "Codes par e-mail",
  security_mail_to: "Ils sont envoyés à {email}.",
  security_name: "Nom",
  security_name_hint: "Pour vous y retrouver plus tard.",
  security_passkey_add: "Ajouter une clé d’accès",
  security_passkey_added: "La clé d’accès a été ajoutée. Vous pouvez désormais vous connecter avec elle.",
  security_passkey_create: "Créer une clé d’accès",
  security_passkey_https: "Les navigateurs ne créent des clés d’accès que pour les sites avec https et un nom.",
  security_passkey_lead:
    "Votre appareil garde une clé pour ce site et demande votre empreinte, votre visage ou un code PIN à la connexion.",
  security_passkey_single: "Sur un appareil.",
  security_passkey_synced: "Sur tous vos appareils d’un même fabricant.",
  security_passkeys: "Clés d’accès",
  security_passkeys_lead:
    "Le moyen le plus sûr : votre appareil demande votre empreinte, votre visage ou un code PIN, et ne répond qu’au bon site.",
  security_password_change: "Modifier votre mot de passe",
  security_password_changed: "Votre mot de passe a été modifié.",
  security_password_hint: "De {min} à {max} caractères. Prenez quelques mots sans rapport entre eux.",
  security_password_new: "Nouveau mot de passe",
  security_password_none:
    "Vous n’en avez pas besoin. Avec un mot de passe, vous pouvez vous connecter quand les e-mails tardent.",
  security_password_set: "Définir un mot de passe",
  security_password_since: "Défini le {time}.",
  security_password_was_set: "Votre mot de passe a été défini.",
  security_password_yours: "Votre mot de passe",
  security_remove: "Supprimer",
  security_remove_app: "Supprimer l’application d’authentification",
  security_remove_passkey: "Supprimer la clé d’accès {name}",
  security_remove_password: "Supprimer le mot de passe",
  security_remove_wallet: "Supprimer le portefeuille {name}",
  security_removed_app: "L’application d’authentification et ses codes de récupération ont été supprimés.",
  security_removed_passkey: "La clé d’accès a été supprimée.",
  security_removed_password: "Le mot de passe a été supprimé.",
  security_removed_wallet: "Le portefeuille a été supprimé.",
  security_sessions: "Vos sessions ouvertes et ce qui s’est passé récemment",
  security_unused: "Pas encore d’utilisation.",
  security_used: "Dernière utilisation : {time}.",
  security_wallet_add: "Ajouter un portefeuille Lightning",
  security_wallet_added: "Le portefeuille a été ajouté. Vous pouvez désormais vous connecter avec lui.",
  security_wallet_name: "Mon portefeuille",
  security_wallets: "Portefeuilles Lightning",
  security_wallets_lead:
    "Un portefeuille qui sait se connecter (LNURL-auth) signe un code que ce site affiche. Il ne voit pas votre compte ici et ne paie rien.",
};
