import { type InputOf, wireBody } from "./amounts.ts";
import type { BodyOf, CallOptions, Http } from "./http.ts";
import type { AskedAddress, FetchedCharge } from "./objects.ts";

export type FetchCharge = InputOf<BodyOf<"/v0/ln-address/fetch-charge">>;

export type LightningAddresses = {
  /**
   * Whether an address can be paid, and what it takes. @throws {LeydenError} `address_unreachable` says nothing about
   * the address.
   */
  validate(address: string, options?: CallOptions): Promise<AskedAddress>;
  /**
   * An invoice of the address, for somebody else to pay; `payments.toLightningAddress` pays it. @throws {LeydenError}
   */
  fetchCharge(input: FetchCharge, options?: CallOptions): Promise<FetchedCharge>;
};

export function lightningAddressOf(http: Http): LightningAddresses {
  return {
    validate: async (address, { signal } = {}) =>
      await http.get("/v0/ln-address/validate/{address}", { signal, params: { address } }),
    fetchCharge: async (input, options = {}) =>
      await http.write("post", "/v0/ln-address/fetch-charge", { ...options, body: wireBody(input), movesMoney: false }),
  };
}
