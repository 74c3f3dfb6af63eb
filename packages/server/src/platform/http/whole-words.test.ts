import { expect, it } from "vitest";
import { html } from "../html.ts";
import { withWholeWords } from "./whole-words.ts";

it("keeps e-mail on one line, wherever it is read and nowhere else", () => {
  const page = html`<h1 title="your e-mail">E-mail address</h1>
<p>Your e-mails, E-Mail-Adresse; the male-mail.</p>
<textarea>my e-mail</textarea><option>e-mail</option>`;
  const whole = (word: string) => `<span class="whole">${word}</span>`;
  expect(withWholeWords(page).markup).toBe(`<h1 title="your e-mail">${whole("E-mail")} address</h1>
<p>Your ${whole("e-mail")}s, ${whole("E-Mail")}-Adresse; the male-mail.</p>
<textarea>my e-mail</textarea><option>e-mail</option>`);
});
