import ipaddr from "ipaddr.js";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";

/** Where a key stands in its current window. */
export type Standing = { readonly max: number; readonly remaining: number; readonly resetSeconds: number };

export type RateLimiter = {
  /** Counts one request. `undefined` when the window's share was used up before. */
  take(key: string): Standing | undefined;
  /** Seconds until the key may ask again; `undefined` when it may now. Counts nothing. */
  blockedSeconds(key: string): number | undefined;
};

const WINDOW_MS = 60_000;
/** Keys remembered together. A flood of new ones pushes out the oldest. */
const KEYS_MAX = 20_000;

type Window = { used: number; readonly endsAtMs: number };

/** Lets each key make `max` requests a minute. The minute begins with the key's first request. */
export function rateLimiter(clock: Pick<Clock, "monotonicMs">, max: number): RateLimiter {
  /** In the order of their ends. */
  const windows = new Map<string, Window>();

  function currentWindow(key: string, nowMs: number): Window {
    const known = windows.get(key);
    if (known !== undefined && nowMs < known.endsAtMs) return known;
    windows.delete(key);
    makeRoom(nowMs);
    const window = { used: 0, endsAtMs: nowMs + WINDOW_MS };
    windows.set(key, window);
    return window;
  }

  function makeRoom(nowMs: number): void {
    for (const [key, window] of windows) {
      if (nowMs < window.endsAtMs && windows.size < KEYS_MAX) return;
      windows.delete(key);
    }
  }

  return {
    take: (key) => {
      const nowMs = clock.monotonicMs();
      const window = currentWindow(key, nowMs);
      if (window.used >= max) return undefined;
      window.used++;
      return { max, remaining: max - window.used, resetSeconds: secondsUntil(window, nowMs) };
    },
    blockedSeconds: (key) => {
      const nowMs = clock.monotonicMs();
      const window = windows.get(key);
      const isBlocked = window !== undefined && nowMs < window.endsAtMs && window.used >= max;
      return isBlocked ? secondsUntil(window, nowMs) : undefined;
    },
  };
}

function secondsUntil({ endsAtMs }: Window, nowMs: number): number {
  return Math.ceil((endsAtMs - nowMs) / 1000);
}

/**
 * Counts one request. `of`: what there is too much of, for the message.
 * @throws {AppError} `rate_limited` when the window's share was used up before.
 */
export function takeShare(limiter: RateLimiter, key: string, of = "requests"): Standing {
  const standing = limiter.take(key);
  if (standing === undefined) throw tooMany(limiter.blockedSeconds(key), of);
  return standing;
}

export function tooMany(retryAfterSeconds = 1, of = "requests"): AppError {
  return new AppError("rate_limited", `too many ${of}, try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
}

/**
 * What counts as one caller: an IPv4 address, or the /64 that a provider gives to one customer of IPv6, such as
 * `2001:db8:0:1`. What a trusted proxy passed on and is no address stands for itself. Not the /48 that limits of money
 * and logins take: with mobile carriers thousands of phones have a /64 each of the same /48, and these limits are of a
 * minute, or of connections of which idle ones give way.
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // an IPv4 address inside IPv6 comes back as IPv4
  if (parsed.kind() === "ipv4") return parsed.toString();
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return parts.map((part) => part.toString(16)).join(":");
}
