import type { notices as english } from "../en/notices.ts";
import type { Translated } from "../message.ts";

export const notices: Translated<typeof english> = {
  notice_archive_over: "El registro de la base de datos se vuelve a copiar, y la copia está al día.",
  notice_archive_over_title: "{host}: el registro se copia de nuevo",
  notice_archive_title: "{host}: el registro no se copia",
  notice_archive_todo:
    "El registro del servicio dice por qué (supervisor.archive_log). `leyden status` muestra la carpeta de las copias de seguridad.",
  notice_archive_what: "Lo que se escribió en la base de datos desde el {at} no está en ninguna copia de seguridad.",
  notice_backup_none: "No hay ninguna copia de seguridad, aunque el servicio funciona desde hace más de un día.",
  notice_backup_over: "Hay una nueva copia de seguridad.",
  notice_backup_over_title: "{host}: se hacen copias de seguridad de nuevo",
  notice_backup_title: "{host}: no hay una copia de seguridad reciente",
  notice_backup_todo: "`leyden backup` hace una y dice qué lo impide. `leyden status` muestra la carpeta.",
  notice_backup_what: "La copia más reciente es del {at}. Debería haber una cada día.",
  notice_email_by_operator:
    "La dirección la ha cambiado el operador de {host}. Si no lo has pedido, escríbele cuanto antes.",
  notice_email_given_how: "Si lo has pedido, inicia sesión aquí:",
  notice_email_given_not_you:
    "Si no lo has pedido, no inicies sesión y escribe al operador de {host}: puede que la cuenta sea de otra persona. No des a nadie ningún código que recibas.",
  notice_email_given_subject: "Tu cuenta tiene ahora esta dirección de correo",
  notice_email_given_what:
    "El operador de {host} ha asignado esta dirección a una cuenta el {time}. A partir de ahora, los códigos para iniciar sesión llegan aquí. Se ha cerrado la sesión en todos los navegadores y aplicaciones de la cuenta.",
  notice_email_not_you: "Si no has sido tú, escribe al operador de {host}.",
  notice_email_subject: "Tu cuenta tiene otra dirección de correo",
  notice_email_what:
    "La cuenta en {host} que tenía esta dirección tiene otra desde el {time}. Los códigos para iniciar sesión se envían allí.",
  notice_key_over: "La clave que empieza por {prefix} ha caducado o se ha revocado: se rechaza toda petición con ella.",
  notice_key_over_title: "Una clave de {project} ha caducado",
  notice_key_title: "Una clave de {project} caduca pronto",
  notice_key_todo:
    "Un miembro del proyecto crea en el panel otra que la sustituye; si no, pídela al operador de {host}. Ponla antes en tu aplicación.",
  notice_key_what:
    "La clave que empieza por {prefix} caduca: {at}. A partir de entonces se rechaza toda petición con ella.",
  notice_lightning_key_added: "Se ha añadido una cartera Lightning para iniciar sesión.",
  notice_lightning_key_removed: "Se ha quitado una cartera Lightning.",
  notice_lightning_over: "Los canales pueden enviar de nuevo más de lo que fijaste como límite.",
  notice_lightning_over_title: "{host}: se puede enviar lo suficiente de nuevo",
  notice_lightning_title: "{host}: se puede enviar poco por Lightning",
  notice_lightning_todo:
    "Lleva dinero a los canales: abre otro, o haz que alguien te pague. `leyden node show` los muestra. Hasta entonces fallan los pagos grandes.",
  notice_lightning_what:
    "Los canales del nodo pueden enviar ahora {sendable}. Querías saber cuándo es menos de {limit}.",
  notice_login_not_you:
    "¿No has sido tú? Inicia sesión ahora, quita lo que no conozcas y cierra todas las demás sesiones. La página muestra qué ha pasado últimamente.",
  notice_login_subject: "Han cambiado tus formas de iniciar sesión",
  notice_login_when: "Cuándo: {time}",
  notice_many_subject: {
    one: "{host}: {count} cosa que deberías saber",
    other: "{host}: {count} cosas que deberías saber",
  },
  notice_on_dashboard: "En el panel:",
  notice_passkey_added: "Se ha añadido una llave de acceso.",
  notice_passkey_copied:
    "Se ha rechazado una llave de acceso: su contador ha retrocedido, así que puede haber una copia. Quítala si no sabes por qué.",
  notice_passkey_removed: "Se ha quitado una llave de acceso.",
  notice_password_removed: "Se ha quitado la contraseña.",
  notice_password_set: "Se ha creado o cambiado una contraseña.",
  notice_pause_over: "Si no hay otra pausa, se vuelven a enviar pagos. `leyden pauses` muestra las que hay.",
  notice_pause_over_title: "{host}: la pausa {kind} ha terminado",
  notice_pause_title: "{host}: el envío está en pausa ({kind})",
  notice_pause_todo_audit:
    "Ejecuta `leyden audit`: dice qué no cuadra. Cuando la causa esté arreglada y nada del dinero esté BROKEN: `leyden resume --kind audit`.",
  notice_pause_todo_foreign_payments:
    "El nodo ha pagado lo que la base de datos no conoce. `leyden restore status` lo muestra, y `leyden reconcile` explica cada pago.",
  notice_pause_todo_journal:
    "Mira el disco del diario: está lleno, es de solo lectura, es lento o no está. El envío sigue por sí solo cuando se pueden escribir líneas de nuevo.",
  notice_pause_todo_node_short:
    "Averigua qué falta con `leyden audit`. Cuando el nodo tenga lo suficiente: `leyden resume --kind node_short`.",
  notice_pause_todo_node_went_back:
    "El nodo ha olvidado pagos. Averigua qué ha perdido con `leyden audit`, y luego: `leyden resume --kind node_went_back`.",
  notice_pause_todo_operator: "La puso uno de los operadores. Con `leyden resume` el envío sigue.",
  notice_pause_todo_restore: "La base de datos fue restaurada. `leyden restore status` dice paso a paso qué te espera.",
  notice_pause_what: "No se envía ningún pago desde el {since}. La recepción sigue. El motivo ({kind}): {reason}",
  notice_recovery_code_used: "Se ha usado un código de recuperación en lugar de la aplicación de autenticación.",
  notice_recovery_codes_made: "Se han creado códigos de recuperación nuevos. Los anteriores ya no valen.",
  notice_stop_over: "Se pueden hacer pagos de nuevo. Lo que se rechazó mientras tanto se puede pedir otra vez.",
  notice_stop_over_title: "{host}: los pagos se envían de nuevo",
  notice_stop_title: "{host}: por ahora no se envían pagos",
  notice_stop_todo:
    "No tienes que hacer nada: el operador lo sabe. Tu aplicación recibe 503 con el código sending_paused y puede intentarlo más tarde con la misma clave de idempotencia.",
  notice_stop_what:
    "El servicio no envía pagos desde el {since}, de ningún proyecto. Los pagos llegan como antes, y lo que está en camino se termina.",
  notice_totp_added:
    "Se ha configurado una aplicación de autenticación. Desde ahora se pide en cada inicio de sesión sin llave de acceso.",
  notice_totp_removed: "Se ha quitado la aplicación de autenticación y, con ella, los códigos de recuperación.",
  notice_wallet_over: "Vuelve a tener al menos lo que fijaste como límite.",
  notice_wallet_over_title: "La cartera de {project} tiene de nuevo lo suficiente",
  notice_wallet_title: "La cartera de {project} tiene poco",
  notice_wallet_todo:
    "Ingresa dinero: en el panel, un miembro del proyecto obtiene una factura para ello con «Top up». O crea una factura (charge) con tu clave y págala, o paga a la dirección Lightning del proyecto. Los pagos mayores que lo que hay se rechazan.",
  notice_wallet_what: "Tiene {balance}. Querías saber cuándo es menos de {limit}.",
  notice_webhook_endpoint: "El id del endpoint: {id}",
  notice_webhook_off_over: "El endpoint en {host} está activado de nuevo, o se ha eliminado.",
  notice_webhook_off_over_title: "Un webhook de {project} está activo de nuevo",
  notice_webhook_off_title: "Se ha desactivado un webhook de {project}",
  notice_webhook_off_todo:
    "Ya no se envía allí ningún evento. Cuando el receptor acepte eventos, activa de nuevo el endpoint y reenvía lo que faltó.",
  notice_webhook_off_what: "El endpoint en {host} no recibe eventos desde el {since}. El motivo: {reason}",
  notice_webhook_over:
    "En {host} ya no queda ningún evento pendiente sin aceptar. La lista de eventos muestra cuáles se entregaron y cuáles se abandonaron.",
  notice_webhook_over_title: "El webhook de {project} ya no falla",
  notice_webhook_silent: "{host} no acepta eventos desde el {since}. El último intento no tuvo respuesta.",
  notice_webhook_title: "El webhook de {project} falla",
  notice_webhook_todo:
    "Haz que el receptor responda con un estado de 200 a 299. Cada evento se intenta durante unos tres días; después, pídelo de nuevo (POST /v0/events/resend-failed).",
  notice_webhook_what: "{host} no acepta eventos desde el {since}. Su última respuesta tuvo el estado {status}.",
  notice_why_contact:
    "Recibes este correo porque esta dirección es el contacto de {projects} en {host}. Un propietario del proyecto puede cambiarlo en el panel, y también el operador.",
  notice_why_operator: "Recibes este correo porque LEYDEN_OPERATOR_EMAIL de {host} nombra esta dirección.",
};
