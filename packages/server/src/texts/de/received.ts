import type { received as english } from "../en/received.ts";
import type { Translated } from "../message.ts";

export const received: Translated<typeof english> = {
  received_card: "Wenn Geld ankommt",
  received_card_off: "Du bekommst keine E-Mail, wenn Geld auf deinem Konto ankommt.",
  received_card_on: "Du bekommst eine E-Mail, wenn Geld auf deinem Konto ankommt, höchstens eine in der Stunde.",
  received_from_here: "Aus diesem Dienst selbst",
  received_from_invoice: "Eine Rechnung von dir wurde bezahlt",
  received_from_link: "An deine Lightning-Adresse oder deinen Zahlungslink",
  received_from_project: "Auf eine Rechnung, die {project} verlangt hat",
  received_is_off: "Du bekommst keine E-Mails mehr, wenn Geld ankommt.",
  received_is_on: "Du bekommst eine E-Mail, wenn Geld ankommt.",
  received_left: { one: "Und {count} weitere Zahlung.", other: "Und {count} weitere Zahlungen." },
  received_many: {
    one: "Du hast {amount} in {count} Zahlung erhalten",
    other: "Du hast {amount} in {count} Zahlungen erhalten",
  },
  received_one: "Du hast {amount} erhalten",
  received_stop: "Keine E-Mails mehr, wenn Geld ankommt",
  received_stop_what:
    "Dein Konto bekommt das Geld weiterhin und zeigt es an. Dort kannst du diese E-Mails wieder einschalten.",
  received_stopped: "E-Mails sind ausgeschaltet",
  received_stopped_what:
    "Du bekommst keine E-Mails mehr, wenn Geld ankommt. Dein Konto zeigt es an, und dort kannst du sie wieder einschalten.",
  received_turn_off: "Keine E-Mails mehr bekommen",
  received_turn_on: "E-Mails bekommen",
  received_unknown_what:
    "Dieser Link ist nicht vollständig oder gehört zu einer Adresse, die das Konto nicht mehr hat. Dein Konto hat denselben Schalter.",
  received_what: "Das Geld ist in deiner Wallet bei {name}.",
  received_why: "Du bekommst diese E-Mail, weil du sie in deinem Konto eingeschaltet hast.",
};
