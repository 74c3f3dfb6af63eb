import type { failures as english } from "../en/failures.ts";
import type { Translated } from "../message.ts";

export const failures: Translated<typeof english> = {
  failure_account_gone: "Dieses Konto gibt es nicht mehr.",
  failure_account_money: "In der Wallet ist noch Geld. Sende es vorher woandershin.",
  failure_account_pending:
    "Eine Zahlung, eine Rechnung oder ein Gutschein dieses Kontos ist noch nicht abgeschlossen. Warte, bis es so weit ist.",
  failure_address_https: "Das muss eine Adresse sein, die mit https:// beginnt, ohne Benutzernamen.",
  failure_address_web: "Das muss eine Adresse sein, die mit https:// oder http:// beginnt, ohne Benutzernamen.",
  failure_app_code: "Das ist nicht der aktuelle Code deiner App. Versuch es mit dem nächsten.",
  failure_app_code_used:
    "Das ist nicht der aktuelle Code deiner App, oder er wurde schon verwendet. Warte auf den nächsten.",
  failure_app_exists: "Es ist schon eine Authenticator-App eingerichtet. Entferne sie zuerst.",
  failure_app_missing: "Richte zuerst eine Authenticator-App ein.",
  failure_app_offer: "Das hat zu lange gedauert. Entferne den Eintrag aus deiner App und scanne den neuen Code.",
  failure_code_digits: "Gib die Ziffern aus der E-Mail ein.",
  failure_code_expired: "Dieser Code ist zu alt. Lass dir einen neuen schicken.",
  failure_code_last: "Das ist nicht der Code, und es war der letzte Versuch. Lass dir einen neuen schicken.",
  failure_code_none: "Für diesen Browser wurde kein Code geschickt. Lass dir einen schicken.",
  failure_code_short:
    "In letzter Zeit wurden viele falsche Codes eingegeben, darum ist dieser jetzt zu kurz. Lass dir einen neuen schicken: Er ist länger.",
  failure_code_spent: "Dieser Code wurde zu oft versucht. Lass dir einen neuen schicken.",
  failure_code_wrong: {
    one: "Das ist nicht der Code. Du hast noch einen Versuch.",
    other: "Das ist nicht der Code. Du hast noch {count} Versuche.",
  },
  failure_codes_many:
    "Du hast in letzter Zeit viele Codes an diese Adresse schicken lassen. Versuch es in {wait} wieder oder melde dich anders an.",
  failure_codes_many_address:
    "Diese Adresse hat in letzter Zeit viele Codes bekommen. Versuch es in {wait} wieder oder melde dich anders an.",
  failure_codes_many_network:
    "Dein Netz hat in letzter Zeit Codes für viele Adressen verlangt. Versuch es in {wait} wieder oder melde dich anders an.",
  failure_email: "Das ist keine E-Mail-Adresse. Eine sieht aus wie alice@example.com.",
  failure_email_taken: "Es gibt schon ein Konto mit dieser E-Mail-Adresse.",
  failure_factor_missing:
    "Diesen Weg zum Anmelden gibt es nicht. Vielleicht wurde er in einem anderen Fenster entfernt.",
  failure_factor_no_mail: "Es wird kein Code per E-Mail verlangt.",
  failure_factor_other: "Dein Konto verlangt einen anderen Nachweis.",
  failure_factor_taken: "Dieser Passkey oder diese Wallet ist schon hinzugefügt.",
  failure_factors_many: "Mehr als {most} gehen nicht. Entferne zuerst, was du nicht mehr brauchst.",
  failure_gamertag_lately: "Ein Gamertag lässt sich einmal in 24 Stunden ändern. Versuch es in {wait} wieder.",
  failure_gamertag_length: "Ein Gamertag hat {min} bis {max} Zeichen.",
  failure_gamertag_letters:
    "Ein Gamertag darf nur Buchstaben a bis z, Ziffern, Unterstrich, Punkt und Bindestrich haben.",
  failure_gamertag_other: "Das ist nicht dein Gamertag.",
  failure_gamertag_reserved: "Dieser Name ist reserviert. Wähle einen anderen.",
  failure_gamertag_taken: "Der Name {gamertag} ist vergeben. Wähle einen anderen.",
  failure_input: "Etwas daran stimmt nicht. Prüfe es und schick es noch einmal ab.",
  failure_last_way_in: "Das ist der letzte Weg zum Anmelden. Füge zuerst einen anderen hinzu.",
  failure_login_gone: "Diese Anmeldung hat zu lange gedauert. Beginne von vorn.",
  failure_login_old: "Deine Anmeldung ist dafür zu alt. Melde dich noch einmal an.",
  failure_mail_none: "Dieser Dienst kann keine E-Mails senden.",
  failure_name_empty: "Gib einen Namen ein.",
  failure_passkey: "Dieser Passkey wurde nicht angenommen. Versuch es noch einmal oder melde dich anders an.",
  failure_passkey_new: "Der Passkey wurde nicht angenommen. Versuch es noch einmal.",
  failure_password: "Adresse und Passwort gehören nicht zusammen.",
  failure_password_common:
    "Dieses Passwort verwenden viele. Nimm ein paar Wörter, die nichts miteinander zu tun haben.",
  failure_password_length: "Ein Passwort hat {min} bis {max} Zeichen.",
  failure_password_often: "Das Passwort wurde in der letzten Stunde oft geändert. Versuch es in {wait} wieder.",
  failure_password_own: "Dein Passwort darf nicht aus deiner E-Mail-Adresse oder deinem Gamertag bestehen.",
  failure_recovery: "Das ist keiner deiner Wiederherstellungscodes, oder er wurde schon verwendet.",
  failure_text_line: "Das muss eine Zeile ohne Steuerzeichen sein.",
  failure_text_long: "Das darf höchstens {max} Zeichen haben.",
  failure_too_much: "Das war zu viel auf einmal. Schick weniger.",
  failure_tries: "Es gab zuletzt viele falsche Versuche. Versuch es in {wait} wieder oder melde dich anders an.",
  failure_uncertain: "Es ist nicht sicher, ob das geschehen ist. Sieh nach, bevor du es noch einmal tust.",
  failure_wallet_network: "Die Wallet ist in einem anderen Netz als dieser Browser. Verbinde beide mit demselben.",
  failure_wallet_unknown:
    "Kein Konto hat diese Wallet. Melde dich mit deiner E-Mail-Adresse an oder leg ein Konto an, und füge die Wallet dann unter Sicherheit hinzu.",
  failure_wallet_waiting: "Noch hat keine Wallet signiert. Scanne den Code und mach dann weiter.",
  failure_x_handle: "Ein Benutzername bei X hat 1 bis 15 Buchstaben, Ziffern und Unterstriche.",
};
