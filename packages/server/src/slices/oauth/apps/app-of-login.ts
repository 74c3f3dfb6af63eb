import type { Db } from "#platform/database/db.ts";
import type { App } from "../model/app.ts";
import { sha256 } from "../model/sha256.ts";
import { findAppOfLogin } from "../store/artifacts.ts";

/** The application that waits at this path of ours; undefined when none does. */
export async function appOfLogin(db: Db, path: string): Promise<Pick<App, "name" | "logoUrl"> | undefined> {
  const uid = /^\/login\/([A-Za-z0-9_-]{43})$/.exec(path)?.[1];
  return uid === undefined ? undefined : await findAppOfLogin(db, sha256(uid));
}
