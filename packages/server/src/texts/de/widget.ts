import type { widget as english } from "../en/widget.ts";
import type { Translated } from "../message.ts";

export const widget: Translated<typeof english> = {
  widget_no_script: "Bitte erlaube Skripte",
  widget_no_script_why:
    "Diese Seite fragt nach deiner Karte, ohne dass die Karte durch die Seite darum herum geht. Dafür braucht es JavaScript.",
  widget_not_started: "Der Kauf konnte nicht angezeigt werden. Lade diese Seite neu oder komm später wieder.",
};
