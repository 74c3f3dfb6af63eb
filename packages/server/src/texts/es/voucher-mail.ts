import type { voucherMail as english } from "../en/voucher-mail.ts";
import type { Translated } from "../message.ts";

export const voucherMail: Translated<typeof english> = {
  voucher_account:
    "¿No tienes cartera? En la misma página puedes añadir el dinero a una cuenta aquí, que abres con tu dirección de correo.",
  voucher_bitcoin: "Es bitcoin: un bitcoin son {sats} sat.",
  voucher_button: "Recibir el dinero",
  voucher_comment: "Te escribe:",
  voucher_from: "{sender} te ha enviado dinero.",
  voucher_here: "Recíbelo aquí:",
  voucher_host: "El enlace de este correo lleva a {host}.",
  voucher_never:
    "Nunca te pedimos la contraseña de tu correo, las palabras de recuperación de una cartera, un pago ni datos de tu banco. Una página que lo hace no es nuestra.",
  voucher_secret:
    "El enlace es como dinero en efectivo: quien lo abre puede recibir el dinero. No se lo pases a nadie.",
  voucher_step_confirm: "La cartera muestra el importe. Confírmalo y es tuyo.",
  voucher_step_open: "Abre el enlace en tu teléfono o en un ordenador que tengas al lado.",
  voucher_step_wallet:
    "Elige allí tu cartera Lightning o escanea el código con ella. Sirve cualquier cartera Lightning; en las tiendas de aplicaciones hay muchas gratuitas.",
  voucher_stop: "No recibir más correos como este, de ningún remitente",
  voucher_subject: "Has recibido {amount}",
  voucher_until: "Recíbelo antes del {time}. Después vuelve al remitente.",
};
