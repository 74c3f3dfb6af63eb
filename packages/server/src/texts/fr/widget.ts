import type { widget as english } from "../en/widget.ts";
import type { Translated } from "../message.ts";

export const widget: Translated<typeof english> = {
  widget_no_script: "Veuillez autoriser les scripts",
  widget_no_script_why:
    "Cette page demande votre carte sans que la carte passe par la page qui l’entoure. Il faut pour cela JavaScript.",
  widget_not_started: "L’achat n’a pas pu s’afficher. Rechargez cette page ou revenez plus tard.",
};
