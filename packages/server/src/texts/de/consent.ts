import type { consent as english } from "../en/consent.ts";
import type { Translated } from "../message.ts";

export const consent: Translated<typeof english> = {
  apps_allowed: "Seit dem {since}; zuletzt erlaubt am {last}.",
  apps_disconnect: "Trennen",
  apps_disconnect_one: "{app} trennen",
  apps_ended: "Die App ist getrennt. Sie hat keinen Zugriff mehr.",
  apps_lead: "Apps, bei denen du dich mit diesem Konto angemeldet hast. Keine davon kann bezahlen oder abheben.",
  apps_none: "Noch keine App. Hier steht eine, sobald du dich bei ihr anmeldest und erlaubst, worum sie bittet.",
  apps_title: "Verbundene Apps",
  apps_unknown: "Diese App gibt es hier nicht mehr.",
  consent_allow: "Erlauben",
  consent_deny: "Nicht erlauben",
  consent_expired:
    "Diese Anmeldung ist zu Ende oder gehört zu einem anderen Browser. Geh zurück zur App und melde dich noch einmal an.",
  consent_lead: "{app} kann dann:",
  consent_only_who: "Die App erfährt, dass du es bist, und sonst nichts.",
  consent_place: "Danach geht es zurück zu {place}.",
  consent_place_app: "Danach geht es zurück zur App {place}.",
  consent_safe:
    "Die App bekommt keinen Zugriff auf dein Geld: Sie kann weder bezahlen noch abheben. Du kannst das auf der Seite deines Kontos jederzeit zurücknehmen.",
  consent_switch: "Anderes Konto nehmen",
  consent_title: "Bei {app} anmelden?",
  consent_you: "Du bist {gamertag}, {email}.",
  logout_done_title: "Du bist abgemeldet",
  logout_done_what: "Du kannst diese Seite schließen.",
  logout_stay: "Angemeldet bleiben",
  logout_title: "Abmelden?",
  logout_what: "Die App, die du benutzt hast, möchte dich auch hier abmelden.",
  logout_yes: "Abmelden",
  protocol_title: "Die Anmeldung kann nicht weitergehen",
  protocol_what:
    "Die App hat dich mit einer ungültigen Anfrage hierher geschickt und bekommt deshalb keine Antwort. Das ist ein Fehler der App: Sag denen, die sie gemacht haben, was unten steht.",
  scope_email: "Deine E-Mail-Adresse sehen",
  scope_openid: "Dich wiedererkennen",
  scope_profile: "Deinen Gamertag und dein Bild sehen",
  scope_user: "Dein Profil sehen: Gamertag, Bild, E-Mail-Adresse, Beschreibung, Links und Lightning-Adresse",
  scope_wallet: "Dein Guthaben und deine Limits sehen: was du noch senden und empfangen darfst",
};
