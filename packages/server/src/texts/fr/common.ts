import type { common as english } from "../en/common.ts";
import type { Translated } from "../message.ts";

export const common: Translated<typeof english> = {
  common_account: "Votre compte",
  common_copied: "Copié",
  common_copy: "Copier",
  common_copy_select: "Sélectionnez et copiez",
  common_foot_imprint: "Mentions légales",
  common_foot_privacy: "Confidentialité",
  common_foot_software: "Réalisé avec {software}",
  common_foot_support: "Aide",
  common_foot_terms: "Conditions",
  common_language: "Langue",
  common_language_use: "Changer",
  common_log_out: "Se déconnecter",
  common_qr: "Code QR pour un portefeuille Lightning",
  common_skip: "Aller au contenu",
};
