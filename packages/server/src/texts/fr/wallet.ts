import type { wallet as english } from "../en/wallet.ts";
import type { Translated } from "../message.ts";

export const wallet: Translated<typeof english> = {
  wallet_about: "environ",
  wallet_balance: "Solde",
  wallet_close: "Fermer",
  wallet_copied: "Copié",
  wallet_copy: "Copier",
  wallet_copy_select: "Votre navigateur ne l’a pas copié. Sélectionnez le texte et copiez-le vous-même.",
  wallet_error_none: "Le service ne répond pas. Vérifiez votre connexion.",
  wallet_error_request: "Numéro de cette requête, pour l’aide : {id}",
  wallet_error_retry: "Réessayer",
  wallet_error_title: "Ceci ne peut pas être affiché pour le moment",
  wallet_head: "Portefeuille",
  wallet_history_title: "Historique",
  wallet_home_address: "Votre adresse Lightning",
  wallet_home_title: "Accueil",
  wallet_loading: "Chargement …",
  wallet_log_out: "Se déconnecter",
  wallet_missing_text: "Cette page n’existe pas. Elle a peut-être été déplacée.",
  wallet_missing_title: "Il n’y a rien ici",
  wallet_nav: "Pages du portefeuille",
  wallet_network: "{network} : les pièces de ce réseau ne valent rien",
  wallet_newest: "Les plus récents",
  wallet_no_script_why:
    "Le portefeuille fonctionne dans votre navigateur et a besoin de JavaScript. Sans lui, vous pouvez envoyer et voir votre argent dans votre compte.",
  wallet_older: "Plus anciens",
  wallet_receive_title: "Recevoir",
  wallet_send_title: "Envoyer",
  wallet_settings_title: "Réglages",
  wallet_skip: "Aller au contenu",
  wallet_soon_account: "Aller à votre compte",
  wallet_soon_text:
    "Cette partie du portefeuille n’est pas encore prête. En attendant, elle se trouve dans votre compte.",
  wallet_unit: "Afficher les montants en",
  wallet_zone: "Les heures sont celles de {zone}",
};
