import type { CallOptions, Http } from "./http.ts";

export type Users = {
  /**
   * The id of the user with this gamertag, upper and lower case alike. It never changes: keep it, not the gamertag.
   *
   * @throws {LeydenError} `user_not_found` also for a gamertag that its user has given up.
   */
  idOf(gamertag: string, options?: CallOptions): Promise<string>;
  /** The present gamertag of the user with this id. @throws {LeydenError} `user_not_found` */
  gamertagOf(id: string, options?: CallOptions): Promise<string>;
};

export function usersOf(http: Http): Users {
  return {
    idOf: async (gamertag, { signal } = {}) =>
      (await http.get("/v0/user-id/gamertag/{gamertag}", { signal, params: { gamertag } })).id,
    gamertagOf: async (id, { signal } = {}) =>
      (await http.get("/v0/gamertag/user-id/{id}", { signal, params: { id } })).gamertag,
  };
}
