import { expect, it } from "vitest";
import { plainMail } from "#mails";
import { securityMail } from "./security-mail.ts";

it("the mail about a change says in both parts what changed, when, and where to see it", () => {
  const at = new Date("2030-01-02T03:04:00Z");
  const { subject, text, html } = plainMail(
    securityMail({ change: "passkey_added", at, baseUrl: "https://pay.example", language: "en" }),
  );

  expect(subject).toBe("Your login was changed");
  for (const part of [text, html])
    for (const words of [
      "A passkey was added.",
      "2 January 2030 at 03:04 UTC",
      "https://pay.example/account/security",
      "not you",
    ])
      expect(part).toContain(words);
  expect(text.match(/https?:/g)).toHaveLength(1);
});
