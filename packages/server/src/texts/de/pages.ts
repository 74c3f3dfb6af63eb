import type { pages as english } from "../en/pages.ts";
import type { Translated } from "../message.ts";

export const pages: Translated<typeof english> = {
  page_again: "Öffne den Link in einer Minute noch einmal.",
  page_busy: "Der Dienst kann das zurzeit nicht.",
  page_failed: "Das hat nicht geklappt",
  page_form_cookie: "Der Browser hat kein Cookie geschickt. Erlaube Cookies für {origin} und versuch es noch einmal.",
  page_form_here: "Dieses Formular wird nur von Seiten von {origin} angenommen. Öffne die Seite dort.",
  page_form_old: "Dieses Formular ist zu alt. Geh zurück, lade die Seite neu und schick es noch einmal ab.",
  page_form_site: "Dieses Formular kam von einer anderen Website. Öffne die Seite hier und schick es noch einmal ab.",
  page_home: "{name} bezahlt Menschen mit Bitcoin über Lightning, für die Anwendungen, die diesen Dienst nutzen.",
  page_home_account: "Dein Geld, dein Gamertag, Wege zum Anmelden, Sitzungen",
  page_home_developers: "Für Entwickler",
  page_home_login: "Mit einer E-Mail-Adresse und dem Code aus einer E-Mail",
  page_home_monitors: "Für die Überwachung",
  page_home_people: "Für Menschen mit einem Konto",
  page_home_wallet: "Empfangen, senden, nachsehen; lässt sich auf dem Telefon installieren",
  page_many: "Du hast in kurzer Zeit zu viel angefragt.",
  page_many_title: "Zu viele Anfragen",
  page_missing: "Diese Seite gibt es nicht.",
  page_missing_title: "Nicht gefunden",
  page_number: "Nummer dieser Anfrage: {id}",
  page_our_fault:
    "Das ist ein Fehler des Dienstes, nicht deiner. Versuch es noch einmal; wenn es wieder geschieht, schreib dem Betreiber dieses Dienstes.",
  page_ramp_off: "Dieser Dienst verkauft keine Bitcoin.",
  page_refused: "Die Seite konnte das nicht tun. Geh zurück, lade sie neu und versuch es noch einmal.",
  page_restarting: "Der Dienst startet gerade neu. Diese Seite lädt in ein paar Sekunden von selbst.",
  page_restarting_title: "Einen Moment",
  page_web_off: "Dieser Dienst zeigt diese Seite nicht.",
  page_wrong: "Etwas ist schiefgegangen",
};
