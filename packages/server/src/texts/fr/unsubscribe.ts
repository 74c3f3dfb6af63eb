import type { unsubscribe as english } from "../en/unsubscribe.ts";
import type { Translated } from "../message.ts";

export const unsubscribe: Translated<typeof english> = {
  unsubscribe_button: "Ne plus m’envoyer d’e-mails",
  unsubscribe_done_title: "Désinscription faite",
  unsubscribe_done_what: "Les projets qui utilisent ce service n’envoient plus rien à votre adresse.",
  unsubscribe_title: "Ne plus recevoir d’e-mails",
  unsubscribe_unknown_title: "Lien inconnu",
  unsubscribe_unknown_what:
    "Ce lien n’appartient à aucun e-mail des 90 derniers jours. Prenez le lien d’un e-mail plus récent.",
  unsubscribe_what:
    "Les projets qui utilisent ce service n’enverront alors plus rien à votre adresse, pas même de l’argent.",
};
