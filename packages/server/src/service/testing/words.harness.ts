/** Words that stand in nearly every English sentence, and in no German one. */
const ENGLISH = /\b(?:the|is|it|to|of|you|your|and|this|with|that|from|not|are|by|log|back|again|get)\b/gi;

/** English words in a text, or in what a person sees and hears of a page. */
export function englishIn(page: string): readonly string[] {
  const spoken = [...page.matchAll(/(?:aria-label|alt|placeholder|data-copied|data-select)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  const seen = page
    .replaceAll(/<(style|script|bdi|option)[^>]*>.*?<\/\1>|<[^>]*>/gs, " ")
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/\S*(?:https?:|lnurl1)\S*/g, " ");
  return [seen, ...spoken].flatMap((text) => text.match(ENGLISH) ?? []);
}
