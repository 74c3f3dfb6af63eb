import type { Columns } from "#protocol/csv.ts";
import type { UserOfApp } from "./read-known-users.ts";

/** A user of a project's application, on the wire. */
export function presentUserOfApp(user: UserOfApp) {
  return {
    id: user.userId,
    gamertag: user.gamertag,
    email: user.email ?? null,
    app: { id: user.appId, clientId: user.clientId, name: user.appName },
    scopes: [...user.scopes],
    since: user.since.toISOString(),
    lastAllowedAt: user.lastAllowedAt.toISOString(),
  };
}

/** Of a user, as a line of a file. */
export const USER_COLUMNS: Columns<ReturnType<typeof presentUserOfApp>> = {
  id: (user) => user.id,
  gamertag: (user) => user.gamertag,
  email: (user) => user.email,
  app: (user) => user.app.name,
  appId: (user) => user.app.id,
  scopes: (user) => user.scopes.join(" "),
  since: (user) => user.since,
  lastAllowedAt: (user) => user.lastAllowedAt,
};
