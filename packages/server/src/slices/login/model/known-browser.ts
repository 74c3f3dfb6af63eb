import type { Brand } from "#kernel/brand.ts";
import type { Visitor } from "./session.ts";

/** A browser that was logged in, for one user. */
export type KnownBrowserId = Brand<string, "KnownBrowserId">;

/** One that is logged out, as its user sees it. */
export type KnownBrowser = Visitor & {
  readonly id: KnownBrowserId;
  readonly loggedInAt: Date;
};

/** Known for so long after its last login. Ours. */
export const KNOWN_MS = 180 * 86_400_000;
/** Browsers of one user; those that logged in last stay. Ours. */
export const KNOWN_MAX = 20;
