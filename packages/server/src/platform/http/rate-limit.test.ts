import { describe, expect, it } from "vitest";
import { networkOf, rateLimiter } from "./rate-limit.ts";

describe("rateLimiter", () => {
  const clockAt = (start: number) => {
    let ms = start;
    return { monotonicMs: () => ms, pass: (by: number) => (ms += by) };
  };

  it("lets a key make its share, then none until the minute ends", () => {
    const clock = clockAt(5_000);
    const limiter = rateLimiter(clock, 2);
    expect(limiter.take("a")).toEqual({ max: 2, remaining: 1, resetSeconds: 60 });
    clock.pass(30_500);
    expect(limiter.take("a")).toEqual({ max: 2, remaining: 0, resetSeconds: 30 });
    expect(limiter.take("a")).toBeUndefined();
    expect(limiter.blockedSeconds("a")).toBe(30);
    expect(limiter.take("b")).toBeDefined();
    clock.pass(29_500);
    expect(limiter.blockedSeconds("a")).toBeUndefined();
    expect(limiter.take("a")).toEqual({ max: 2, remaining: 1, resetSeconds: 60 });
  });

  it("counts nothing when it is only asked", () => {
    const limiter = rateLimiter(clockAt(0), 1);
    for (let i = 0; i < 5; i++) expect(limiter.blockedSeconds("a")).toBeUndefined();
    expect(limiter.take("a")).toBeDefined();
    expect(limiter.blockedSeconds("a")).toBe(60);
  });

  it("remembers a key while others pour in, and forgets the oldest when the table is full", () => {
    const limiter = rateLimiter(clockAt(0), 1);
    limiter.take("known");
    for (let i = 0; i < 10_000; i++) limiter.take(`other-${i}`);
    expect(limiter.take("known")).toBeUndefined();
    for (let i = 0; i < 30_000; i++) limiter.take(`flood-${i}`);
    expect(limiter.take("known")).toBeDefined();
  });
});

describe("networkOf", () => {
  it("takes IPv4 as it is, and the /64 of IPv6", () => {
    expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("2001:db8:1:2::7")).toBe(networkOf("2001:db8:1:2:ffff::1"));
    expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0");
    expect(networkOf("2001:db8:1:a0b::7")).toBe("2001:db8:1:a0b");
    expect(networkOf("no:address")).toBe("no:address");
    expect(networkOf("2001:db8:1:2::7")).not.toBe(networkOf("2001:db8:1:3::7"));
  });
});
