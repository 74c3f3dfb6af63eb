import type { common as english } from "../en/common.ts";
import type { Translated } from "../message.ts";

export const common: Translated<typeof english> = {
  common_account: "A sua conta",
  common_copied: "Copiado",
  common_copy: "Copiar",
  common_copy_select: "Selecione e copie",
  common_foot_imprint: "Informações legais",
  common_foot_privacy: "Privacidade",
  common_foot_software: "Feito com {software}",
  common_foot_support: "Ajuda",
  common_foot_terms: "Condições",
  common_language: "Idioma",
  common_language_use: "Mudar",
  common_log_out: "Terminar sessão",
  common_qr: "Código QR para uma carteira Lightning",
  common_skip: "Ir para o conteúdo",
};
