import type { widget as english } from "../en/widget.ts";
import type { Translated } from "../message.ts";

export const widget: Translated<typeof english> = {
  widget_no_script: "Permita os scripts, por favor",
  widget_no_script_why:
    "Esta página pede o seu cartão sem que o cartão passe pela página à volta. Para isso é preciso JavaScript.",
  widget_not_started: "Não foi possível mostrar a compra. Recarregue esta página ou volte mais tarde.",
};
