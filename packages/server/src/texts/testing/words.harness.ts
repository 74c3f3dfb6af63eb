/** Attributes that a person reads or hears. */
const SPOKEN = /\b(?:aria-label|alt|title|placeholder)="([^"]*)"/g;
/** A piece of a page that is inside a tag. */
const ATTRIBUTES = /^(?:\s*(?:[\w-]+="[^"]*"|required|autofocus|disabled|readonly|hidden|selected))+\s*$/;
/** A string of two words or more that begins with a capital, and one that is given to what is shown. */
const STRINGS = [
  /"([A-Z][a-z]+ [^"\n]*|[A-Z][^"\n]* [^"\n]*[.!?])"/g,
  /\b(?:label|hint|title|text|subject|known): (?:"([^"\n]*)"|`([^`$\n]+)[`$])/g,
  /\? *"([^"\n]* [^"\n]*)"/g,
];
/** The same in each language. */
const NAMES = ["Bitcoin", "LNURL", "Segoe UI"];
/** Where a value stands in a template. */
const HOLE = "\uFFFC";

/**
 * Words that a file of pages or mails says itself, instead of taking them from the texts: in the literals of its
 * `html` templates between tags and in attributes that are spoken, and in strings that are shown.
 */
export function wordsIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*\*.*?\*\//gs, "").replaceAll(/^import .*?;$/gms, "");
  const pages = templatesIn(code).flatMap((literal) => [
    ...(ATTRIBUTES.test(literal.replaceAll(HOLE, " ")) ? [] : literal.split(/<[^>]*>/)),
    ...[...literal.matchAll(SPOKEN)].map(([, text = ""]) => text),
  ]);
  const words = pages.flatMap((text) => text.match(/\p{L}{2,}[^\uFFFC<]*/gu) ?? []);
  const strings = STRINGS.flatMap((form) => [...code.matchAll(form)].map(([, text, other]) => text ?? other ?? ""));
  const found = [...words, ...strings].map((text) => text.trim());
  return [...new Set(found)].filter((text) => !NAMES.includes(text));
}

/** The literals of all `html` templates, with a hole for each value; a template in a value has its own. */
function templatesIn(source: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  /** Up to the brace that ends a value, or the end of the source. */
  const readCode = () => {
    for (let depth = 0; at < source.length; at++) {
      const character = source[at];
      if (source.startsWith("//", at)) at = source.indexOf("\n", at);
      else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) + 1;
      else if (character === '"' || character === "'") at = source.indexOf(character, at + 1);
      else if (character === "`") readTemplate(source.slice(0, at).endsWith("html"));
      else if (character === "{") depth++;
      else if (character === "}" && depth-- === 0) return;
    }
  };
  const readTemplate = (isHtml: boolean) => {
    let text = "";
    for (at++; source[at] !== "`"; at++) {
      if (source.startsWith("${", at)) {
        at += 2;
        readCode();
        text += HOLE;
      } else text += source[at];
    }
    if (isHtml) found.push(text);
  };
  readCode();
  return found;
}
