import type { login as english } from "../en/login.ts";
import type { Translated } from "../message.ts";

export const login: Translated<typeof english> = {
  login_again_app: "{app} demande une nouvelle connexion.",
  login_again_title: "Connectez-vous à nouveau",
  login_again_why: "Cette étape demande une connexion de moins de 10 minutes.",
  login_app_code: "Code de votre application d’authentification",
  login_begin_again: "Recommencer",
  login_blocked_text:
    "L’exploitant de ce service a bloqué ce compte. Écrivez à l’exploitant si vous pensez que c’est une erreur.",
  login_blocked_title: "Vous ne pouvez pas vous connecter",
  login_button: "Se connecter",
  login_code: "Code",
  login_code_again: "Envoyer un autre code",
  login_code_ask: "Envoyer un code",
  login_code_sent: "Nous avons envoyé un code à {email}. Il est valable 10 minutes.",
  login_code_sent_to_account:
    "Nous avons envoyé un code à l’adresse e-mail de votre compte. Il est valable 10 minutes.",
  login_code_title: "Consultez vos e-mails",
  login_continue: "Continuer",
  login_create: "Créer le compte",
  login_email: "Adresse e-mail",
  login_email_hint: "Si vous n’avez pas encore de compte, il sera créé.",
  login_email_why: "Aucun mot de passe n’est nécessaire : nous envoyons un code à votre adresse e-mail.",
  login_gamertag: "Gamertag",
  login_gamertag_hint:
    "De 3 à 20 caractères : lettres de a à z, chiffres, point, tiret et tiret bas. Vous pouvez le changer une fois par jour.",
  login_gamertag_title: "Choisissez un gamertag",
  login_gamertag_why:
    "Sous ce nom, les autres vous voient et vous paient. C’est aussi votre adresse Lightning : {address}",
  login_mailbox: "Ceci est un système de développement : les e-mails restent {place}.",
  login_mailbox_place: "dans sa boîte aux lettres",
  login_nothing_due: "Rien de plus n’est nécessaire.",
  login_other_address: "Utiliser une autre adresse",
  login_passkey_ask: "Votre navigateur ou votre téléphone demande votre empreinte, votre visage ou un code PIN.",
  login_passkey_exists: "Cet appareil a déjà une clé d’accès pour votre compte.",
  login_passkey_failed:
    "Ce navigateur n’a pas pu utiliser de clé d’accès. Choisissez un autre moyen ou un autre navigateur.",
  login_passkey_none: "Ce navigateur n’a pas de clés d’accès. Choisissez un autre moyen ou un autre navigateur.",
  login_passkey_unused: "Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez un autre moyen.",
  login_passkey_use: "Utiliser une clé d’accès",
  login_passkey_without:
    "Les clés d’accès ont besoin d’un script, et ce navigateur n’en exécute pas ici. Autorisez les scripts pour cette page ou choisissez un autre moyen.",
  login_password: "Mot de passe",
  login_recovery_code: "Code de récupération",
  login_recovery_hint: "Un de ceux que vous avez notés en configurant l’application. Chacun ne sert qu’une fois.",
  login_second_text: "Votre compte demande une seconde preuve que c’est bien vous.",
  login_second_title: "Encore une étape",
  login_title: "Connexion ou inscription",
  login_to_app: "Pour continuer vers {app}.",
  login_wallet_code: "Code QR pour votre portefeuille",
  login_wallet_other_network:
    "Votre portefeuille est sur un autre réseau que ce navigateur. Pour être sûrs que c’est vous, nous envoyons un code à l’adresse e-mail de votre compte.",
  login_wallet_place: "ouvrez-le dans un portefeuille sur cet appareil",
  login_wallet_scan:
    "Scannez le code avec un portefeuille Lightning qui sait se connecter (LNURL-auth), ou {place}. Ne signez rien que vous n’avez pas ouvert vous-même.",
  login_wallet_sign: "J’ai signé",
  login_wallet_signed: "Votre portefeuille a signé.",
  login_way_app: "le code de votre application",
  login_way_email: "un code par e-mail",
  login_way_passkey: "une clé d’accès",
  login_way_password: "votre mot de passe",
  login_way_recovery: "un code de récupération",
  login_way_wallet: "un portefeuille Lightning",
  login_ways: "Ou connectez-vous avec {ways}.",
  login_ways_second: "Ou utilisez {ways}.",
};
