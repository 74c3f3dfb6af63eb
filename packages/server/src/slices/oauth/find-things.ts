import type { ProjectId, UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Clue, Finder, FoundThing } from "#things";
import { findUserByEmail, findUserByGamertag } from "#users";
import type { App } from "./model/app.ts";
import { type UserOfApp, withNames } from "./read-known-users.ts";
import { findApp } from "./store/apps.ts";
import { findKnownUser } from "./store/known-users.ts";

/** Applications of the caller's project and users that it knows by them; a person has none. */
export function userFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id", "address", "name"],
    async find({ actor }, clue) {
      if (actor.kind !== "project") return [];
      const [app, users] = await Promise.all([appBy(db, actor.projectId, clue), usersBy(db, actor.projectId, clue)]);
      return [...(app === undefined ? [] : [foundApp(app)]), ...users.slice(0, 1).map(foundUser)];
    },
  };
}

async function appBy(db: Db, project: ProjectId, clue: Clue): Promise<App | undefined> {
  const app = clue.kind === "id" ? await findApp(db, clue.id) : undefined;
  return app?.projectId === project ? app : undefined;
}

/** A user that the project does not know is as one that does not exist; so is an address that it may not see. */
async function usersBy(db: Db, project: ProjectId, clue: Clue): Promise<readonly UserOfApp[]> {
  switch (clue.kind) {
    case "id":
      return await known(db, project, clue.id as UserId);
    case "name": {
      const user = await findUserByGamertag(db, clue.gamertag);
      return user === undefined ? [] : await known(db, project, user.id);
    }
    case "address": {
      const user = await findUserByEmail(db, clue.address);
      const rows = user === undefined ? [] : await known(db, project, user.id);
      return rows.filter(({ email }) => email === clue.address);
    }
    default:
      return [];
  }
}

async function known(db: Db, project: ProjectId, id: UserId): Promise<readonly UserOfApp[]> {
  return await withNames(db, await findKnownUser(db, project, id));
}

function foundUser({ userId, gamertag, since }: UserOfApp): FoundThing {
  return { kind: "user", id: userId, status: undefined, amount: undefined, name: gamertag, createdAt: since };
}

function foundApp({ id, name, createdAt, revokedAt }: App): FoundThing {
  const status = revokedAt === undefined ? "active" : "revoked";
  return { kind: "app", id, status, amount: undefined, name, createdAt };
}
