import type { claim as english } from "../en/claim.ts";
import type { Translated } from "../message.ts";

export const claim: Translated<typeof english> = {
  claim_account_blocked: "Dein Konto hier ist gesperrt und kann dieses Geld nicht bekommen.",
  claim_account_get: "Deinem Konto hier gutschreiben",
  claim_account_login:
    "Melde dich an oder lege mit einer E-Mail-Adresse ein Konto an; danach kommst du auf diese Seite zurück. Ein Konto bekommt den ganzen Betrag.",
  claim_account_of: "Du bist als {gamertag} angemeldet. Dein Konto bekommt den ganzen Betrag.",
  claim_bitcoin: "Ein Bitcoin sind {sats} sat.",
  claim_cash: "Der Link dieser Seite ist wie Bargeld: Wer ihn hat, kann das Geld bekommen.",
  claim_expired_title: "{amount} verfallen",
  claim_expired_what:
    "Dieses Geld lag hier bis zum {time}, jetzt hat es der Absender wieder. Wenn du es noch erwartest, bitte den Absender um einen neuen Link.",
  claim_failed_title: "Keine Antwort",
  claim_failed_what: "Der Dienst antwortet gerade nicht. Diese Seite versucht es von selbst wieder.",
  claim_fee:
    "Eine Lightning-Wallet bekommt {amount}. Die übrigen {kept} sind für die Gebühr der Zahlung; was davon nicht gebraucht wird, geht an den Absender zurück.",
  claim_fee_none: "Eine Lightning-Wallet bekommt den ganzen Betrag.",
  claim_foot: "Diese Seite gehört zu {host}.",
  claim_from: "Von {sender}",
  claim_is: "Das ist Bitcoin.",
  claim_is_worth: "Das ist Bitcoin im Wert von {worth}.",
  claim_not_blocked: "Nichts wurde gutgeschrieben: Dein Konto ist gesperrt.",
  claim_not_logged_out:
    "Nichts wurde gutgeschrieben: Du bist nicht mehr angemeldet. Melde dich an und drücke noch einmal.",
  claim_not_max: "Nichts wurde gutgeschrieben: Mit seiner Stufe kann dein Konto nur noch {amount} aufnehmen.",
  claim_not_paused:
    "Nichts wurde gutgeschrieben: Zahlungen sind bei diesem Dienst gerade angehalten. Versuch es in einer Minute wieder.",
  claim_not_sent: "Das hat nicht geklappt. Drücke noch einmal oder lade diese Seite neu.",
  claim_not_wallet: "Nichts wurde gutgeschrieben: Nur eine Lightning-Wallet kann dieses Geld bekommen.",
  claim_on_way_title: "{amount} unterwegs",
  claim_on_way_what:
    "Das Geld wird gerade an eine Wallet gezahlt. Du musst nichts tun: Diese Seite zeigt es, wenn es angekommen ist.",
  claim_open_wallet: "In einer Wallet auf diesem Gerät öffnen",
  claim_paused:
    "Dieser Dienst sendet zurzeit nichts, deshalb kann gerade niemand dieses Geld bekommen. Es ist sicher; diese Seite zeigt es, sobald es wieder zu haben ist.",
  claim_redeemed_title: "{amount} schon eingelöst",
  claim_redeemed_what:
    "Das war am {time}. Wenn du es warst, ist das Geld in deiner Wallet; wenn nicht, frag den Absender.",
  claim_revoked_title: "{amount} zurückgenommen",
  claim_revoked_what:
    "Das war der Absender, am {time}. Wenn du dieses Geld noch erwartest, bitte den Absender um einen neuen Link.",
  claim_scan: "Oder scanne das mit einer Lightning-Wallet",
  claim_script_allow: "Schalte JavaScript für diese Seite ein oder öffne den Link in einem anderen Browser.",
  claim_script_why:
    "Diese Seite braucht JavaScript. Was in ihrer Adresse hinter dem # steht, ist der Schlüssel zum Geld, und ohne Skript schickt dein Browser diesen Teil nicht mit.",
  claim_small: "Das ist zu wenig, um über Lightning ausgezahlt zu werden.",
  claim_small_ask: "Das ist zu wenig, um über Lightning ausgezahlt zu werden. Frag den Absender.",
  claim_title: "Geld für dich",
  claim_title_open: "{amount} für dich",
  claim_too_many_title: "Zu viele unbekannte Links",
  claim_too_many_what:
    "Aus deinem Netz wurden viele Links geöffnet, zu denen kein Geld gehört. Versuch es in einer Stunde wieder. Ein richtiger Link funktioniert trotzdem.",
  claim_unknown_title: "Unbekannter Link",
  claim_unknown_what:
    "Zu diesem Link gehört kein Geld. Prüfe, ob du ihn ganz kopiert hast: Nach dem # kommen 22 Zeichen.",
  claim_until: "Du kannst es bis zum {time} bekommen. Danach geht es an den Absender zurück.",
  claim_wallets: "Jede Lightning-Wallet kann es bekommen; in App-Stores gibt es viele kostenlose.",
  claim_what: "Was ist das?",
  claim_worth_about: "etwa {worth}",
  claim_worth_less: "weniger als {worth}",
  claim_worth_made_up: "{worth} zum erfundenen Preis dieses Testnetzes",
  claim_yours_go: "Zu deiner Wallet",
  claim_yours_title: "{amount} auf deinem Konto",
  claim_yours_what: "Deine Wallet hier zeigt den Betrag an und sendet ihn an jede Lightning-Wallet, wann du willst.",
};
