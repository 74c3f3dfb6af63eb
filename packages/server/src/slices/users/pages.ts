import { z } from "zod";
import type { UserId } from "#kernel/ids.ts";
import { idOf, type RoutesPlugin } from "#platform/http/index.ts";
import { avatarOf } from "./model/avatar.ts";
import { UserNotFound } from "./model/user.ts";

const HEADERS = {
  "content-type": "image/svg+xml",
  // The picture of an id never changes.
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
};

const config = { access: "public", takesAnyQuery: true } as const;
const params = z.object({ file: z.string().max(64) });

/**
 * `/avatars/<id>.svg`: the picture of a user who has none. Every id has one, also one that no user has: the answer does
 * not show who has an account.
 */
export const avatarPages: RoutesPlugin = (api) => {
  api.get("/avatars/:file", { config, schema: { params, hide: true } }, async ({ params: { file } }, reply) => {
    const text = /^([^.]+)\.svg$/.exec(file)?.[1] ?? "";
    const id = idOf<UserId>(text, () => new UserNotFound("id"));
    return reply.headers(HEADERS).send(avatarOf(id));
  });
};
