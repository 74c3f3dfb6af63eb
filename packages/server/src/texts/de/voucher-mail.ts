import type { voucherMail as english } from "../en/voucher-mail.ts";
import type { Translated } from "../message.ts";

export const voucherMail: Translated<typeof english> = {
  voucher_account:
    "Keine Wallet? Auf derselben Seite kannst du das Geld deinem Konto hier gutschreiben; mit deiner E-Mail-Adresse legst du eines an.",
  voucher_bitcoin: "Das ist Bitcoin: Ein Bitcoin sind {sats} sat.",
  voucher_button: "Geld abholen",
  voucher_comment: "Dazu steht da:",
  voucher_from: "{sender} hat dir Geld geschickt.",
  voucher_here: "Hier holst du es ab:",
  voucher_host: "Der Link in dieser E-Mail führt zu {host}.",
  voucher_never:
    "Wir fragen dich nie nach dem Passwort deiner E-Mail, nach den Wiederherstellungswörtern einer Wallet, nach einer Zahlung oder nach deiner Bank. Eine Seite, die das tut, ist nicht unsere.",
  voucher_secret: "Der Link ist wie Bargeld: Wer ihn öffnet, kann das Geld bekommen. Gib ihn nicht weiter.",
  voucher_step_confirm: "Die Wallet zeigt den Betrag. Bestätige, und er gehört dir.",
  voucher_step_open: "Öffne den Link auf deinem Telefon oder auf einem Computer daneben.",
  voucher_step_wallet:
    "Wähle dort deine Lightning-Wallet oder scanne den Code mit ihr. Jede Lightning-Wallet passt; in App-Stores gibt es viele kostenlose.",
  voucher_stop: "Keine solchen E-Mails mehr, von keinem Absender",
  voucher_subject: "Du hast {amount} bekommen",
  voucher_until: "Hol es vor dem {time} ab. Danach geht es an den Absender zurück.",
};
