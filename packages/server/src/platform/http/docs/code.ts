import { type Html, html } from "../../html.ts";

/** A piece of code with the name of its tab: a language, or what an answer says. */
export type Sample = { readonly label: string; readonly text: string };

/** String with the colon that makes it a name · comment · word of the language · number or constant. */
const TOKENS =
  /("(?:\\.|[^"\\\n])*"|'[^']*')(\s*:)?|((?<=^|\s)(?:\/\/|#)[^\n]*)|\b(import|from|export|const|let|await|async|function|return|while|for|of|in|if|else|throw|new|def|print|curl)\b|(?<![\w./:@-])(\d[\d_.]*|true|false|null|undefined|None|True|False)\b/gm;

/**
 * Code in colours, by one rule for JSON, shell, JavaScript and Python: an example is short, and may be coloured
 * wrongly.
 */
export function highlight(text: string): Html {
  const pieces: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon, comment, word] = match;
    const kind = string !== undefined ? (colon === undefined ? "s" : "k") : comment ? "c" : word ? "w" : "n";
    pieces.push(text.slice(end, match.index), html`<span class="${kind}">${string ?? whole}</span>`, colon ?? "");
    end = match.index + whole.length;
  }
  return html`${[...pieces, text.slice(end)]}`;
}

export function codeBlock(text: string): Html {
  return html`<pre tabindex="0"><code>${highlight(text)}</code></pre>`;
}

/** Samples of which one is shown. Radio buttons do it, without script. `name` is unique in the page. */
export function tabs(name: string, samples: readonly Sample[]): Html {
  if (samples.length === 1) return codeBlock(samples[0]?.text ?? "");
  const choices = samples.map(
    ({ label }, i) =>
      html`<input type="radio" name="${name}" id="${name}-${i}" value="${label}"${i === 0 && html` checked`}><label for="${name}-${i}">${label}</label>`,
  );
  return html`<div class="tabs" role="group" aria-label="Examples">${choices}${samples.map(({ text }) => codeBlock(text))}</div>`;
}
