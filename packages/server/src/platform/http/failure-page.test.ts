import { describe, expect, it } from "vitest";
import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import { FAILURE_TEXTS } from "#texts/failure-texts.ts";
import { LANGUAGES } from "#texts/language.ts";
import { message, readerOf } from "#texts/reader.ts";
import { pagesForm } from "./failure-page.ts";

const FOR_PROGRAMS = "what a program is told, in English";

/** A page that fails as its address says. */
function failing() {
  return pagesForm((pages) => {
    pages.get("/fails/:code", { config: { access: "public" }, schema: { hide: true } }, (request) => {
      const { code } = request.params as { readonly code: ErrorCode | "bug" | "told" };
      if (code === "bug") throw new TypeError(FOR_PROGRAMS);
      if (code === "told")
        throw new AppError("invalid_input", FOR_PROGRAMS, {
          forPeople: message("failure_gamertag_length", { min: 3, max: 20 }),
        });
      throw new AppError(code, FOR_PROGRAMS);
    });
  });
}

describe("a page that fails", () => {
  it.each(LANGUAGES)("says in %s what went wrong, and nothing of what programs are told", async (language) => {
    const app = await sampleApp({ routes: [failing()] });
    const open = async (code: string) =>
      await ask(app, { url: `/fails/${code}`, headers: { "accept-language": language } });
    const reader = readerOf(language);
    const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
    for (const [code, key] of Object.entries(FAILURE_TEXTS)) {
      const { body } = await open(code);
      expect(body, code).toContain(escaped(reader.text(key)));
      expect(body, code).not.toContain(FOR_PROGRAMS);
    }
    expect((await open("told")).body).toContain(escaped(reader.text("failure_gamertag_length", { min: 3, max: 20 })));
    const bug = await open("bug");
    expect([bug.statusCode, bug.body]).toEqual([500, expect.stringContaining(escaped(reader.text("page_our_fault")))]);
    expect(bug.body).not.toContain(FOR_PROGRAMS);
    const german = language === "de" ? [bug.body, (await open("invalid_key")).body] : [];
    expect(german.flatMap(englishIn)).toEqual([]);
  });
});
