import type { widget as english } from "../en/widget.ts";
import type { Translated } from "../message.ts";

export const widget: Translated<typeof english> = {
  widget_no_script: "Permite los scripts, por favor",
  widget_no_script_why:
    "Esta página pide tu tarjeta sin que la tarjeta pase por la página que la rodea. Para eso hace falta JavaScript.",
  widget_not_started: "No se pudo mostrar la compra. Recarga esta página o vuelve más tarde.",
};
