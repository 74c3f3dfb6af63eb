/** Attributes that a person reads or hears. */
const SPOKEN = /\b(?:aria-label|alt|title|placeholder)="([^"]*)"/g;
/** A string of two words or more that begins with a capital. */
const SENTENCE = /"([A-Z][a-z]+ [^"\n]*|[A-Z][^"\n]* [^"\n]*[.!?])"/g;
/** The same in each language. */
const NAMES = ["LNURL"];
/** Where a value stands in a template. */
const HOLE = "\uFFFC";

/**
 * Words that a file of pages or mails says itself, instead of taking them from the catalogue: in the literals of its
 * `html` templates between tags and in attributes that are spoken, and in strings that are sentences.
 */
export function wordsIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*\*.*?\*\//gs, "").replaceAll(/^import .*?;$/gms, "");
  const templates = literalsOf(code);
  const pages = templates.flatMap((literal) => [
    literal.replaceAll(/<[^>]*>/g, HOLE),
    ...[...literal.matchAll(SPOKEN)].map(([, text = ""]) => text),
  ]);
  const words = pages.flatMap((text) => text.match(/\p{L}{2,}[^\uFFFC<]*/gu) ?? []).map((text) => text.trim());
  const sentences = [...code.matchAll(SENTENCE)].map(([, text = ""]) => text);
  return [...words, ...sentences].filter((text) => !NAMES.includes(text));
}

/** The literals of all `html` templates, with a hole for each value; a template in a value has its own. */
function literalsOf(code: string): readonly string[] {
  const found: string[] = [];
  /** From behind a backtick; returns where the template ends. */
  const template = (from: number): number => {
    let literal = "";
    let at = from;
    while (at < code.length && code[at] !== "`") {
      if (code.startsWith("${", at)) {
        literal += HOLE;
        at = value(at + 2);
      } else {
        literal += code[at];
        at += 1;
      }
    }
    found.push(literal);
    return at + 1;
  };
  /** From behind `${`; returns where the value ends. */
  const value = (from: number): number => {
    let depth = 1;
    let at = from;
    while (at < code.length && depth > 0) {
      if (code[at] === "`") {
        at = template(at + 1);
        continue;
      }
      if (code[at] === "{") depth += 1;
      if (code[at] === "}") depth -= 1;
      at += 1;
    }
    return at;
  };
  for (let at = code.indexOf("html`"); at !== -1; at = code.indexOf("html`", at)) at = template(at + 5);
  return found;
}
