import type { receipts as english } from "../en/receipts.ts";
import type { Translated } from "../message.ts";

export const receipts: Translated<typeof english> = {
  receipt_approved_subject: "Tu identidad está confirmada",
  receipt_approved_what:
    "Ahora puedes comprar bitcoins en {seller} hasta los límites más altos. Si tu compra está esperando, sigue donde la empezaste.",
  receipt_completed_own:
    "Están en tu cartera de aquí. Inicia sesión con esta dirección de correo para verlos y enviarlos a cualquier cartera Lightning:",
  receipt_completed_subject: "Tus bitcoins han llegado: compra {number}",
  receipt_completed_what: "Has comprado {sats} por {paid}. Ya han llegado.",
  receipt_refunded_subject: "Tu dinero ha vuelto: compra {number}",
  receipt_refunded_what:
    "No se pudieron entregar tus bitcoins. {paid} han vuelto a tu tarjeta; puede tardar unos días hasta que lo veas.",
  receipt_rejected_subject: "No se pudo confirmar tu identidad",
  receipt_rejected_what: "{seller} no puede venderte bitcoins. Si crees que es un error, pregunta allí.",
  receipt_sent_subject: "Tus bitcoins están en camino: compra {number}",
  receipt_sent_what:
    "Has comprado {sats} por {paid}. La transacción se está enviando. Se completa con su primera confirmación, normalmente entre 10 y 60 minutos después.",
};
