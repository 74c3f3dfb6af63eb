import type { common as english } from "../en/common.ts";
import type { Translated } from "../message.ts";

export const common: Translated<typeof english> = {
  common_account: "Tu cuenta",
  common_language: "Idioma",
  common_language_use: "Cambiar",
  common_log_out: "Cerrar sesión",
  common_skip: "Ir al contenido",
};
