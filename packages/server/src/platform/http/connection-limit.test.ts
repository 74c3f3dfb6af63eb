import { describe, expect, it } from "vitest";
import { connectionLimit, isAmong, type Peer } from "./connection-limit.ts";

const MAX = 64;
const from = (address: string, standing: Peer["standing"] = "unknown"): Peer => ({ address, standing });

/** How many of `peers` are admitted, in this order. */
function admitted(limit: ReturnType<typeof connectionLimit>, peers: readonly Peer[]): number {
  return peers.filter((peer) => limit.open(peer) !== undefined).length;
}
const times = (count: number, peer: (i: number) => Peer) => Array.from({ length: count }, (_, i) => peer(i));

describe("connectionLimit", () => {
  it("gives one unknown address a sixteenth, one with a key a half, and a proxy all", () => {
    expect(
      admitted(
        connectionLimit(MAX),
        times(MAX, () => from("192.0.2.1")),
      ),
    ).toBe(MAX / 16);
    expect(
      admitted(
        connectionLimit(MAX),
        times(MAX, () => from("192.0.2.1", "key")),
      ),
    ).toBe(MAX / 2);
    expect(
      admitted(
        connectionLimit(MAX),
        times(2 * MAX, () => from("192.0.2.1", "proxy")),
      ),
    ).toBe(MAX);
  });

  it("keeps the last quarter for addresses with a key, however many unknown ones come", () => {
    const limit = connectionLimit(MAX);
    expect(
      admitted(
        limit,
        times(MAX, (i) => from(`192.0.2.${i}`)),
      ),
    ).toBe(MAX * 0.75);
    expect(
      admitted(
        limit,
        times(MAX, () => from("198.51.100.1", "key")),
      ),
    ).toBe(MAX * 0.25);
    expect(limit.open(from("198.51.100.2", "key"))).toBeUndefined();
  });

  it("counts the /64 of IPv6 as one address, and IPv4 inside IPv6 as IPv4", () => {
    expect(
      admitted(
        connectionLimit(MAX),
        times(MAX, (i) => from(`2001:db8::${i + 1}`)),
      ),
    ).toBe(MAX / 16);
    const limit = connectionLimit(MAX);
    expect(
      admitted(
        limit,
        times(MAX, () => from("192.0.2.1")),
      ),
    ).toBe(MAX / 16);
    expect(limit.open(from("::ffff:192.0.2.1"))).toBeUndefined();
  });

  it("takes a connection again for each that has ended", () => {
    const limit = connectionLimit(16);
    for (let i = 0; i < 100; i++) {
      const close = limit.open(from("192.0.2.1"));
      expect(close).toBeDefined();
      expect(limit.open(from("192.0.2.1"))).toBeUndefined();
      close?.();
    }
  });
});

describe("isAmong", () => {
  const isProxy = isAmong(["10.0.0.0/8", "192.0.2.7", "::1", "2001:db8::/32"]);

  it.each(["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.7", "::1", "2001:db8:1::2"])("finds %s", (address) => {
    expect(isProxy(address)).toBe(true);
  });

  it.each(["11.1.2.3", "192.0.2.8", "::2", "2001:db9::1", "", "no address"])("does not find %j", (address) => {
    expect(isProxy(address)).toBe(false);
  });
});
