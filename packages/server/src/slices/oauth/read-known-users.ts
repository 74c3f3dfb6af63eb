import type { Db } from "#platform/database/db.ts";
import { listUsersById } from "#users";
import type { OauthScope } from "./model/scopes.ts";
import type { KnownUser } from "./store/known-users.ts";

/** A user as the project knows it by one of its applications. */
export type UserOfApp = KnownUser & {
  readonly gamertag: string;
  /** Undefined: the user does not let the application see it. */
  readonly email: string | undefined;
};

/** Each of these lets an application see the address. */
const EMAIL_SCOPES: readonly OauthScope[] = ["user", "email"];

/** The same users with their names, and no more of them than they allow. */
export async function withNames(db: Db, known: readonly KnownUser[]): Promise<readonly UserOfApp[]> {
  const users = await listUsersById(
    db,
    known.map(({ userId }) => userId),
  );
  const userById = new Map(users.map((user) => [user.id, user]));
  return known.map((row) => {
    const user = userById.get(row.userId);
    const seesEmail = EMAIL_SCOPES.some((scope) => row.scopes.includes(scope));
    return { ...row, gamertag: user?.gamertag ?? "", email: seesEmail ? user?.email : undefined };
  });
}
