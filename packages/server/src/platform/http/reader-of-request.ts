import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedTags, chooseLanguage, isLanguage, type Language } from "#texts/language.ts";
import { type Reader, readerOf } from "#texts/reader.ts";

/** The language that was chosen in a browser. It is no secret, and says nothing of a login. */
const LANGUAGE_COOKIE = "leyden-language";
/** Its value in a header `Cookie`. It needs no plugin, so it is read on every page. */
const CHOSEN = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE}=([^;]*)`);

/** Reads in the language that was chosen in this browser, else in the one it wants most of those that there are. */
export function readerOfRequest(request: Pick<FastifyRequest, "headers">): Reader {
  return readerOf(languageOfRequest(request));
}

export function languageOfRequest({ headers }: Pick<FastifyRequest, "headers">): Language {
  const chosen = CHOSEN.exec(headers.cookie ?? "")?.[1];
  return isLanguage(chosen) ? chosen : (chooseLanguage(acceptedTags(headers["accept-language"])) ?? "en");
}

/** A year; browsers keep a cookie for 400 days at most (RFC 6265bis, section 5.5). */
const KEPT_SECONDS = 365 * 86_400;

/** For a route of `browserPages`. */
export function rememberLanguage(
  { baseUrl }: { readonly baseUrl: string },
  reply: FastifyReply,
  language: Language,
): void {
  const secure = new URL(baseUrl).protocol === "https:";
  reply.setCookie(LANGUAGE_COOKIE, language, {
    path: "/",
    sameSite: "lax",
    httpOnly: true,
    secure,
    maxAge: KEPT_SECONDS,
  });
}
