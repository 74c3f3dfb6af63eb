import type { Brand } from "#kernel/brand.ts";

/** A browser that was logged in, for one user. */
export type KnownBrowserId = Brand<string, "KnownBrowserId">;

/** Known for so long after its last login. Ours. */
export const KNOWN_MS = 180 * 86_400_000;
/** Browsers of one user; those that logged in last stay. Ours. */
export const KNOWN_MAX = 20;
