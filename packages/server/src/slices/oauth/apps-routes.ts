import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { type NavItem, sendPage } from "#platform/http/page.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { message } from "#texts/reader.ts";
import { disconnectApp } from "./apps/disconnect-app.ts";
import type { ClientId } from "./model/app.ts";
import { listConnectedApps } from "./store/consents.ts";
import { appsContent } from "./templates/apps-page.ts";

export type AppsPageDeps = BrowserDeps & {
  readonly db: Db;
  /** Who is logged in with the browser whose cookie holds `secret`. */
  readonly findUser: (secret: string) => Promise<{ readonly id: UserId; readonly gamertag: string } | undefined>;
  readonly loginPath: (next: string, since: Date | undefined) => string;
  readonly accountNav: readonly NavItem[];
  /** Writes down what the user should know. */
  readonly record: (userId: UserId, kind: string, request: FastifyRequest) => Promise<void>;
};

export const APPS_PAGE = { href: "/account/apps", said: message("account_apps") } as const satisfies NavItem;

const body = z.object({ app: z.string().length(36), decision: z.literal("disconnect") });

/** `/account/apps`: what the user allowed, and takes back. */
export function appsPage(deps: AppsPageDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    const options = { config: { access: "public" } } as const;
    const { href } = APPS_PAGE;
    pages.get(href, { ...options, schema: { hide: true } }, (request, reply) => show(deps, { request, reply }));
    pages.post(href, { ...options, schema: { body, hide: true } }, async (request, reply) => {
      const user = await deps.findUser(request.browser.secret);
      if (user === undefined) return reply.redirect(deps.loginPath(href, undefined), 303);
      const ended = await disconnectApp(deps, { userId: user.id, clientId: request.body.app as ClientId });
      if (ended > 0) await deps.record(user.id, "app_disconnected", request);
      const notice = ended > 0 ? "apps_ended" : "apps_unknown";
      return await show(deps, { request, reply, notice });
    });
  });
}

type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly notice?: "apps_ended" | "apps_unknown";
};

async function show(deps: AppsPageDeps, { request, reply, notice }: Visit): Promise<FastifyReply> {
  const { secret, csrf } = request.browser;
  const user = await deps.findUser(secret);
  if (user === undefined) return reply.redirect(deps.loginPath(APPS_PAGE.href, undefined), 303);
  const reader = readerOfRequest(request);
  const apps = await listConnectedApps(deps.db, user.id);
  return sendPage(reply, {
    title: reader.write(APPS_PAGE.said),
    content: appsContent({ reader, apps, csrf, notice: notice && reader.text(notice) }),
    nav: { items: deps.accountNav, current: APPS_PAGE.href },
    account: { name: user.gamertag, csrf },
  });
}
