import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { acceptedTags, chooseLanguage, LANGUAGES, ownNameOf, TEXTS } from "./language.ts";
import type { Message } from "./message.ts";
import { english, message, readerOf } from "./reader.ts";

/** Up to here a translation may be equal to the English text, such as "Code". */
const WORDS_SAME_MAX = 2;
const OTHERS = LANGUAGES.filter((language) => language !== "en");
const FOLDERS = readdirSync(import.meta.dirname, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== "testing",
);

const textsOf = (message: Message) => (typeof message === "string" ? [message] : [message.one, message.other]);
const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
const wordsIn = (text: string) =>
  text
    .replaceAll(/\{\w+\}/g, "")
    .split(/\s+/)
    .filter(Boolean).length;

describe("the texts", () => {
  it("are one folder for each language, with the same files", () => {
    expect(FOLDERS.map(({ name }) => name).toSorted()).toEqual([...LANGUAGES].toSorted());
    const filesOf = (language: string) => readdirSync(`${import.meta.dirname}/${language}`).toSorted();
    for (const language of OTHERS) expect(filesOf(language), language).toEqual(filesOf("en"));
  });

  it.each(LANGUAGES)("of %s have the same keys in the same order, and the same values in each", (language) => {
    expect(Object.keys(TEXTS[language])).toEqual(Object.keys(TEXTS.en));
    for (const [key, message] of Object.entries<Message>(TEXTS[language])) {
      const [first = "", last = first] = textsOf(TEXTS.en[key as keyof typeof TEXTS.en]);
      const [one = "", other = one] = textsOf(message);
      expect([one.trim(), other.trim()], key).not.toContain("");
      expect(valuesIn(one), key).toEqual(valuesIn(first));
      expect(valuesIn(other), key).toEqual(valuesIn(last));
    }
  });

  it("have forms where a number decides, and each key in one file", async () => {
    for (const [key, message] of Object.entries<Message>(TEXTS.en))
      expect(typeof message === "string" && message.includes("{count}"), key).toBe(false);
    const files = readdirSync(`${import.meta.dirname}/en`).filter((name) => name !== "index.ts");
    const modules = await Promise.all(files.map((name) => import(`${import.meta.dirname}/en/${name}`)));
    const keys = modules.flatMap((module) => Object.values<object>(module).flatMap(Object.keys));
    expect(keys.toSorted()).toEqual(Object.keys(TEXTS.en).toSorted());
  });

  it.each(OTHERS)("of %s are translated: a word may be the same, a sentence is not", (language) => {
    const same = Object.entries<Message>(TEXTS[language])
      .flatMap(([key, message]) => textsOf(message).map((text) => ({ key, text })))
      .filter(({ key, text }) => textsOf(TEXTS.en[key as keyof typeof TEXTS.en]).includes(text));
    expect(same.filter(({ text }) => wordsIn(text) > WORDS_SAME_MAX)).toEqual([]);
    expect(same.length).toBeLessThanOrEqual(Object.keys(TEXTS.en).length / 10);
  });

  it.each([
    ["de", /Name auf X|(?<![-\p{L}])Mails?(?!\p{L})|-Node|Gutschein\w* (ge)?nehmen/iu],
    ["es", /monedero|billetera|(los|tus|comprar|vender|venderte) bitcoin(?!s)|\btom(e|a|ar|ó)(lo)?\b/i],
    ["fr", /(?<!\p{L})(tu|ton|tes)(?!\p{L})|^Plus d’e-mails|bon .*utilis/iu],
    ["pt", /Nome no X|(?<!\p{L})(tu|teus?|tuas?|ti|te|podes|tens|estás|você|por si(?! só))(?!\p{L})/iu],
  ] as const)("of %s have one word for one thing, and one form of address: nowhere %s", (language, other) => {
    const said = Object.values<Message>(TEXTS[language]).flatMap(textsOf);
    expect(said.filter((text) => other.test(text))).toEqual([]);
  });

  it("of pt are those of Portugal, not of Brazil", () => {
    const brazilian =
      /registro|banco de dados|contato|recepç|(?<!leyden (restore )?)status(?!})|arquivo|usuário|celular|\bsenha/i;
    expect(
      Object.values<Message>(TEXTS.pt)
        .flatMap(textsOf)
        .filter((text) => brazilian.test(text)),
    ).toEqual([]);
  });

  it("of fr have no-break spaces where a line must not begin or end with a mark", () => {
    const said = Object.values<Message>(TEXTS.fr).flatMap(textsOf);
    expect(said.filter((text) => / [:;?!»…]|« |\p{L}[;?!»]|\p{L}: |«[^\u00a0]/u.test(text))).toEqual([]);
    expect(
      Object.values<Message>(TEXTS.de)
        .flatMap(textsOf)
        .filter((text) => text.includes(" …")),
    ).toEqual([]);
  });

  it("of a file have keys in the order of the alphabet", () => {
    const byArea = Object.groupBy(Object.keys(TEXTS.en), (key) => key.split("_", 1)[0] ?? "");
    for (const [area, ofArea = []] of Object.entries(byArea)) expect(ofArea, area).toEqual(ofArea.toSorted());
  });

  it("name each language as it names itself", () => {
    const names = LANGUAGES.map(ownNameOf);
    expect(names).toEqual(expect.arrayContaining(["English", "Deutsch", "Español", "Français", "Português"]));
    expect(LANGUAGES[0]).toBe("en"); // where nothing else is known
  });
});

describe("a language", () => {
  it("is the first wanted one that there is", () => {
    expect(chooseLanguage(["xx", "pt-BR", "en"])).toBe("pt");
    expect(chooseLanguage(["DE_at"])).toBe("de");
    expect(chooseLanguage(["constructor", "xx"])).toBeUndefined();
    expect(chooseLanguage([])).toBeUndefined();
  });

  it("is wanted as a browser says it", () => {
    expect(acceptedTags("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.95, *;q=0.5")).toEqual(["fr-CH", "de", "fr", "en", "*"]);
    expect(acceptedTags("de;q=0, en")).toEqual(["en"]);
    expect(acceptedTags(";;,de;q=x,,")).toEqual([]);
    expect(acceptedTags(undefined)).toEqual([]);
    expect(acceptedTags("xx,".repeat(1_000))).toHaveLength(20);
  });
});

describe("a reader", () => {
  const german = readerOf("de");

  it("gets a text with its values, and forms by number", () => {
    expect(german.text("login_code_sent", { email: "a@b.example" })).toBe(
      "Wir haben einen Code an a@b.example geschickt. Er gilt 10 Minuten.",
    );
    expect(german.text("failure_code_wrong", { count: 1 })).toContain("noch einen Versuch");
    expect(german.text("failure_code_wrong", { count: 1_234 })).toContain("noch 1.234 Versuche");
    expect(readerOf("fr").text("failure_code_wrong", { count: 1_000_000 })).toContain("essais");
    // None is one in France and Brazil, and many in Portugal.
    expect(readerOf("fr").text("security_codes_left", { count: 0 })).toBe("Il reste 0 code de récupération.");
    expect(readerOf("pt").text("security_codes_left", { count: 0 })).toBe("Restam 0 códigos de recuperação.");
  });

  it("gets pieces where they go, and what has no value as it stands", () => {
    const piece = { markup: "<b>x</b>" };
    expect(german.parts("login_to_app", { app: piece })).toEqual(["Danach geht es weiter zu ", piece, "."]);
    expect(german.parts("login_to_app", {} as { app: string }).join("")).toContain("{app}");
  });

  it("gets amounts, times and waits as they are written in the language", () => {
    const amounts = ["en", "de", "fr"] as const;
    expect(amounts.map((language) => readerOf(language).sat(msats(1_234_500n)).replaceAll(/\s/g, " "))).toEqual([
      "1,234.5 sat",
      "1.234,5 sat",
      "1 234,5 sat",
    ]);
    expect(readerOf("pt").sat(msats(1_234_500n))).toBe("1234,5 sat"); // as in Portugal
    const worths = (["en", "de", "pt"] as const).map((language) => readerOf(language).fiat("1234.50", "USD"));
    expect(worths.map((worth) => worth.replaceAll(/\s/g, " "))).toEqual(["$1,234.50", "1.234,50 $", "1234,50 US$"]);
    expect(readerOf("en").moment(new Date("2026-12-20T16:12:00Z"))).toBe("20 December 2026 at 16:12 UTC");
    expect(german.moment(new Date("2026-12-20T16:12:00Z"))).toBe("20. Dezember 2026 um 16:12 UTC");
    expect(german.text("failure_codes_many", { wait: { minutes: 1 } })).toContain("in 1 Minute ");
    expect(german.text("failure_codes_many", { wait: { minutes: 121 } })).toContain("in 3 Stunden ");
  });

  it("gets lists with a word before the last", () => {
    expect(german.anyOf(["a", "b", "c"]).join("")).toBe("a, b oder c");
    expect(readerOf("es").anyOf([1, 2])).toEqual([1, " o ", 2]);
  });

  it("is told of a failure in the language: its own text, or that of its code", () => {
    const failure = { code: "login_code_refused", forPeople: message("failure_code_none") } as const;
    expect(german.failure(failure)).toBe(TEXTS.de.failure_code_none);
    expect(english(failure.forPeople)).toBe(TEXTS.en.failure_code_none);
    expect(german.failure({ code: "rate_limited", forPeople: undefined })).toBe(TEXTS.de.page_many);
    expect(german.failure({ code: "invalid_key", forPeople: undefined })).toBe(TEXTS.de.page_refused);
  });
});
