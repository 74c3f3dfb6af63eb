import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseLanguage, LANGUAGES, loadTexts, translator } from "../text.ts";
import { en } from "./en.ts";

/** Up to here a translation may be equal to the English text, such as "Code". */
const WORDS_SAME_MAX = 2;
const wordsIn = (text: string) =>
  text
    .replaceAll(/\{\w+\}/g, "")
    .split(/\s+/)
    .filter(Boolean).length;
const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe("the texts", () => {
  it("are one file for each language, and no file is forgotten or taken for another", async () => {
    const files = readdirSync(import.meta.dirname).filter((name) => !name.includes(".test."));
    expect(files.toSorted()).toEqual(LANGUAGES.map((language) => `${language}.ts`).toSorted());
    for (const language of LANGUAGES)
      expect(await loadTexts(language)).toEqual((await import(join(import.meta.dirname, `${language}.ts`)))[language]);
  });

  it("are in the languages that the README of the widget names", () => {
    const readme = readFileSync(join(import.meta.dirname, "../../../../widget/README.md"), "utf8");
    const nameOf = (language: string) => new Intl.DisplayNames("en", { type: "language" }).of(language);
    expect(LANGUAGES.map(nameOf).filter((name) => !readme.includes(name ?? ""))).toEqual([]);
  });

  it.each(LANGUAGES)("of %s have the same keys in the same order, and the same values in each", async (language) => {
    const texts = await loadTexts(language);
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    expect(Object.keys(texts)).toEqual(Object.keys(texts).toSorted());
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).not.toBe("");
      expect(valuesIn(text), key).toEqual(valuesIn(en[key as keyof typeof en]));
    }
  });

  it.each(LANGUAGES.filter((language) => language !== "en"))(
    "of %s are translated: a word may be the same, a sentence is not",
    async (language) => {
      const texts = await loadTexts(language);
      const same = Object.entries(texts).filter(([key, text]) => text === en[key as keyof typeof en]);
      expect(same.filter(([, text]) => wordsIn(text) > WORDS_SAME_MAX)).toEqual([]);
      expect(same.length).toBeLessThanOrEqual(Object.keys(en).length / 10);
    },
  );

  it("are chosen by what a person wants first", () => {
    expect(chooseLanguage(["xx", "pt-BR", "en"])).toEqual({ language: "pt", locale: "pt-BR" });
    expect(chooseLanguage(["de_AT"])).toEqual({ language: "de", locale: "de-AT" });
    expect(chooseLanguage(["fr-"])).toEqual({ language: "fr", locale: "fr" });
    expect(chooseLanguage(["constructor", "xx"])).toEqual({ language: "en", locale: "en" });
    expect(chooseLanguage([])).toEqual({ language: "en", locale: "en" });
  });

  it("take values, and leave what has none", () => {
    const t = translator({ ...en, card_pay: "Pay {amount} {amount} {other}" } as unknown as typeof en);
    expect(t("card_pay", { amount: "€5" })).toBe("Pay €5 €5 {other}");
  });
});
