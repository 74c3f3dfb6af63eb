import { describe, expect, it } from "vitest";
import { blockOf } from "./network.ts";

describe("the block of a network", () => {
  it.each([
    ["192.0.2.7", "192.0.2.0/24"],
    ["192.0.2.255", "192.0.2.0/24"],
    ["2001:db8:0:1", "2001:db8:0::/48"],
    ["2001:db8:0:ffff", "2001:db8:0::/48"],
    ["unknown", "unknown"],
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["2001:db8:0::/48", "2001:db8:0::/48"],
    ["", ""],
  ])("of %j is %j", (network, block) => {
    expect(blockOf(network)).toBe(block);
  });

  it("is another one for the next network", () => {
    expect(blockOf("192.0.3.7")).not.toBe(blockOf("192.0.2.7"));
    expect(blockOf("2001:db8:1:1")).not.toBe(blockOf("2001:db8:0:1"));
  });
});
