import type { mails as english } from "../en/mails.ts";
import type { Translated } from "../message.ts";

export const mails: Translated<typeof english> = {
  code_app_login: "Quelqu’un veut se connecter à l’application {app} avec un compte chez {host} et cette adresse.",
  code_buy: "Quelqu’un veut acheter des bitcoins avec cette adresse chez {app}, par l’intermédiaire de {host}.",
  code_change_email: "Un compte chez {host} doit recevoir cette adresse.",
  code_how:
    "Saisissez-le sur la page qui l’a demandé, dans le même navigateur. Il est valable 10 minutes et une seule fois.",
  code_lead: "Votre code :",
  code_login: "Quelqu’un veut se connecter à un compte chez {host} avec cette adresse.",
  code_never:
    "Nous ne vous demandons jamais ce code par téléphone, par chat ou par e-mail. Ne le donnez à personne, pas même à nous. Nous ne demandons jamais les mots de récupération d’un portefeuille.",
  code_not_you: "Si ce n’était pas vous, ne faites rien : sans le code, il ne se passe rien.",
  code_subject_buy: "{code} est votre code pour acheter des bitcoins",
  code_subject_change_email: "{code} est votre code pour la nouvelle adresse",
  code_subject_log_in: "{code} est votre code de connexion",
  code_title: "Votre code",
  code_where: "Le code est demandé sur les pages de {host} et nulle part ailleurs.",
  invitation_developer: "Développeur : tout sauf les membres",
  invitation_from: "Invitation de",
  invitation_how: "Connectez-vous sur cette page avec cette adresse e-mail et acceptez-y l’invitation :",
  invitation_operator: "l’exploitant de {host}",
  invitation_owner: "Propriétaire : tout",
  invitation_project: "Projet",
  invitation_role: "Rôle",
  invitation_title: "Vous êtes invité à un projet chez {host}",
  invitation_until: "L’invitation est valable jusqu’au {time}. Si vous ne savez pas de quoi il s’agit, ne faites rien.",
  invitation_viewer: "Observateur : lecture seule",
  mail_fact: "{name} : {value}",
  new_login_browser: "Navigateur",
  new_login_network: "Réseau",
  new_login_not_you:
    "Si ce n’était pas vous, déconnectez-vous partout sur cette page et changez vos moyens de connexion.",
  new_login_time: "Quand",
  new_login_title: "Un nouveau navigateur s’est connecté",
  new_login_what: "Un navigateur que votre compte chez {host} ne connaissait pas s’est connecté.",
};
