import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_archive_over: "Le journal de la base de données est de nouveau copié, et la copie est à jour.",
  notice_archive_over_title: "{host} : le journal est de nouveau copié",
  notice_archive_title: "{host} : le journal n’est pas copié",
  notice_archive_todo:
    "Le journal du service dit pourquoi (supervisor.archive_log). `leyden status` montre le dossier des sauvegardes.",
  notice_archive_what: "Ce qui a été écrit dans la base de données depuis le {at} n’est dans aucune sauvegarde.",
  notice_backup_none: "Il n’y a aucune sauvegarde, alors que le service fonctionne depuis plus d’un jour.",
  notice_backup_over: "Il y a une nouvelle sauvegarde.",
  notice_backup_over_title: "{host} : les sauvegardes ont repris",
  notice_backup_title: "{host} : il n’y a pas de sauvegarde récente",
  notice_backup_todo: "`leyden backup` en fait une et dit ce qui l’empêche. `leyden status` montre le dossier.",
  notice_backup_what: "La sauvegarde la plus récente est du {at}. Il devrait y en avoir une chaque jour.",
  notice_email_by_operator:
    "C’est l’exploitant de {host} qui a changé l’adresse. Si vous ne l’avez pas demandé, écrivez-lui sans attendre.",
  notice_email_given_how: "Si vous l’avez demandé, connectez-vous ici :",
  notice_email_given_not_you:
    "Si vous ne l’avez pas demandé, ne vous connectez pas et écrivez à l’exploitant de {host} : le compte appartient peut-être à une autre personne. Ne donnez à personne un code que vous recevez.",
  notice_email_given_subject: "Votre compte a maintenant cette adresse e-mail",
  notice_email_given_what:
    "L’exploitant de {host} a attribué cette adresse à un compte le {time}. Les codes de connexion arrivent désormais ici. Tous les navigateurs et toutes les applications du compte ont été déconnectés.",
  notice_email_not_you: "Si ce n’était pas vous, écrivez à l’exploitant de {host}.",
  notice_email_subject: "Votre compte a une autre adresse e-mail",
  notice_email_what:
    "Le compte chez {host} qui avait cette adresse en a une autre depuis le {time}. Les codes de connexion y sont envoyés.",
  notice_key_over: "La clé qui commence par {prefix} a expiré ou a été révoquée : toute requête avec elle est refusée.",
  notice_key_over_title: "Une clé de {project} a expiré",
  notice_key_title: "Une clé de {project} expire bientôt",
  notice_key_todo:
    "Un membre du projet en crée sur le tableau de bord une autre qui prend le relais ; sinon, demandez-la à l’exploitant de {host}. Mettez-la avant dans votre application.",
  notice_key_what: "La clé qui commence par {prefix} expire : {at}. Ensuite, toute requête avec elle est refusée.",
  notice_lightning_key_added: "Un portefeuille Lightning a été ajouté pour se connecter.",
  notice_lightning_key_removed: "Un portefeuille Lightning a été supprimé.",
  notice_lightning_over: "Les canaux peuvent de nouveau envoyer plus que le seuil que vous avez fixé.",
  notice_lightning_over_title: "{host} : on peut de nouveau envoyer assez",
  notice_lightning_title: "{host} : on peut envoyer peu par Lightning",
  notice_lightning_todo:
    "Mettez de l’argent dans les canaux : ouvrez-en un autre, ou faites-vous payer. `leyden node show` les montre. D’ici là, les gros paiements échouent.",
  notice_lightning_what:
    "Les canaux du nœud peuvent envoyer {sendable} maintenant. Vous vouliez le savoir quand c’est moins de {limit}.",
  notice_login_not_you:
    "Ce n’était pas vous ? Connectez-vous maintenant, supprimez ce que vous ne connaissez pas et fermez toutes les autres sessions. La page montre ce qui s’est passé récemment.",
  notice_login_subject: "Vos moyens de connexion ont changé",
  notice_login_when: "Quand : {time}",
  notice_many_subject: { one: "{host} : {count} chose à savoir", other: "{host} : {count} choses à savoir" },
  notice_on_dashboard: "Sur le tableau de bord :",
  notice_passkey_added: "Une clé d’accès a été ajoutée.",
  notice_passkey_copied:
    "Une clé d’accès a été refusée : son compteur a reculé, il en existe donc peut-être une copie. Supprimez-la si vous ne savez pas pourquoi.",
  notice_passkey_removed: "Une clé d’accès a été supprimée.",
  notice_password_removed: "Le mot de passe a été supprimé.",
  notice_password_set: "Un mot de passe a été défini ou modifié.",
  notice_pause_over:
    "Si aucune autre pause n’est en vigueur, les paiements repartent. `leyden pauses` montre celles qui le sont.",
  notice_pause_over_title: "{host} : la pause {kind} est terminée",
  notice_pause_title: "{host} : l’envoi est en pause ({kind})",
  notice_pause_todo_audit:
    "Lancez `leyden audit` : il nomme ce qui ne concorde pas. Quand la cause est réparée et que rien de l’argent n’est BROKEN : `leyden resume --kind audit`.",
  notice_pause_todo_foreign_payments:
    "Le nœud a payé ce que la base de données ne connaît pas. `leyden restore status` en donne la liste, et `leyden reconcile` explique chaque paiement.",
  notice_pause_todo_journal:
    "Regardez le disque du journal : il est plein, en lecture seule, lent ou absent. L’envoi reprend tout seul quand des lignes peuvent de nouveau être écrites.",
  notice_pause_todo_node_short:
    "Cherchez ce qui manque avec `leyden audit`. Quand le nœud a assez : `leyden resume --kind node_short`.",
  notice_pause_todo_node_went_back:
    "Le nœud a oublié des paiements. Cherchez ce qu’il a perdu avec `leyden audit`, puis : `leyden resume --kind node_went_back`.",
  notice_pause_todo_operator: "Un des exploitants l’a mise. Avec `leyden resume`, l’envoi reprend.",
  notice_pause_todo_restore:
    "La base de données a été restaurée. `leyden restore status` dit pas à pas ce qui vous attend.",
  notice_pause_what:
    "Aucun paiement n’est envoyé depuis le {since}. La réception continue. La raison ({kind}) : {reason}",
  notice_recovery_code_used: "Un code de récupération a été utilisé à la place de l’application d’authentification.",
  notice_recovery_codes_made: "De nouveaux codes de récupération ont été créés. Les anciens ne sont plus valables.",
  notice_stop_over: "On peut de nouveau payer. Ce qui a été refusé entre-temps peut être redemandé.",
  notice_stop_over_title: "{host} : les paiements sont de nouveau envoyés",
  notice_stop_title: "{host} : aucun paiement n’est envoyé pour l’instant",
  notice_stop_todo:
    "Vous n’avez rien à faire : l’exploitant le sait. Votre application reçoit 503 avec le code sending_paused et peut réessayer plus tard avec la même clé d’idempotence.",
  notice_stop_what:
    "Le service n’envoie aucun paiement depuis le {since}, pour aucun projet. Les paiements arrivent comme avant, et ce qui est en cours se termine.",
  notice_totp_added:
    "Une application d’authentification a été configurée. Elle est désormais demandée à chaque connexion sans clé d’accès.",
  notice_totp_removed: "L’application d’authentification a été supprimée, et avec elle les codes de récupération.",
  notice_wallet_over: "Il contient de nouveau au moins le seuil que vous avez fixé.",
  notice_wallet_over_title: "Le portefeuille de {project} a de nouveau assez",
  notice_wallet_title: "Il reste peu dans le portefeuille de {project}",
  notice_wallet_todo:
    "Mettez de l’argent : sur le tableau de bord, un membre du projet obtient une facture pour cela avec « Top up ». Ou créez une facture (charge) avec votre clé et payez-la, ou payez à l’adresse Lightning du projet. Les paiements plus grands que ce qui s’y trouve sont refusés.",
  notice_wallet_what: "Il contient {balance}. Vous vouliez le savoir quand c’est moins de {limit}.",
  notice_webhook_endpoint: "L’id de l’endpoint : {id}",
  notice_webhook_off_over: "L’endpoint chez {host} est de nouveau activé, ou a été supprimé.",
  notice_webhook_off_over_title: "Un webhook de {project} est de nouveau actif",
  notice_webhook_off_title: "Un webhook de {project} a été désactivé",
  notice_webhook_off_todo:
    "Plus aucun événement n’y est envoyé. Quand le récepteur accepte des événements, réactivez l’endpoint et renvoyez ce qui a manqué.",
  notice_webhook_off_what: "L’endpoint chez {host} ne reçoit pas d’événements depuis le {since}. La raison : {reason}",
  notice_webhook_over:
    "Chez {host}, plus aucun événement refusé n’attend. La liste des événements montre lesquels ont été livrés et lesquels ont été abandonnés.",
  notice_webhook_over_title: "Le webhook de {project} n’échoue plus",
  notice_webhook_silent: "{host} n’accepte aucun événement depuis le {since}. Le dernier essai n’a pas eu de réponse.",
  notice_webhook_title: "Le webhook de {project} échoue",
  notice_webhook_todo:
    "Faites répondre le récepteur avec un statut de 200 à 299. Chaque événement est essayé pendant environ trois jours ; ensuite, redemandez-le (POST /v0/events/resend-failed).",
  notice_webhook_what:
    "{host} n’accepte aucun événement depuis le {since}. Sa dernière réponse avait le statut {status}.",
  notice_why_contact:
    "Vous recevez cet e-mail parce que cette adresse est le contact de {projects} chez {host}. Un propriétaire du projet peut le changer sur le tableau de bord, l’exploitant aussi.",
  notice_why_operator: "Vous recevez cet e-mail parce que LEYDEN_OPERATOR_EMAIL de {host} nomme cette adresse.",
};
