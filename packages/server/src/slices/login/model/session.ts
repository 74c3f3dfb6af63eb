import type { Brand } from "#kernel/brand.ts";
import type { UserId } from "#kernel/ids.ts";

export type SessionId = Brand<string, "SessionId">;

/** A browser that is logged in. */
export type Session = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly authenticatedAt: Date;
  /** What was proved at the login: "email", "passkey" and so on. */
  readonly methods: readonly string[];
  /** To the minute. */
  readonly seenAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string;
  readonly network: string;
};

/** What is recorded of a browser, for the person who looks at the own sessions. */
export type Visitor = {
  /** At most `USER_AGENT_CHARACTERS_MAX` characters. */
  readonly userAgent: string;
  /** As rate limits count it. */
  readonly network: string;
};

export type SessionEnd = "logged_out" | "revoked" | "replaced" | "closed" | "expired";

/** A session lasts so long, whatever it does. */
export const SESSION_MS = 30 * 86_400_000;
/** What is dangerous asks for a login that is not older. */
export const FRESH_MS = 10 * 60_000;
/** How exactly it is known when a session was used last. */
export const SEEN_MS = 60_000;
export const USER_AGENT_CHARACTERS_MAX = 300;

export function isFresh({ authenticatedAt }: Pick<Session, "authenticatedAt">, now: Date): boolean {
  return authenticatedAt.getTime() >= freshSince(now).getTime();
}

/** The last moment in which a login is fresh. */
export function freshUntil({ authenticatedAt }: Pick<Session, "authenticatedAt">): Date {
  return new Date(authenticatedAt.getTime() + FRESH_MS);
}

/** The first moment of a login that is fresh now. */
export function freshSince(now: Date): Date {
  return new Date(now.getTime() - FRESH_MS);
}
