import type { common as english } from "../en/common.ts";
import type { Translated } from "../message.ts";

export const common: Translated<typeof english> = {
  common_account: "Votre compte",
  common_language: "Langue",
  common_language_use: "Changer",
  common_log_out: "Se déconnecter",
  common_skip: "Aller au contenu",
};
