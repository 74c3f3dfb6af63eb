import type { CallOptions, Http } from "./http.ts";
import type { BtcUsd, OwnIps, Region } from "./objects.ts";

/** What the service says about itself and the world; the same for every project. */
export type ServiceFacts = {
  /**
   * What a bitcoin costs in US dollars, for showing amounts. `source` is `fixed` where the price is made up.
   *
   * @throws {LeydenError} `price_unavailable` when none of the last ten minutes is known.
   */
  btcUsd(options?: CallOptions): Promise<BtcUsd>;
  /** The addresses from which the service calls webhooks and callbacks. */
  ips(options?: CallOptions): Promise<OwnIps>;
  /** Whether the operator serves this IPv4 or IPv6 address. @throws {LeydenError} `invalid_input` when it is none. */
  region(ip: string, options?: CallOptions): Promise<Region>;
};

export function serviceFactsOf(http: Http): ServiceFacts {
  return {
    btcUsd: async ({ signal } = {}) => await http.get("/v0/btcusd", { signal }),
    ips: async ({ signal } = {}) => await http.get("/v0/prod-ips", { signal }),
    region: async (ip, { signal } = {}) => await http.get("/v0/is-supported-region/{ip}", { signal, params: { ip } }),
  };
}
