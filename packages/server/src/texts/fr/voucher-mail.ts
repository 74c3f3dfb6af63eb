import type { voucherMail as english } from "../en/voucher-mail.ts";
import type { Translated } from "../message.ts";

export const voucherMail: Translated<typeof english> = {
  voucher_account:
    "Pas de portefeuille ? Sur la même page, vous pouvez ajouter l’argent à un compte ici, que vous ouvrez avec votre adresse e-mail.",
  voucher_bitcoin: "C’est du bitcoin : un bitcoin vaut {sats} sat.",
  voucher_button: "Recevoir l’argent",
  voucher_comment: "Message joint :",
  voucher_from: "{sender} vous a envoyé de l’argent.",
  voucher_here: "Recevez-le ici :",
  voucher_host: "Le lien de cet e-mail mène à {host}.",
  voucher_never:
    "Nous ne vous demandons jamais le mot de passe de votre messagerie, les mots de récupération d’un portefeuille, un paiement ou votre banque. Une page qui le fait n’est pas à nous.",
  voucher_secret:
    "Le lien est comme de l’argent liquide : quiconque l’ouvre peut recevoir l’argent. Ne le transmettez à personne.",
  voucher_step_confirm: "Le portefeuille affiche le montant. Confirmez, et il est à vous.",
  voucher_step_open: "Ouvrez le lien sur votre téléphone, ou sur un ordinateur à côté.",
  voucher_step_wallet:
    "Choisissez-y votre portefeuille Lightning, ou scannez le code avec lui. N’importe quel portefeuille Lightning convient ; les boutiques d’applications en ont beaucoup de gratuits.",
  voucher_stop: "Ne plus recevoir d’e-mails comme celui-ci, d’aucun expéditeur",
  voucher_subject: "Vous avez reçu {amount}",
  voucher_until: "Recevez-le avant le {time}. Ensuite, il retourne à l’expéditeur.",
};
