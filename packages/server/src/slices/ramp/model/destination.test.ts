import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationKeyOf, destinationOn, isOnchain, rampDestination } from "./destination.ts";
import { LOOPBACK, networkKeyOf } from "./network.ts";

describe("a destination", () => {
  it.each([
    ["alice@example.com", "alice@example.com"],
    ["Alice@Example.COM", "alice@example.com"],
    ["alice+7@wallet.example", "alice+7@wallet.example"],
  ])("%s is kept as %s", (text, kept) => {
    expect(rampDestination(text)).toBe(kept);
  });

  it.each([
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", // BIP 173
    "BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", // BIP 350
    "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
  ])("%s has the shape of one of the chain", (text) => {
    expect(rampDestination(text)).toBe(text);
    expect(isOnchain(text)).toBe(true);
    expect(destinationKeyOf(text)).toBe(text);
  });

  it.each([
    ["mainnet", "BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
    ["mainnet", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["regtest", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"],
    ["regtest", "alice@example.com", "alice@example.com"],
  ] as const)("on %s, %s is kept as %s", (network, text, kept) => {
    expect(destinationOn(network, text)).toBe(kept);
  });

  it.each([
    ["regtest", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
    ["mainnet", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"],
    ["mainnet", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp"],
    ["mainnet", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3"],
  ] as const)("on %s, %s is none", (network, text) => {
    expect(() => destinationOn(network, text)).toThrow(
      expect.objectContaining({ code: "invalid_input", details: [expect.objectContaining({ field: "destination" })] }),
    );
  });

  it.each(["", "alice", "alice@", "@example.com", "lnbc1", "alice@example.com/x", "a b@example.com"])(
    "%j is none",
    (text) => {
      expect(() => rampDestination(text)).toThrow(
        expect.objectContaining({
          code: "invalid_input",
          details: [expect.objectContaining({ field: "destination" })],
        }),
      );
    },
  );

  it("fails with an error of ours, whatever the text is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        try {
          expect(rampDestination(text)).toMatch(/^[^@]+@[^@]+$|^[0-9a-zA-Z]+$/);
        } catch (error) {
          expect((error as { code: string }).code).toMatch(/^invalid_input$/);
        }
      }),
    );
  });

  it("counts without its tag", () => {
    expect(destinationKeyOf("alice+7@wallet.example")).toBe("alice@wallet.example");
    expect(destinationKeyOf("alice@wallet.example")).toBe("alice@wallet.example");
    expect(destinationKeyOf("alice@wallet.example:8080")).toBe("alice@wallet.example:8080");
  });
});

describe("a network", () => {
  it("is the /24 of an IPv4 address, and what is known of an IPv6 address", () => {
    expect(networkKeyOf("192.0.2.17")).toBe(networkKeyOf("192.0.2.255"));
    expect(networkKeyOf("192.0.2.17")).not.toBe(networkKeyOf("192.0.3.17"));
    expect(networkKeyOf("2001:db8:0:1")).toBe(networkKeyOf("2001:db8:0:2"));
    expect(networkKeyOf("2001:db8:0:1")).not.toBe(networkKeyOf("2001:db8:1:1"));
    expect(["127.0.0.1", "127.9.9.9", "0:0:0:0"].map(networkKeyOf)).toEqual([LOOPBACK, LOOPBACK, LOOPBACK]);
  });
});
