/** What the operator and the contacts of projects are told by mail. */
export const notices = {
  notice_archive_over: "The log of the database is copied again, up to now.",
  notice_archive_over_title: "{host}: the log is copied again",
  notice_archive_title: "{host}: the log is not copied",
  notice_archive_todo:
    "The log of the service says why (supervisor.archive_log). `leyden status` shows the folder of the backups.",
  notice_archive_what: "What was written to the database since {at} is in no backup.",
  notice_backup_none: "There is no backup, although the service has been running for more than a day.",
  notice_backup_over: "There is a new backup.",
  notice_backup_over_title: "{host}: backups are made again",
  notice_backup_title: "{host}: there is no new backup",
  notice_backup_todo: "`leyden backup` makes one and says what stands in its way. `leyden status` shows the folder.",
  notice_backup_what: "The newest backup is of {at}. There should be one each day.",
  notice_email_by_operator:
    "The operator of {host} changed the address. If you did not ask for it, write to the operator at once.",
  notice_email_given_how: "If you asked for it, log in here:",
  notice_email_given_not_you:
    "If you did not ask for it, do not log in, and write to the operator of {host}: the account may be another person’s. Give nobody a code that is sent to you.",
  notice_email_given_subject: "Your account has this e-mail address now",
  notice_email_given_what:
    "On {time} the operator of {host} gave this address to an account. Codes to log in come here from now on. All browsers and apps of the account were logged out.",
  notice_email_not_you: "If that was not you, write to the operator of {host}.",
  notice_email_subject: "Your account has another e-mail address",
  notice_email_what:
    "The account at {host} that had this address has another one since {time}. Codes to log in go there.",
  notice_key_over: "The key that begins with {prefix} has ended or was revoked: every request with it is refused.",
  notice_key_over_title: "A key of {project} has ended",
  notice_key_title: "A key of {project} ends soon",
  notice_key_todo:
    "A member of the project makes one on the dashboard that takes over from it; else ask the operator of {host}. Put it into your application before.",
  notice_key_what: "The key that begins with {prefix} ends: {at}. From then on every request with it is refused.",
  notice_lightning_key_added: "A Lightning wallet was linked for logging in.",
  notice_lightning_key_removed: "A Lightning wallet was removed.",
  notice_lightning_over: "The channels can send more than your limit again.",
  notice_lightning_over_title: "{host}: enough can be sent again",
  notice_lightning_title: "{host}: little can be sent over Lightning",
  notice_lightning_todo:
    "Bring money into the channels: open another one, or have somebody pay you. `leyden node show` shows them. Larger payments fail until then.",
  notice_lightning_what:
    "The channels of the node can send {sendable} now. You wanted to know when it is less than {limit}.",
  notice_login_not_you:
    "Was it not you? Log in now, remove what you do not know, and end all other sessions. The page shows what happened lately.",
  notice_login_subject: "Your login was changed",
  notice_login_when: "When: {time}",
  notice_many_subject: {
    one: "{host}: {count} thing that you should know",
    other: "{host}: {count} things that you should know",
  },
  notice_on_dashboard: "On the dashboard:",
  notice_passkey_added: "A passkey was added.",
  notice_passkey_copied:
    "A passkey was refused: its counter went back, so that there may be a copy of it. Remove it if you do not know why.",
  notice_passkey_removed: "A passkey was removed.",
  notice_password_removed: "The password was removed.",
  notice_password_set: "A password was set, or changed.",
  notice_pause_over: "If no other pause holds, payments are sent again. `leyden pauses` shows those that hold.",
  notice_pause_over_title: "{host}: the pause {kind} is over",
  notice_pause_title: "{host}: sending is paused ({kind})",
  notice_pause_todo_audit:
    "Run `leyden audit`: it names what does not agree. When the cause is mended and nothing about money is BROKEN: `leyden resume --kind audit`.",
  notice_pause_todo_foreign_payments:
    "The node has paid what the database does not know. `leyden restore status` lists it, and `leyden reconcile` explains each payment.",
  notice_pause_todo_journal:
    "Look at the disk of the journal: it is full, read-only, slow or not there. Sending goes on by itself when lines can be written again.",
  notice_pause_todo_node_short:
    "Find out what is missing with `leyden audit`. When the node holds enough: `leyden resume --kind node_short`.",
  notice_pause_todo_node_went_back:
    "The node has forgotten payments. Find out what it has lost with `leyden audit`, then: `leyden resume --kind node_went_back`.",
  notice_pause_todo_operator: "One of the operators has paused it. `leyden resume` lets sending go on.",
  notice_pause_todo_restore:
    "The database was restored. `leyden restore status` says what waits for you, step by step.",
  notice_pause_what: "No payment is sent since {since}. Receiving goes on. The reason ({kind}): {reason}",
  notice_recovery_code_used: "A recovery code was used in place of the authenticator app.",
  notice_recovery_codes_made: "New recovery codes were made. The ones before them are void.",
  notice_stop_over: "Payments can be made again. What you asked for meanwhile and was refused can be asked for again.",
  notice_stop_over_title: "{host}: payments are sent again",
  notice_stop_title: "{host}: no payments are sent for now",
  notice_stop_todo:
    "You need do nothing: the operator knows of it. Your application gets 503 with the code sending_paused and may try again later with the same idempotency key.",
  notice_stop_what:
    "The service sends no payments since {since}, for no project. Payments come in as before, and what is under way is finished.",
  notice_totp_added: "An authenticator app was set up. From now on it is asked for at each login without a passkey.",
  notice_totp_removed: "The authenticator app was removed, and with it the recovery codes.",
  notice_wallet_over: "It holds at least your limit again.",
  notice_wallet_over_title: "The wallet of {project} holds enough again",
  notice_wallet_title: "The wallet of {project} is low",
  notice_wallet_todo:
    "Bring money in: on the dashboard a member of the project gets an invoice for it with “Top up”. Or make a charge with your key and pay it, or pay to the project’s Lightning address. Payments that are larger than what is there are refused.",
  notice_wallet_what: "It holds {balance}. You wanted to know when it is less than {limit}.",
  notice_webhook_endpoint: "The id of the endpoint: {id}",
  notice_webhook_off_over: "The endpoint at {host} is switched on again, or was removed.",
  notice_webhook_off_over_title: "A webhook of {project} is on again",
  notice_webhook_off_title: "A webhook of {project} was switched off",
  notice_webhook_off_todo:
    "No event is sent there any more. When the receiver accepts events, switch the endpoint on again, and send again what was missed.",
  notice_webhook_off_what: "The endpoint at {host} gets no events since {since}. The reason: {reason}",
  notice_webhook_over:
    "No event that {host} did not accept waits any more. The list of events shows which were delivered and which were given up.",
  notice_webhook_over_title: "The webhook of {project} fails no more",
  notice_webhook_silent: "{host} has accepted no events since {since}. The last attempt got no answer.",
  notice_webhook_title: "The webhook of {project} fails",
  notice_webhook_todo:
    "Have the receiver answer with a status from 200 to 299. Each event is tried for about three days; then ask for it again (POST /v0/events/resend-failed).",
  notice_webhook_what: "{host} has accepted no events since {since}. Its last answer had the status {status}.",
  notice_why_contact:
    "You get this mail because this address is the contact of {projects} at {host}. An owner of the project can change that on the dashboard, and so can the operator.",
  notice_why_operator: "You get this mail because LEYDEN_OPERATOR_EMAIL of {host} names this address.",
} as const;
