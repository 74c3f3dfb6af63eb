import type { received as english } from "../en/received.ts";
import type { Translated } from "../message.ts";

export const received: Translated<typeof english> = {
  received_card: "Quand de l’argent arrive",
  received_card_off: "Vous ne recevez pas d’e-mail quand de l’argent arrive sur votre compte.",
  received_card_on: "Vous recevez un e-mail quand de l’argent arrive sur votre compte, au plus un par heure.",
  received_from_here: "Depuis ce service",
  received_from_invoice: "Une de vos factures a été payée",
  received_from_link: "À votre adresse Lightning ou à votre lien de paiement",
  received_from_project: "Pour une facture demandée par {project}",
  received_is_off: "Vous ne recevez plus d’e-mails quand de l’argent arrive.",
  received_is_on: "Vous recevez un e-mail quand de l’argent arrive.",
  received_left: { one: "Et {count} autre paiement.", other: "Et {count} autres paiements." },
  received_many: {
    one: "Vous avez reçu {amount} en {count} paiement",
    other: "Vous avez reçu {amount} en {count} paiements",
  },
  received_one: "Vous avez reçu {amount}",
  received_stop: "Ne plus recevoir d’e-mails quand de l’argent arrive",
  received_stop_what: "Votre compte reçoit toujours l’argent et l’affiche. Vous pouvez y réactiver ces e-mails.",
  received_stopped: "Les e-mails sont désactivés",
  received_stopped_what:
    "Vous ne recevez plus d’e-mails quand de l’argent arrive. Votre compte l’affiche, et vous pouvez les y réactiver.",
  received_turn_off: "Ne plus m’en envoyer",
  received_turn_on: "M’envoyer un e-mail",
  received_unknown_what:
    "Ce lien n’est pas complet, ou il est d’une adresse que le compte n’a plus. Votre compte a le même réglage.",
  received_what: "L’argent est dans votre portefeuille chez {name}.",
  received_why: "Vous recevez cet e-mail parce que vous l’avez activé dans votre compte.",
};
