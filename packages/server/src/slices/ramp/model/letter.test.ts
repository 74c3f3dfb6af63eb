import { describe, expect, it } from "vitest";
import { isIntoOwnWallet } from "./letter.ts";

describe("where the bitcoin went, as a letter says it", () => {
  const to = (destination: string) => ({ destination });

  it("is the own wallet where the session names no other, or the person chose it instead", () => {
    expect(isIntoOwnWallet(to("ann@coin.example"), { destination: undefined })).toBe(true);
    expect(isIntoOwnWallet(to("ann@coin.example"), { destination: "ann@wallet.example" })).toBe(true);
  });

  it("is the address that the session names, also where nothing is known of it any more", () => {
    expect(isIntoOwnWallet(to("ann@wallet.example"), { destination: "ann@wallet.example" })).toBe(false);
    expect(isIntoOwnWallet(to("ann@wallet.example"), undefined)).toBe(false);
  });
});
