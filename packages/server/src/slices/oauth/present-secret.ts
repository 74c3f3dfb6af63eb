import type { ClientSecret } from "./model/client-secret.ts";

/** A client secret in wire form, without what proves it. */
export function presentSecret({ id, lastFour, createdAt, usedAt }: ClientSecret) {
  return {
    id,
    lastFour: lastFour ?? null,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}
