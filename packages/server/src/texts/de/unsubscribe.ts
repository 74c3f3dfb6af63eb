import type { unsubscribe as english } from "../en/unsubscribe.ts";
import type { Translated } from "../message.ts";

export const unsubscribe: Translated<typeof english> = {
  unsubscribe_button: "Keine E-Mails mehr bekommen",
  unsubscribe_done_title: "Abbestellt",
  unsubscribe_done_what: "Projekte, die diesen Dienst nutzen, schicken nichts mehr an deine Adresse.",
  unsubscribe_title: "Keine E-Mails mehr",
  unsubscribe_unknown_title: "Unbekannter Link",
  unsubscribe_unknown_what:
    "Dieser Link gehört zu keiner E-Mail der letzten 90 Tage. Nimm den Link einer neueren E-Mail.",
  unsubscribe_what: "Projekte, die diesen Dienst nutzen, schicken dann nichts mehr an deine Adresse, auch kein Geld.",
};
