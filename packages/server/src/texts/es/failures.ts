import type { failures as english } from "../en/failures.ts";
import type { Translated } from "../message.ts";

export const failures: Translated<typeof english> = {
  failure_code_digits: "Escribe las cifras del correo.",
  failure_code_expired: "Este código es demasiado antiguo. Pide otro.",
  failure_code_last: "Este no es el código, y era el último intento. Pide otro código.",
  failure_code_none: "No se ha enviado ningún código para este navegador. Pide uno.",
  failure_code_short:
    "Últimamente se han mostrado muchos códigos falsos, por eso este ya es demasiado corto. Pide otro: es más largo.",
  failure_code_spent: "Este código se ha probado demasiadas veces. Pide otro.",
  failure_code_wrong: {
    one: "Este no es el código. Te queda un intento.",
    other: "Este no es el código. Te quedan {count} intentos.",
  },
  failure_codes_many:
    "Has pedido muchos códigos para esta dirección. Inténtalo en {wait} o inicia sesión de otra forma.",
  failure_codes_many_address:
    "Esta dirección ha recibido muchos códigos. Inténtalo en {wait} o inicia sesión de otra forma.",
  failure_codes_many_network:
    "Tu red ha pedido códigos para muchas direcciones. Inténtalo en {wait} o inicia sesión de otra forma.",
};
