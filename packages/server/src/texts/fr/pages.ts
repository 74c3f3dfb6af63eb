import type { pages as english } from "../en/pages.ts";
import type { Translated } from "../message.ts";

export const pages: Translated<typeof english> = {
  page_again: "Ouvrez à nouveau le lien dans une minute.",
  page_busy: "Le service ne peut pas le faire pour l’instant.",
  page_failed: "Cela n’a pas fonctionné",
  page_form_cookie: "Le navigateur n’a pas envoyé de cookie. Autorisez les cookies de {origin} et réessayez.",
  page_form_here: "Ce formulaire n’est accepté que depuis les pages de {origin}. Ouvrez la page à cette adresse.",
  page_form_old: "Ce formulaire est trop ancien. Revenez en arrière, rechargez la page et envoyez-le à nouveau.",
  page_form_site: "Ce formulaire a été envoyé depuis un autre site. Ouvrez la page ici et envoyez-le à nouveau.",
  page_home: "{name} paie des personnes en bitcoin par Lightning, pour les applications qui utilisent ce service.",
  page_home_account: "Votre argent, votre gamertag, moyens de connexion, sessions",
  page_home_developers: "Pour les développeurs",
  page_home_login: "Avec une adresse e-mail et le code d’un message",
  page_home_monitors: "Pour la surveillance",
  page_home_people: "Pour les personnes qui ont un compte",
  page_home_wallet: "Recevoir, envoyer, revoir ; s’installe sur un téléphone",
  page_many: "Vous avez trop demandé en peu de temps.",
  page_many_title: "Trop de demandes",
  page_missing: "Cette page n’existe pas.",
  page_missing_title: "Introuvable",
  page_number: "Numéro de cette demande : {id}",
  page_our_fault:
    "C’est une erreur du service, pas la vôtre. Réessayez ; si cela se reproduit, écrivez à l’exploitant de ce service.",
  page_ramp_off: "Ce service ne vend pas de bitcoins.",
  page_refused: "La page n’a pas pu le faire. Revenez en arrière, rechargez-la et réessayez.",
  page_restarting: "Le service redémarre. Cette page se charge toute seule dans quelques secondes.",
  page_restarting_title: "Un instant",
  page_web_off: "Ce service n’affiche pas cette page.",
  page_wrong: "Une erreur est survenue",
};
