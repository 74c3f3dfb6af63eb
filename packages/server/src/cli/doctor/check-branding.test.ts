import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { BRANDED } from "#service/testing/branding.harness.ts";
import { type BrandingFacts, checkBranding } from "./check-branding.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const opened = (value: typeof PLAIN, isLive?: boolean): BrandingFacts => ({
  branding: { kind: "opened", value },
  isLive,
});

it.each<[string, BrandingFacts, Expected]>([
  ["is all there", opened(BRANDED, true), ["branding", "ok", "Nordpay & Söhne"]],
  [
    "is not there with real money",
    opened(PLAIN, true),
    ["branding", "warning", "LEYDEN_SERVICE_NAME", "LEYDEN_SUPPORT"],
  ],
  ["is not there, and the network is not known", opened(PLAIN), ["branding", "warning", "LEYDEN_IMPRINT_URL"]],
  ["is not there on a test network", opened(PLAIN, false), ["branding", "ok", "LEYDEN_SUPPORT"]],
  [
    "lacks the seller's address",
    opened({ ...BRANDED, seller: { ...BRANDED.seller, address: [] } }, true),
    ["branding", "warning", "not set: LEYDEN_SELLER_ADDRESS"],
  ],
  [
    "is refused",
    { branding: { kind: "refused", why: "LEYDEN_LOGO is refused: no file", todo: "Name a PNG." }, isLive: false },
    ["branding", "wrong", "LEYDEN_LOGO is refused", "Name a PNG."],
  ],
])("%s", (_, facts, expected) => {
  expectFindings(checkBranding(facts), [expected]);
});

it("names what is not set and nothing else", () => {
  const [finding] = checkBranding(opened({ ...BRANDED, terms: undefined }, true));
  expect(finding?.says.match(/LEYDEN_\w+/g)).toEqual(["LEYDEN_TERMS_URL"]);
});
