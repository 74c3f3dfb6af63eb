import type { bank as english } from "../en/bank.ts";
import type { Translated } from "../message.ts";

export const bank: Translated<typeof english> = {
  bank_approve: "Aprobar",
  bank_close: "Cerrar",
  bank_done: "Puedes cerrar esta ventana",
  bank_fail: "Rechazar",
  bank_payment: "{amount} con la tarjeta que termina en {digits}.",
  bank_sandbox: "Este es el entorno de pruebas: no pregunta ningún banco y no se mueve dinero.",
  bank_title: "¿Es tuyo este pago?",
};
