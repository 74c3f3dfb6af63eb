import { expect, it } from "vitest";
import { networkOf } from "#platform/http/rate-limit.ts";
import { codeNetworkOf } from "./code-network.ts";

const of = (address: string) => codeNetworkOf(networkOf(address));

it("takes the 256 neighbours of an IPv4 address for one network, also inside IPv6", () => {
  expect(of("192.0.2.7")).toBe(of("192.0.2.255"));
  expect(of("::ffff:192.0.2.9")).toBe(of("192.0.2.7"));
  expect(of("192.0.2.7")).not.toBe(of("192.0.3.7"));
});

it("takes a /48 of IPv6 for one network, and no more", () => {
  expect(of("2001:db8:1:2::7")).toBe(of("2001:db8:1:2:ffff::1"));
  expect(of("2001:db8:1:2::7")).toBe(of("2001:db8:1:ffff::7"));
  expect(of("2001:db8:1:2::7")).not.toBe(of("2001:db8:2:2::7"));
});

it("leaves what is no address as it is", () => {
  expect(of("no:address")).toBe("no:address");
});
