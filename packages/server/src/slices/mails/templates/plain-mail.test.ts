import { expect, it } from "vitest";
import { plainMail } from "./plain-mail.ts";

it("a plain mail says the same in both parts, escapes what it says, and leads to its page", () => {
  const url = "https://pay.example/login?next=a&b";
  const { subject, text, html } = plainMail({
    language: "de",
    subject: "Neu <hier>",
    paragraphs: [{ said: "Eins & zwei" }, { said: "Drei:", url }],
  });

  expect(subject).toBe("Neu <hier>");
  expect(text).toBe(`Neu <hier>\n\nEins & zwei\n\nDrei:\n${url}\n`);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain("<title>Neu &#60;hier&#62;</title>");
  const link = "https://pay.example/login?next=a&#38;b";
  expect(/<main>\n(.*)\n<\/main>/s.exec(html)?.[1]).toBe(
    `<h1>Neu &#60;hier&#62;</h1>
<p>Eins &#38; zwei</p>
<p>Drei:<br><a href="${link}" target="_blank" rel="noreferrer">${link}</a></p>`,
  );
  expect(html).toContain("max-width: 480px");
});
