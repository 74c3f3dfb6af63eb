import { z } from "zod";
import { envelope, type RoutesPlugin, success } from "#platform/http/index.ts";

export type IpDeps = {
  /** From which the service calls others. */
  readonly publicIps: readonly string[];
  /** Whether the operator does not serve this address. */
  readonly isDenied: (ip: string) => boolean;
};

const ownIpsSchema = z
  .object({
    ips: z.array(z.string()).meta({ description: "Empty when the operator has named none." }),
  })
  .meta({ id: "OwnIps", examples: [{ ips: ["203.0.113.7", "2001:db8::7"] }] });

const regionSchema = z
  .object({
    ipAddress: z.string(),
    isSupported: z.boolean(),
    ipCountry: z.string().meta({ description: "Always empty: the service has no map of addresses." }),
    ipRegion: z.string().meta({ description: "Always empty, as `ipCountry`." }),
  })
  .meta({
    id: "Region",
    examples: [{ ipAddress: "203.0.113.7", isSupported: true, ipCountry: "", ipRegion: "" }],
  });

const LISTED = "Addresses listed.";
const SUPPORTED = "The region is supported.";
const NOT_SUPPORTED = "The region is not supported.";

const listRoute = {
  operationId: "listOwnIps",
  summary: "List the addresses of the service",
  description:
    "From which it calls webhooks and callbacks, for a firewall that lets them in. An address is no proof of a sender: verify the signature.",
  tags: ["Service"],
  response: { 200: envelope(ownIpsSchema, LISTED) },
} as const;

const regionRoute = {
  operationId: "getRegion",
  summary: "Ask whether an address is served",
  description: "By the operator's list of networks that are not; without one every address is served.",
  tags: ["Service"],
  params: z.object({
    ip: z.union([z.ipv4(), z.ipv6()]).meta({ examples: ["203.0.113.7"], description: "IPv4 or IPv6." }),
  }),
  response: { 200: envelope(regionSchema, SUPPORTED) },
} as const;

/** `GET /v0/prod-ips` and `GET /v0/is-supported-region/{ip}` (docs/contract.md, "Service"). */
export function ipRoutes({ publicIps, isDenied }: IpDeps): RoutesPlugin {
  return (api) => {
    api.get("/v0/prod-ips", { schema: listRoute }, async () => success({ ips: [...publicIps] }, LISTED));

    api.get("/v0/is-supported-region/:ip", { schema: regionRoute }, async ({ params: { ip } }) => {
      const isSupported = !isDenied(ip);
      const data = { ipAddress: ip.toLowerCase(), isSupported, ipCountry: "", ipRegion: "" };
      return success(data, isSupported ? SUPPORTED : NOT_SUPPORTED);
    });
  };
}
