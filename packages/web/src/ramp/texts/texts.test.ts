import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chooseLanguage, type Language, loadTexts, translator } from "../text.ts";
import { en } from "./en.ts";

const LANGUAGES: readonly Language[] = ["en", "de", "es", "fr", "pt"];
const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe("the texts", () => {
  it("are there in five languages, and no file is forgotten", () => {
    const files = readdirSync(import.meta.dirname).filter((name) => !name.includes(".test."));
    expect(files.toSorted()).toEqual(LANGUAGES.map((language) => `${language}.ts`).toSorted());
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

  it.each(LANGUAGES.slice(1))("of %s are translated", async (language) => {
    const texts = await loadTexts(language);
    const same = Object.entries(texts).filter(([key, text]) => text === en[key as keyof typeof en]);
    expect(same.map(([key]) => key).filter((key) => !["btc", "sats", "code_label"].includes(key))).toEqual([]);
  });

  it("are chosen by what a person wants first", () => {
    expect(chooseLanguage(["nl", "pt-BR", "en"])).toEqual({ language: "pt", locale: "pt-BR" });
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
