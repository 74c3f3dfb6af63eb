import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../server/src/texts/language.ts";
import { loadTexts, translator } from "../ui/text.ts";
import { Refused, Unreachable } from "./api.ts";
import { codeText, failureText, identityText } from "./failure-text.ts";
import { TEXTS } from "./text.ts";

describe("what the page says of a failure", () => {
  it.each(LANGUAGES)("is in %s, whatever the service says in English", async (language) => {
    const t = translator(await loadTexts(TEXTS, language), language);
    const said = failureText(t, new Refused(409, "purchase_changed", "the purchase has another state by now"));
    expect(said).toBe(t("ramp_error_changed"));
    for (const code of ["internal_error", "constructor", "of_another_version"])
      expect(failureText(t, new Refused(500, code, "A bug in Leyden."))).toBe(t("ramp_error_other"));
    expect(failureText(t, new Unreachable("503"))).toBe(t("ramp_error_no_answer"));
    expect(() => failureText(t, new TypeError("a mistake"))).toThrow("a mistake");
    expect(codeText(t, "not_delivered_in_time")).toBe(t("ramp_error_delivery"));
  });

  it("leaves it to the page of a purchase that failed to say that no money was taken", async () => {
    const t = translator(await loadTexts(TEXTS, "en"), "en");
    for (const code of ["amount_differs", "declined", "destination_failed", "limit_exceeded", "processor_gave_up"])
      expect(codeText(t, code)).not.toContain("taken");
    expect(t("ramp_failed_not_charged")).toContain("taken");
  });

  it("says of an identity what to do, also where the reason is none of this page", async () => {
    const t = translator(await loadTexts(TEXTS, "en"), "en");
    expect(identityText(t, "expired")).toBe("The document has expired. Try another one.");
    for (const reason of [null, "A sentence of 0.1.0.", "constructor"])
      expect(identityText(t, reason)).toBe("Your identity could not be confirmed. Try again.");
  });
});
