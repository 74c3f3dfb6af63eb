import { describe, expect, it } from "vitest";
import { LANGUAGES, TEXTS } from "../../../server/src/texts/language.ts";
import { chooseLanguage as choose, loadTexts as load, translator } from "../ui/text.ts";
import { TEXTS as FILES, type Key } from "./text.ts";

const chooseLanguage = (wanted: readonly string[]) => choose(wanted, Object.keys(FILES));
const loadTexts = (language: string) => load(FILES, language);

describe("the texts of the page", () => {
  it.each(LANGUAGES)("are those that the server has in %s", async (language) => {
    expect(chooseLanguage([language, "en"]).language).toBe(language);
    const texts = await loadTexts(language);
    expect(Object.keys(texts)).not.toEqual([]);
    expect(TEXTS[language]).toMatchObject(texts);
  });

  it("are in the language that a person wants first", () => {
    expect(chooseLanguage(["xx", "pt-BR", "en"])).toEqual({ language: "pt", locale: "pt-BR" });
    expect(chooseLanguage(["de_AT"])).toEqual({ language: "de", locale: "de-AT" });
    expect(chooseLanguage(["fr-"])).toEqual({ language: "fr", locale: "fr" });
    expect(chooseLanguage(["constructor", "../en", "*", "xx"])).toEqual({ language: "en", locale: "en" });
    expect(chooseLanguage([])).toEqual({ language: "en", locale: "en" });
  });

  it("have numbers as the person's country writes them, also where the language was chosen", () => {
    expect(chooseLanguage(["de", "en-US", "de-CH"])).toEqual({ language: "de", locale: "de-CH" });
    expect(chooseLanguage(["de", "en-US", "fr-CH"])).toEqual({ language: "de", locale: "de" });
  });

  it("of no language are an error", async () => {
    await expect(loadTexts("xx")).rejects.toThrow("there are no texts in xx");
  });

  it("take values, leave what has none, and have forms by number", async () => {
    const forms = { one: "{count} Karte", other: "{count} Karten" };
    const texts = { ...(await loadTexts("de")), ramp_card_pay: "{amount} {amount} {other}", ramp_head: forms };
    const t = translator(texts, "de");
    expect(t("ramp_card_pay", { amount: "5 €" })).toBe("5 € 5 € {other}");
    expect(["0", "1", "2"].map((count) => t("ramp_head", { count }))).toEqual(["0 Karten", "1 Karte", "2 Karten"]);
    const cards = { ...texts, ramp_head: { one: "{count} cartão", other: "{count} cartões" } };
    // As in Portugal: none is many.
    expect(translator(cards, "pt")("ramp_head", { count: "0" })).toBe("0 cartões");
    expect(t("ramp_amount_label" satisfies Key)).toBe(TEXTS.de.ramp_amount_label);
  });
});
