import type { received as english } from "../en/received.ts";
import type { Translated } from "../message.ts";

export const received: Translated<typeof english> = {
  received_card: "Cuando llega dinero",
  received_card_off: "No recibes ningún correo cuando llega dinero a tu cuenta.",
  received_card_on: "Recibes un correo cuando llega dinero a tu cuenta, como mucho uno por hora.",
  received_from_here: "Desde este mismo servicio",
  received_from_invoice: "Se pagó una factura tuya",
  received_from_link: "A tu dirección Lightning o a tu enlace de pago",
  received_from_project: "Por una factura que pidió {project}",
  received_is_off: "Ya no recibes correos cuando llega dinero.",
  received_is_on: "Recibes un correo cuando llega dinero.",
  received_left: { one: "Y {count} pago más.", other: "Y {count} pagos más." },
  received_many: { one: "Has recibido {amount} en {count} pago", other: "Has recibido {amount} en {count} pagos" },
  received_one: "Has recibido {amount}",
  received_stop: "No recibir más correos cuando llegue dinero",
  received_stop_what: "Tu cuenta sigue recibiendo el dinero y lo muestra. Allí puedes volver a activar estos correos.",
  received_stopped: "Los correos están desactivados",
  received_stopped_what:
    "Ya no recibes correos cuando llega dinero. Tu cuenta lo muestra, y allí puedes volver a activarlos.",
  received_turn_off: "No enviar más",
  received_turn_on: "Enviarme un correo",
  received_unknown_what:
    "Este enlace no está completo o es de una dirección que la cuenta ya no tiene. Tu cuenta tiene el mismo interruptor.",
  received_what: "El dinero está en tu cartera de {name}.",
  received_why: "Recibes este correo porque lo activaste en tu cuenta.",
};
