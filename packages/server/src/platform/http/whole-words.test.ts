import { expect, it } from "vitest";
import { html } from "../html.ts";
import { withWholeWords } from "./whole-words.ts";

const whole = (word: string) => `<span class="whole">${word}</span>`;
const piece = (text: string) => `<span>${text}</span>`;

it("keeps the number of a purchase on one line, and breaks ids", () => {
  const page = html`<td title="0F3A-6D1E-9B20">0F3A-6D1E-9B20</td> 0F3A-6D1E-9B20-1111 0f3a-6d1e-9b20`;
  expect(withWholeWords(page).markup).toBe(
    `<td title="0F3A-6D1E-9B20">${piece(whole("0F3A-6D1E-9B20"))}</td> 0F3A-6D1E-9B20-1111 0f3a-6d1e-9b20`,
  );
});

it("leaves the text of a button one piece", () => {
  expect(withWholeWords(html`<button><svg></svg>No e-mail any more</button>`).markup).toBe(
    `<button><svg></svg>${piece(`No ${whole("e-mail")} any more`)}</button>`,
  );
});

it("keeps e-mail on one line, wherever it is read and nowhere else", () => {
  const page = html`<h1 title="your e-mail">E-mail address</h1>
<p>Your e-mails, E-Mail-Adresse; the male-mail.</p>
<textarea>my e-mail</textarea><option>e-mail</option>`;
  expect(withWholeWords(page).markup).toBe(`<h1 title="your e-mail">${piece(`${whole("E-mail")} address`)}</h1>
<p>${piece(`Your ${whole("e-mail")}s, ${whole("E-Mail")}-Adresse; the male-mail.`)}</p>
<textarea>my e-mail</textarea><option>e-mail</option>`);
});
