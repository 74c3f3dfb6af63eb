import type { FastifyRequest } from "fastify";

/** `none`: the person has typed the address. */
const OWN: readonly unknown[] = ["same-origin", "none"];

/**
 * What says that the page of another origin, or of another site, has made a request; undefined: nothing. `Origin` and
 * `Sec-Fetch-Site` are written by the browser; old ones send neither (Fetch Metadata, section 2.3).
 */
export function otherPlace({ headers }: Pick<FastifyRequest, "headers">, own: string): "origin" | "site" | undefined {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (origin !== undefined && origin !== own) return "origin";
  return site === undefined || OWN.includes(site) ? undefined : "site";
}
