import { describe, expect, it } from "vitest";
import { blockOf, networkToShow, readableNetwork } from "./network.ts";

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

describe("a network as people write it", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:1", "2001:db8:0:1::/64"],
    ["2001:db8:1:0", "2001:db8:1::/64"],
    ["2001:db8:0:0", "2001:db8::/64"],
    ["2001:0:0:1", "2001:0:0:1::/64"],
    ["2001:db8:1:10", "2001:db8:1:10::/64"],
    ["unknown", "unknown"],
    ["2001:db8:0::/48", "2001:db8:0::/48"],
    ["a:b:c:d:e", "a:b:c:d:e"],
  ])("is, of %j, %j", (network, written) => {
    expect(readableNetwork(network)).toBe(written);
    expect(networkToShow(network)).toBe(written);
  });

  it.each(["", "127.0.0.1", "127.3.2.1", "0:0:0:0"])("is not shown where it says nothing: %j", (network) => {
    expect(networkToShow(network)).toBeUndefined();
  });

  it("is written also of the machine itself, for whoever looks for a call", () => {
    expect([readableNetwork("127.0.0.1"), readableNetwork("0:0:0:0")]).toEqual(["127.0.0.1", "::/64"]);
  });
});
