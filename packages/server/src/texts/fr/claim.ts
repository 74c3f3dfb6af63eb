import type { claim as english } from "../en/claim.ts";
import type { Translated } from "../message.ts";

export const claim: Translated<typeof english> = {
  claim_account_blocked: "Votre compte ici est bloqué et ne peut pas recevoir cet argent.",
  claim_account_get: "L’ajouter à votre compte ici",
  claim_account_login:
    "Connectez-vous ou inscrivez-vous avec une adresse e-mail ; vous revenez ensuite sur cette page. Un compte reçoit le montant entier.",
  claim_account_of: "Vous êtes connecté en tant que {gamertag}. Votre compte reçoit le montant entier.",
  claim_bitcoin: "Un bitcoin vaut {sats} sat.",
  claim_cash: "Le lien de cette page est comme de l’argent liquide : quiconque l’a peut recevoir l’argent.",
  claim_expired_title: "{amount} : lien expiré",
  claim_expired_what:
    "Cet argent était ici jusqu’au {time} ; son expéditeur l’a récupéré. Si vous l’attendez encore, demandez un nouveau lien à l’expéditeur.",
  claim_failed_title: "Pas de réponse",
  claim_failed_what: "Le service ne répond pas en ce moment. Cette page réessaie toute seule.",
  claim_fee:
    "Un portefeuille Lightning reçoit {amount}. Les {kept} restants servent aux frais du paiement ; ce qui n’est pas utilisé retourne à l’expéditeur.",
  claim_fee_none: "Un portefeuille Lightning reçoit le montant entier.",
  claim_foot: "Cette page appartient à {host}.",
  claim_from: "De {sender}",
  claim_is: "C’est du bitcoin.",
  claim_is_worth: "C’est du bitcoin, d’une valeur de {worth}.",
  claim_not_blocked: "Rien n’a été ajouté : votre compte est bloqué.",
  claim_not_logged_out: "Rien n’a été ajouté : vous n’êtes plus connecté. Connectez-vous et appuyez à nouveau.",
  claim_not_max: "Rien n’a été ajouté : à son niveau, votre compte ne peut plus contenir que {amount} de plus.",
  claim_not_paused: "Rien n’a été ajouté : le service a suspendu les paiements. Réessayez dans une minute.",
  claim_not_sent: "Cela n’a pas fonctionné. Appuyez à nouveau ou rechargez cette page.",
  claim_not_wallet: "Rien n’a été ajouté : seul un portefeuille Lightning peut recevoir cet argent.",
  claim_on_way_title: "{amount} en route",
  claim_on_way_what:
    "L’argent est en train d’être payé à un portefeuille. Vous n’avez rien à faire : cette page vous dira quand il est arrivé.",
  claim_open_wallet: "Ouvrir dans un portefeuille sur cet appareil",
  claim_paused:
    "Ce service n’envoie rien pour le moment : personne ne peut donc obtenir cet argent maintenant. Il est en sécurité ; cette page l’indiquera dès qu’il sera de nouveau disponible.",
  claim_redeemed_title: "{amount} : déjà encaissé",
  claim_redeemed_what:
    "C’était le {time}. Si c’était vous, l’argent est dans votre portefeuille ; sinon, demandez à l’expéditeur.",
  claim_revoked_title: "{amount} : repris",
  claim_revoked_what:
    "L’expéditeur l’a repris le {time}. Si vous attendez encore cet argent, demandez un nouveau lien à l’expéditeur.",
  claim_scan: "Ou scannez ceci avec un portefeuille Lightning",
  claim_script_allow: "Activez JavaScript pour cette page ou ouvrez le lien dans un autre navigateur.",
  claim_script_why:
    "Cette page a besoin de JavaScript. Ce qui suit le # de son adresse donne accès à l’argent, et sans script votre navigateur n’envoie pas cette partie.",
  claim_small: "C’est trop peu pour être payé par Lightning.",
  claim_small_ask: "C’est trop peu pour être payé par Lightning. Demandez à l’expéditeur.",
  claim_title: "De l’argent pour vous",
  claim_title_open: "{amount} pour vous",
  claim_too_many_title: "Trop de liens inconnus",
  claim_too_many_what:
    "Beaucoup de liens qui ne donnent accès à aucune somme ont été ouverts depuis votre réseau. Réessayez dans une heure. Un lien correct fonctionne toujours.",
  claim_unknown_title: "Lien inconnu",
  claim_unknown_what:
    "Ce lien ne donne accès à aucune somme. Vérifiez que vous l’avez copié en entier : après le #, il y a 22 caractères.",
  claim_until: "Vous pouvez le recevoir jusqu’au {time}. Ensuite, il retourne à l’expéditeur.",
  claim_wallets:
    "N’importe quel portefeuille Lightning peut le recevoir ; les boutiques d’applications en ont beaucoup de gratuits.",
  claim_what: "Qu’est-ce que c’est ?",
  claim_worth_about: "environ {worth}",
  claim_worth_less: "moins de {worth}",
  claim_worth_made_up: "{worth} au prix inventé de ce réseau de test",
  claim_yours_go: "Aller à votre portefeuille",
  claim_yours_title: "{amount} sur votre compte",
  claim_yours_what:
    "Votre portefeuille ici l’affiche et l’envoie à n’importe quel portefeuille Lightning quand vous voulez.",
};
