import type { receipts as english } from "../en/receipts.ts";
import type { Translated } from "../message.ts";

export const receipts: Translated<typeof english> = {
  receipt_approved_subject: "Votre identité est confirmée",
  receipt_approved_what:
    "Vous pouvez maintenant acheter des bitcoins chez {seller} jusqu’aux plafonds plus élevés. Si votre achat attend, continuez là où vous l’avez commencé.",
  receipt_completed_own:
    "Ils sont dans votre portefeuille ici. Connectez-vous avec cette adresse e-mail pour les voir et les envoyer à n’importe quel portefeuille Lightning :",
  receipt_completed_subject: "Vos bitcoins sont arrivés : achat {number}",
  receipt_completed_what: "Vous avez acheté {sats} pour {paid}. Ils sont arrivés.",
  receipt_refunded_subject: "Votre argent vous a été rendu : achat {number}",
  receipt_refunded_what:
    "Vos bitcoins n’ont pas pu être livrés. {paid} sont retournés sur votre carte ; cela peut prendre quelques jours avant que vous le voyiez.",
  receipt_rejected_subject: "Votre identité n’a pas pu être confirmée",
  receipt_rejected_what:
    "{seller} ne peut pas vous vendre de bitcoins. Si vous pensez que c’est une erreur, renseignez-vous là-bas.",
  receipt_sent_subject: "Vos bitcoins sont en route : achat {number}",
  receipt_sent_what:
    "Vous avez acheté {sats} pour {paid}. La transaction est en cours d’envoi. Elle est terminée à sa première confirmation, en général après 10 à 60 minutes.",
};
