/** What the widget says itself, of the texts of the server. `npm run texts` writes it; a test compares. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, TEXTS } from "../../server/src/texts/language.ts";

export const TEXTS_FILE = join(import.meta.dirname, "../src/texts.ts");

const HEADER = `// Made from packages/server/src/texts by \`npm run texts\`. Do not change it by hand.
/** For the person, in place of a frame that did not start. By language. */
export const NOT_STARTED: Readonly<Record<string, string>> = {
`;

export function widgetTexts(): string {
  const lines = LANGUAGES.map((language) => `  ${language}: ${JSON.stringify(TEXTS[language].widget_not_started)},\n`);
  return `${HEADER}${lines.join("")}};\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(TEXTS_FILE, widgetTexts());
