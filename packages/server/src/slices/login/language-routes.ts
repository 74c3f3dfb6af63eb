import { z } from "zod";
import { browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { rememberLanguage } from "#platform/http/reader-of-request.ts";
import { LANGUAGES } from "#texts/language.ts";
import { setLanguage } from "#users";
import { findLoggedIn } from "./session/find-logged-in.ts";
import { type AccountPageDeps, options } from "./wire.ts";

const body = z.object({
  language: z.enum(LANGUAGES),
  /** Path of the page that is shown in it. */
  back: z.string().max(2_000).optional(),
});

/** `POST /language`: the language of pages in this browser, and of whoever is logged in with it. */
export function languageRoutes(deps: AccountPageDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    pages.post("/language", { ...options, schema: { body, hide: true } }, async (request, reply) => {
      const { language, back = "/account" } = request.body;
      const known = await findLoggedIn(deps, request.browser.secret);
      if (known !== undefined) await setLanguage(deps, known.user.id, language);
      rememberLanguage(deps, reply, language);
      return reply.redirect(pathHere(deps.baseUrl, back), 303);
    });
  });
}

/** A page of this service, and no address that leads elsewhere, such as "//example.com" or "/\\example.com". */
function pathHere(baseUrl: string, back: string): string {
  const { origin } = new URL(baseUrl);
  if (!URL.canParse(back, origin)) return "/account";
  const url = new URL(back, origin);
  return url.origin === origin ? `${url.pathname}${url.search}` : "/account";
}
