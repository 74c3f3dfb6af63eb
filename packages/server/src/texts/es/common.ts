import type { common as english } from "../en/common.ts";
import type { Translated } from "../message.ts";

export const common: Translated<typeof english> = {
  common_account: "Tu cuenta",
  common_copied: "Copiado",
  common_copy: "Copiar",
  common_copy_select: "Selecciona y copia",
  common_foot_imprint: "Aviso legal",
  common_foot_privacy: "Privacidad",
  common_foot_software: "Hecho con {software}",
  common_foot_support: "Ayuda",
  common_foot_terms: "Condiciones",
  common_language: "Idioma",
  common_language_use: "Cambiar",
  common_log_out: "Cerrar sesión",
  common_qr: "Código QR para una cartera Lightning",
  common_skip: "Ir al contenido",
};
