import { expect, it } from "vitest";
import { wrongAtLines } from "./app.ts";

it("says what is wrong with a redirect URL at its line, also after a line without one", () => {
  const form = {
    name: "Chess",
    redirectUris: ["", "https://game.example/a", " ", "http://game.example/b"],
    logoUrl: "",
  };
  const wrong = { "redirectUris.1": "Must begin with https://.", name: "Is taken." };
  expect(wrongAtLines(form, wrong)).toEqual({ "redirectUris.3": "Must begin with https://.", name: "Is taken." });
  expect(wrongAtLines(form, { redirectUris: "Too many." })).toEqual({ redirectUris: "Too many." });
});
