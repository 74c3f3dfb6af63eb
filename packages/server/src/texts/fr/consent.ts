import type { consent as english } from "../en/consent.ts";
import type { Translated } from "../message.ts";

export const consent: Translated<typeof english> = {
  apps_allowed: "Depuis le {since} ; autorisée pour la dernière fois le {last}.",
  apps_disconnect: "Déconnecter",
  apps_disconnect_one: "Déconnecter {app}",
  apps_ended: "L’application est déconnectée. Elle n’a plus aucun accès.",
  apps_lead:
    "Applications auxquelles vous vous êtes connecté avec ce compte. Aucune ne peut ni payer ni retirer de l’argent.",
  apps_none:
    "Aucune application pour l’instant. Il en apparaît une ici quand vous vous y connectez et autorisez ce qu’elle demande.",
  apps_title: "Applications connectées",
  apps_unknown: "Cette application n’est plus là.",
  consent_allow: "Autoriser",
  consent_deny: "Ne pas autoriser",
  consent_expired:
    "Cette connexion est terminée ou appartient à un autre navigateur. Retournez à l’application et connectez-vous à nouveau.",
  consent_lead: "{app} pourra :",
  consent_only_who: "Elle saura que c’est vous, et rien d’autre.",
  consent_place: "Vous retournez ensuite à {place}.",
  consent_place_app: "Vous retournez ensuite à l’application {place}.",
  consent_safe:
    "Elle n’a aucun accès à votre argent : elle ne peut ni payer ni en retirer. Vous pouvez annuler cette autorisation à tout moment sur la page de votre compte.",
  consent_switch: "Utiliser un autre compte",
  consent_title: "Se connecter à {app} ?",
  consent_you: "Vous êtes {gamertag}, {email}.",
  logout_done_title: "Vous êtes déconnecté",
  logout_done_what: "Vous pouvez fermer cette page.",
  logout_stay: "Rester connecté",
  logout_title: "Se déconnecter ?",
  logout_what: "L’application que vous avez utilisée demande à vous déconnecter ici aussi.",
  logout_yes: "Se déconnecter",
  protocol_title: "La connexion ne peut pas continuer",
  protocol_what:
    "L’application vous a envoyé ici avec une demande qui n’est pas valide, elle ne reçoit donc pas de réponse. C’est une erreur de l’application : dites à ses auteurs ce qui est écrit ci-dessous.",
  scope_email: "Voir votre adresse e-mail",
  scope_openid: "Vous reconnaître",
  scope_profile: "Voir votre gamertag et votre image",
  scope_user: "Voir votre profil : gamertag, image, adresse e-mail, description, liens et adresse Lightning",
  scope_wallet: "Voir votre solde et vos plafonds : ce que vous pouvez encore envoyer et recevoir",
};
