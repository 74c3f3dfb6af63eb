import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_archive_over: "Das Protokoll der Datenbank wird wieder kopiert, und die Kopie ist auf dem neuesten Stand.",
  notice_archive_over_title: "{host}: Das Protokoll wird wieder kopiert",
  notice_archive_title: "{host}: Das Protokoll wird nicht kopiert",
  notice_archive_todo:
    "Das Log des Dienstes sagt, warum (supervisor.archive_log). `leyden status` zeigt den Ordner der Sicherungen.",
  notice_archive_what: "Was seit dem {at} in die Datenbank geschrieben wurde, ist in keiner Sicherung.",
  notice_backup_none: "Es gibt keine Sicherung, obwohl der Dienst seit mehr als einem Tag läuft.",
  notice_backup_over: "Es gibt eine neue Sicherung.",
  notice_backup_over_title: "{host}: Es wird wieder gesichert",
  notice_backup_title: "{host}: Es gibt keine neue Sicherung",
  notice_backup_todo: "`leyden backup` macht eine und sagt, was ihr im Weg steht. `leyden status` zeigt den Ordner.",
  notice_backup_what: "Die neueste Sicherung ist vom {at}. Jeden Tag sollte es eine geben.",
  notice_email_by_operator:
    "Die Adresse hat der Betreiber von {host} geändert. Wenn du nicht darum gebeten hast, schreib ihm gleich.",
  notice_email_given_how: "Wenn du darum gebeten hast, melde dich hier an:",
  notice_email_given_not_you:
    "Wenn du nicht darum gebeten hast, melde dich nicht an und schreib dem Betreiber von {host}: Das Konto gehört vielleicht jemand anderem. Gib niemandem einen Code, der an dich geschickt wird.",
  notice_email_given_subject: "Dein Konto hat jetzt diese E-Mail-Adresse",
  notice_email_given_what:
    "Der Betreiber von {host} hat diese Adresse am {time} bei einem Konto eingetragen. Codes zum Anmelden kommen ab jetzt hierher. Alle Browser und Apps des Kontos wurden abgemeldet.",
  notice_email_not_you: "Wenn du das nicht warst, schreib dem Betreiber von {host}.",
  notice_email_subject: "Dein Konto hat eine andere E-Mail-Adresse",
  notice_email_what:
    "Das Konto bei {host}, das diese Adresse hatte, hat seit dem {time} eine andere. Codes zum Anmelden gehen dorthin.",
  notice_key_over:
    "Der Schlüssel, der mit {prefix} beginnt, ist abgelaufen oder wurde widerrufen: Jede Anfrage mit ihm wird abgelehnt.",
  notice_key_over_title: "Ein Schlüssel von {project} ist abgelaufen",
  notice_key_title: "Ein Schlüssel von {project} läuft bald ab",
  notice_key_todo:
    "Ein Mitglied des Projekts erstellt auf dem Dashboard einen, der ihn ablöst; sonst bitte den Betreiber von {host} darum. Trag ihn vorher in deine Anwendung ein.",
  notice_key_what:
    "Der Schlüssel, der mit {prefix} beginnt, läuft ab: {at}. Danach wird jede Anfrage mit ihm abgelehnt.",
  notice_lightning_key_added: "Eine Lightning-Wallet wurde zum Anmelden hinzugefügt.",
  notice_lightning_key_removed: "Eine Lightning-Wallet wurde entfernt.",
  notice_lightning_over: "Die Kanäle können wieder mehr senden, als deine Grenze sagt.",
  notice_lightning_over_title: "{host}: Es kann wieder genug gesendet werden",
  notice_lightning_title: "{host}: Über Lightning kann nur wenig gesendet werden",
  notice_lightning_todo:
    "Bring Geld in die Kanäle: Öffne einen weiteren, oder lass dich bezahlen. `leyden node show` zeigt sie. Größere Zahlungen scheitern bis dahin.",
  notice_lightning_what:
    "Die Kanäle des Knotens können jetzt {sendable} senden. Du wolltest wissen, wenn es weniger als {limit} ist.",
  notice_login_not_you:
    "Warst du das nicht? Melde dich jetzt an, entferne, was du nicht kennst, und beende alle anderen Sitzungen. Die Seite zeigt, was zuletzt geschah.",
  notice_login_subject: "Deine Wege zum Anmelden wurden geändert",
  notice_login_when: "Wann: {time}",
  notice_many_subject: {
    one: "{host}: {count} Sache, die du wissen solltest",
    other: "{host}: {count} Sachen, die du wissen solltest",
  },
  notice_on_dashboard: "Auf dem Dashboard:",
  notice_passkey_added: "Ein Passkey wurde hinzugefügt.",
  notice_passkey_copied:
    "Ein Passkey wurde abgelehnt: Sein Zähler lief zurück, es kann also eine Kopie davon geben. Entferne ihn, wenn du nicht weißt, warum.",
  notice_passkey_removed: "Ein Passkey wurde entfernt.",
  notice_password_removed: "Das Passwort wurde entfernt.",
  notice_password_set: "Ein Passwort wurde festgelegt oder geändert.",
  notice_pause_over: "Wenn keine andere Pause gilt, wird wieder gesendet. `leyden pauses` zeigt, welche gelten.",
  notice_pause_over_title: "{host}: Die Pause {kind} ist vorbei",
  notice_pause_title: "{host}: Das Senden ist angehalten ({kind})",
  notice_pause_todo_audit:
    "Starte `leyden audit`: Es nennt, was nicht stimmt. Wenn die Ursache behoben und nichts am Geld BROKEN ist: `leyden resume --kind audit`.",
  notice_pause_todo_foreign_payments:
    "Der Knoten hat bezahlt, was die Datenbank nicht kennt. `leyden restore status` listet es auf, und `leyden reconcile` erklärt jede Zahlung.",
  notice_pause_todo_journal:
    "Sieh nach der Platte des Journals: Sie ist voll, schreibgeschützt, langsam oder nicht da. Es wird von selbst wieder gesendet, wenn Zeilen geschrieben werden können.",
  notice_pause_todo_node_short:
    "Finde mit `leyden audit` heraus, was fehlt. Wenn der Knoten genug hat: `leyden resume --kind node_short`.",
  notice_pause_todo_node_went_back:
    "Der Knoten hat Zahlungen vergessen. Finde mit `leyden audit` heraus, was er verloren hat, dann: `leyden resume --kind node_went_back`.",
  notice_pause_todo_operator: "Ein Betreiber hat sie eingeschaltet. Mit `leyden resume` geht das Senden weiter.",
  notice_pause_todo_restore:
    "Die Datenbank wurde wiederhergestellt. `leyden restore status` sagt Schritt für Schritt, was auf dich wartet.",
  notice_pause_what:
    "Seit dem {since} wird keine Zahlung gesendet. Empfangen geht weiter. Der Grund ({kind}): {reason}",
  notice_recovery_code_used: "Ein Wiederherstellungscode wurde anstelle der Authenticator-App verwendet.",
  notice_recovery_codes_made: "Neue Wiederherstellungscodes wurden erstellt. Die früheren sind ungültig.",
  notice_stop_over: "Es kann wieder gezahlt werden. Was inzwischen abgelehnt wurde, kann wieder verlangt werden.",
  notice_stop_over_title: "{host}: Zahlungen werden wieder gesendet",
  notice_stop_title: "{host}: Zurzeit werden keine Zahlungen gesendet",
  notice_stop_todo:
    "Du musst nichts tun: Der Betreiber weiß davon. Deine Anwendung bekommt 503 mit dem Code sending_paused und darf es später mit demselben Idempotency-Key wieder versuchen.",
  notice_stop_what:
    "Der Dienst sendet seit dem {since} keine Zahlungen, für kein Projekt. Zahlungen kommen an wie bisher, und was unterwegs ist, wird beendet.",
  notice_totp_added:
    "Eine Authenticator-App wurde eingerichtet. Ab jetzt wird bei jeder Anmeldung ohne Passkey danach gefragt.",
  notice_totp_removed: "Die Authenticator-App wurde entfernt und mit ihr die Wiederherstellungscodes.",
  notice_wallet_over: "Es liegt wieder mindestens so viel darin, wie deine Grenze sagt.",
  notice_wallet_over_title: "Die Wallet von {project} hat wieder genug",
  notice_wallet_title: "In der Wallet von {project} ist wenig",
  notice_wallet_todo:
    "Bring Geld hinein: Auf dem Dashboard bekommt ein Mitglied des Projekts dafür mit „Top up“ eine Rechnung. Oder erstelle mit deinem Schlüssel eine Rechnung (charge) und bezahle sie, oder zahle an die Lightning-Adresse des Projekts. Zahlungen, die größer sind als das, was da ist, werden abgelehnt.",
  notice_wallet_what: "Darin liegen {balance}. Du wolltest wissen, wenn es weniger als {limit} ist.",
  notice_webhook_endpoint: "Die Id des Endpunkts: {id}",
  notice_webhook_off_over: "Der Endpunkt bei {host} ist wieder eingeschaltet oder wurde entfernt.",
  notice_webhook_off_over_title: "Ein Webhook von {project} ist wieder an",
  notice_webhook_off_title: "Ein Webhook von {project} wurde ausgeschaltet",
  notice_webhook_off_todo:
    "Dorthin wird kein Ereignis mehr gesendet. Wenn der Empfänger Ereignisse annimmt, schalte den Endpunkt wieder ein und sende nach, was fehlt.",
  notice_webhook_off_what: "Der Endpunkt bei {host} bekommt seit dem {since} keine Ereignisse. Der Grund: {reason}",
  notice_webhook_over:
    "Bei {host} wartet kein Ereignis mehr, das nicht angenommen wurde. Die Liste der Ereignisse zeigt, welche zugestellt und welche aufgegeben wurden.",
  notice_webhook_over_title: "Der Webhook von {project} scheitert nicht mehr",
  notice_webhook_silent: "{host} nimmt seit dem {since} keine Ereignisse an. Der letzte Versuch bekam keine Antwort.",
  notice_webhook_title: "Der Webhook von {project} scheitert",
  notice_webhook_todo:
    "Lass den Empfänger mit einem Status von 200 bis 299 antworten. Jedes Ereignis wird etwa drei Tage lang versucht; dann verlange es wieder (POST /v0/events/resend-failed).",
  notice_webhook_what:
    "{host} nimmt seit dem {since} keine Ereignisse an. Die letzte Antwort hatte den Status {status}.",
  notice_why_contact:
    "Du bekommst diese E-Mail, weil diese Adresse der Kontakt von {projects} bei {host} ist. Ändern kann das ein Inhaber des Projekts auf dem Dashboard, oder der Betreiber.",
  notice_why_operator: "Du bekommst diese E-Mail, weil LEYDEN_OPERATOR_EMAIL von {host} diese Adresse nennt.",
};
