import { describe, expect, it } from "vitest";
import { connectionLimit, isAmong, type Load, type Peer } from "./connection-limit.ts";

const MAX = 64;
const from = (address: string, standing: Peer["standing"] = "unknown"): Peer => ({ address, standing });

const busy = { load: () => "working" as const, end: () => undefined };

/** How many of `peers` are admitted, in this order. */
function admitted(limit: ReturnType<typeof connectionLimit>, peers: readonly Peer[]): number {
  return peers.filter((peer) => limit.open(peer, busy) !== undefined).length;
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
    expect(limit.open(from("198.51.100.2", "key"), busy)).toBeUndefined();
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
    expect(limit.open(from("::ffff:192.0.2.1"), busy)).toBeUndefined();
  });

  it("takes a connection again for each that has ended", () => {
    const limit = connectionLimit(16);
    for (let i = 0; i < 100; i++) {
      const close = limit.open(from("192.0.2.1"), busy);
      expect(close).toBeDefined();
      expect(limit.open(from("192.0.2.1"), busy)).toBeUndefined();
      close?.();
    }
  });
});

describe("connections of strangers that are idle", () => {
  /** All places of strangers, taken by 12 addresses with the same number of connections each. */
  function given(load: (address: string) => Load = () => "idle") {
    const limit = connectionLimit(MAX);
    const ended: string[] = [];
    const closes = new Map<string, (() => void)[]>();
    const open = (address: string, standing: Peer["standing"] = "unknown") => {
      const holder = { load: () => load(address), end: () => void ended.push(address) };
      const close = limit.open(from(address, standing), holder);
      if (close !== undefined) closes.set(address, [...(closes.get(address) ?? []), close]);
      return close !== undefined;
    };
    const taken = times(MAX * 0.75, (i) => from(`192.0.2.${i % 12}`)).filter(({ address }) => open(address));
    expect(taken).toHaveLength(MAX * 0.75);
    return { limit, ended, closes, open };
  }

  it("give way to an address that has fewer, one for one, until the shares are even", () => {
    const { ended, open } = given();
    for (let i = 0; i < 3; i++) expect(open("198.51.100.1")).toBe(true);
    expect(open("198.51.100.1")).toBe(true);
    expect(open("198.51.100.1")).toBe(false); // four, as the others have at most
    expect(ended).toHaveLength(4);
    expect(new Set(ended).size).toBe(4);
    for (let i = 2; i < 40; i++) expect(open(`198.51.100.${i}`)).toBe(true);
  });

  it("do not give way to an address that has as many, nor are its own ones in the way of others", () => {
    const limit = connectionLimit(MAX);
    const ended: string[] = [];
    const open = (address: string) =>
      limit.open(from(address), { load: () => "idle" as const, end: () => void ended.push(address) });
    for (let i = 0; i < MAX * 0.75; i++) open(`192.0.2.${i % 24}`); // two of each
    expect([open("192.0.2.5"), ended]).toEqual([undefined, []]);
    expect(open("198.51.100.1")).toBeDefined();
    expect(open("198.51.100.1")).toBeDefined();
    expect(open("198.51.100.1")).toBeUndefined();
    expect(ended).toHaveLength(2);
  });

  it("do not give way while a request is worked on, and those of the address with most go first", () => {
    const { ended, open, closes } = given((address) =>
      address === "192.0.2.3" || address === "192.0.2.4" ? "working" : "idle",
    );
    closes.get("192.0.2.7")?.[0]?.();
    expect(open("198.51.100.1")).toBe(true);
    expect(ended).toEqual([]);
    for (let i = 2; i < 32; i++) open(`198.51.100.${i}`);
    expect(ended).not.toContain("192.0.2.3");
    expect(ended.slice(0, 9).every((address) => address.startsWith("192.0.2."))).toBe(true);
    const { open: another, ended: none } = given(() => "working");
    expect([another("198.51.100.1"), none]).toEqual([false, []]);
  });

  it("give way in the order of what is lost: nothing, an idle one, a part of a request, an unread answer", () => {
    const loads: Load[] = ["working", "unread", "begun", "idle", "silent"];
    const limit = connectionLimit(MAX);
    const ended: Load[] = [];
    for (let i = 0; i < MAX * 0.75; i++) {
      const load = loads[i % loads.length] as Load;
      limit.open(from(`192.0.2.${i}`), { load: () => load, end: () => void ended.push(load) });
    }
    const newcomers = times(MAX, (i) => from(`198.51.100.${i}`));
    expect(admitted(limit, newcomers)).toBe(38); // 10 of the 48 are working
    const inOrder = [...ended].sort((one, other) => loads.indexOf(other) - loads.indexOf(one));
    expect([ended, ended.length]).toEqual([inOrder, 38]);
  });

  it("give way before those with a part of a request, also where an address has more of the latter", () => {
    const limit = connectionLimit(MAX);
    const ended: string[] = [];
    const open = (address: string, load: Load) =>
      limit.open(from(address), { load: () => load, end: () => void ended.push(load) });
    for (let i = 0; i < MAX * 0.75 - 2; i++) open(`192.0.2.${i % 12}`, "begun");
    open("203.0.113.1", "idle");
    open("203.0.113.2", "idle");
    for (let i = 0; i < 3; i++) expect(open(`198.51.100.${i}`, "working")).toBeDefined();
    expect(ended).toEqual(["idle", "idle", "begun"]);
  });

  it("give way before one that has just come, which goes with those that have a part of a request, the oldest first", () => {
    const limit = connectionLimit(MAX);
    const ended: string[] = [];
    const open = (address: string, load: Load) =>
      limit.open(from(address), { load: () => load, end: () => void ended.push(`${load} ${address}`) });
    open("203.0.113.1", "begun");
    open("203.0.113.2", "new");
    open("203.0.113.3", "begun");
    open("203.0.113.4", "silent");
    for (let i = 4; i < MAX * 0.75; i++) open(`192.0.2.${i}`, "working");
    for (let i = 0; i < 4; i++) open(`198.51.100.${i}`, "working");
    expect(ended).toEqual(["silent 203.0.113.4", "begun 203.0.113.1", "new 203.0.113.2", "begun 203.0.113.3"]);
  });

  it("count once, whether they give way before or after they close", () => {
    const { limit, closes, open } = given();
    for (let i = 0; i < 10; i++) expect(open(`198.51.100.${i}`)).toBe(true);
    for (const close of [...closes.values()].flat()) for (let twice = 0; twice < 2; twice++) close();
    expect(
      admitted(
        limit,
        times(MAX, (i) => from(`203.0.113.${i}`)),
      ),
    ).toBe(MAX * 0.75);
  });

  it("of addresses with a key and of proxies stay, and they take no place of a stranger", () => {
    const limit = connectionLimit(MAX);
    const ended: string[] = [];
    const idle = (name: string) => ({ load: () => "idle" as const, end: () => void ended.push(name) });
    for (let i = 0; i < MAX / 2; i++) limit.open(from("192.0.2.1", "key"), idle("key"));
    for (let i = 0; i < MAX / 2; i++) limit.open(from("10.0.0.1", "proxy"), idle("proxy"));
    expect(limit.open(from("198.51.100.1"), idle("stranger"))).toBeUndefined();
    expect(limit.open(from("198.51.100.1", "key"), idle("other"))).toBeUndefined();
    expect(ended).toEqual([]);
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
