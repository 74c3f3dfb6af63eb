import type { mails as english } from "../en/mails.ts";
import type { Translated } from "../message.ts";

export const mails: Translated<typeof english> = {
  code_app_login: "Jemand möchte sich mit dieser Adresse und einem Konto bei {host} in der App {app} anmelden.",
  code_buy: "Jemand möchte mit dieser Adresse bei {app} Bitcoin kaufen, über {host}.",
  code_change_email: "Ein Konto bei {host} soll diese Adresse bekommen.",
  code_how: "Gib ihn auf der Seite ein, die danach gefragt hat, im selben Browser. Er gilt 10 Minuten und nur einmal.",
  code_lead: "Dein Code:",
  code_login: "Jemand möchte sich mit dieser Adresse bei einem Konto auf {host} anmelden.",
  code_never:
    "Wir fragen dich nie am Telefon, im Chat oder per E-Mail nach diesem Code. Gib ihn niemandem, auch nicht uns. Nach den Wiederherstellungswörtern einer Wallet fragen wir nie.",
  code_not_you: "Wenn du das nicht warst, tu nichts: Ohne den Code geschieht nichts.",
  code_subject_buy: "{code} ist dein Code, um Bitcoin zu kaufen",
  code_subject_change_email: "{code} ist dein Code für die neue Adresse",
  code_subject_log_in: "{code} ist dein Code zum Anmelden",
  code_title: "Dein Code",
  code_where: "Nach dem Code wird auf Seiten von {host} gefragt und sonst nirgends.",
  invitation_developer: "Entwickler: alles außer den Mitgliedern",
  invitation_from: "Eingeladen von",
  invitation_how: "Melde dich auf dieser Seite mit dieser E-Mail-Adresse an und nimm die Einladung dort an:",
  invitation_operator: "vom Betreiber von {host}",
  invitation_owner: "Inhaber: alles",
  invitation_project: "Projekt",
  invitation_role: "Rolle",
  invitation_title: "Du bist zu einem Projekt bei {host} eingeladen",
  invitation_until: "Die Einladung gilt bis {time}. Wenn du nicht weißt, worum es geht, tu nichts.",
  invitation_viewer: "Betrachter: nur lesen",
  mail_fact: "{name}: {value}",
  new_login_browser: "Browser",
  new_login_network: "Netz",
  new_login_not_you:
    "Wenn du das nicht warst, melde dich auf dieser Seite überall ab und ändere, wie du dich anmeldest.",
  new_login_time: "Wann",
  new_login_title: "Ein neuer Browser hat sich angemeldet",
  new_login_what: "Ein Browser, den dein Konto bei {host} nicht kannte, hat sich angemeldet.",
};
