import type { unsubscribe as english } from "../en/unsubscribe.ts";
import type { Translated } from "../message.ts";

export const unsubscribe: Translated<typeof english> = {
  unsubscribe_button: "No quiero más correos",
  unsubscribe_done_title: "Suscripción cancelada",
  unsubscribe_done_what: "Los proyectos que usan este servicio ya no envían nada a tu dirección.",
  unsubscribe_title: "No recibir más correos",
  unsubscribe_unknown_title: "Enlace desconocido",
  unsubscribe_unknown_what:
    "Este enlace no es de ningún correo de los últimos 90 días. Usa el enlace de un correo más reciente.",
  unsubscribe_what: "Los proyectos que usan este servicio ya no enviarán nada a tu dirección, tampoco dinero.",
};
