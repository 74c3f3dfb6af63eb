import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { termsOf } from "#kernel/branding.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { sendPage } from "#platform/http/page.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import { acceptTerms, findTermsDue } from "#users";
import {
  ACCOUNT,
  LOGIN_TARGET_CHARACTERS_MAX,
  type LoginTarget,
  leadsOnward,
  loginPath,
  loginTarget,
  TERMS,
} from "./model/login-target.ts";
import { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
import { termsStep } from "./templates/terms-page.ts";
import { options } from "./wire.ts";

export type TermsRoutesDeps = BrowserDeps & { readonly db: Db; readonly clock: Clock };

const querystring = z.looseObject({ next: z.string().max(LOGIN_TARGET_CHARACTERS_MAX).optional() });
const body = z.object({
  next: z.string().max(LOGIN_TARGET_CHARACTERS_MAX).optional(),
  terms: z.string().max(100).optional(),
});

/**
 * `/terms?next=<path>`: what a user who has logged in accepts before the login goes on to an application. The form says
 * which version was shown, and no other one is accepted with it.
 */
export function termsRoutes(deps: TermsRoutesDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    pages.get(TERMS, { ...options, schema: { querystring, hide: true } }, async (request, reply) => {
      const next = loginTarget(request.query.next ?? "") ?? ACCOUNT;
      return await show(deps, { request, reply, next }, await findLoggedIn(deps, request.browser.secret));
    });
    pages.post(TERMS, { ...options, schema: { body, hide: true } }, async (request, reply) => {
      const next = loginTarget(request.body.next ?? "") ?? ACCOUNT;
      const known = await findLoggedIn(deps, request.browser.secret);
      const { version } = termsOf(request.server.shell.branding) ?? {};
      if (known !== undefined && version !== undefined && version === request.body.terms)
        await acceptTerms(deps, known.user.id, version);
      return await show(deps, { request, reply, next }, known);
    });
  });
}

type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly next: LoginTarget };

/** Who is not logged in logs in; who has nothing to accept goes on. */
async function show(
  deps: TermsRoutesDeps,
  { request, reply, next }: Visit,
  known: LoggedIn | undefined,
): Promise<FastifyReply> {
  if (known === undefined) return reply.redirect(loginPath(next), 303);
  const { branding } = request.server.shell;
  const due = await findTermsDue(deps, termsOf(branding), known.user.id);
  if (due === undefined) return reply.redirect(next, 303);
  const step = termsStep({
    reader: readerOfRequest(request),
    csrf: request.browser.csrf,
    next,
    due,
    name: branding.name,
  });
  return sendPage(reply, { ...step, leadsOnward: leadsOnward(next) });
}
