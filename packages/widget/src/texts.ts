// Made from packages/server/src/texts by `npm run texts`. Do not change it by hand.
/** For the person, in place of a frame that did not start. By language. */
export const NOT_STARTED: Readonly<Record<string, string>> = {
  en: "The purchase could not be shown. Reload this page, or come back later.",
  de: "Der Kauf konnte nicht angezeigt werden. Lade diese Seite neu oder komm später wieder.",
  es: "No se pudo mostrar la compra. Recarga esta página o vuelve más tarde.",
  fr: "L’achat n’a pas pu s’afficher. Rechargez cette page ou revenez plus tard.",
  pt: "Não foi possível mostrar a compra. Recarregue esta página ou volte mais tarde.",
};
