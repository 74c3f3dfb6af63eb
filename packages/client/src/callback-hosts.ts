import type { InputOf } from "./amounts.ts";
import type { BodyOf, CallOptions, Http, Page, PageOptions, WriteOptions } from "./http.ts";
import { itemsOf } from "./lists.ts";
import type { CallbackHost } from "./objects.ts";

export type ClaimCallbackHost = InputOf<BodyOf<"/v0/callback-hosts">>;

export type CallbackHosts = {
  /**
   * The first step to keep other projects from sending to your host: put `token` at `challengeUrl`, then `verify`.
   * @throws {LeydenError}
   */
  claim(input: ClaimCallbackHost, options?: WriteOptions): Promise<CallbackHost>;
  /**
   * Has the service read the challenge file. From then on the host is refused to other projects.
   *
   * @throws {LeydenError} `callback_host_not_verified` when the file is not there or holds something else.
   */
  verify(host: string, options?: CallOptions): Promise<CallbackHost>;
  /** All hosts, newest first, also those that are not verified. */
  list(options?: CallOptions): AsyncGenerator<CallbackHost, void, undefined>;
  page(options?: PageOptions): Promise<Page<CallbackHost>>;
  /**
   * Gives the host up: other projects may name it again. Resolves with the claim as it was.
   *
   * @throws {LeydenError} `callback_host_not_found` also when another call gave it up before.
   */
  remove(host: string, options?: WriteOptions): Promise<CallbackHost>;
};

export function callbackHostsOf(http: Http): CallbackHosts {
  const page: CallbackHosts["page"] = async ({ signal, ...query } = {}) =>
    await http.page("/v0/callback-hosts", { signal, query });
  return {
    claim: async (input, options = {}) =>
      await http.write("post", "/v0/callback-hosts", { ...options, body: input, movesMoney: false }),
    verify: async (host, { signal } = {}) =>
      await http.write("post", "/v0/callback-hosts/{host}/verify", { signal, params: { host }, movesMoney: false }),
    list: (options) => itemsOf((at) => page({ ...options, ...at })),
    page,
    remove: async (host, options = {}) =>
      await http.write("delete", "/v0/callback-hosts/{host}", { ...options, params: { host }, movesMoney: false }),
  };
}
