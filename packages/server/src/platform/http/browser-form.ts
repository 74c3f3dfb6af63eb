/** The scope of pages with forms: one cookie, forms instead of JSON, and no form from elsewhere. */
import { timingSafeEqual } from "node:crypto";
import { fastifyCookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Random } from "#kernel/clock.ts";
import { AppError, type Message } from "#kernel/errors.ts";
import { english, message } from "#texts/reader.ts";
import { browserCookie, browserSecret, formTokenOf, newBrowserSecret } from "./browser-cookie.ts";
import { answerFailurePage } from "./failure-page.ts";
import { FORM_BYTES_MAX, FORM_TYPE, parseForm } from "./form.ts";
import type { Api, RoutesPlugin } from "./index.ts";
import { otherPlace } from "./own-site.ts";

export type BrowserDeps = {
  readonly random: Pick<Random, "bytes">;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
};

/** The browser that asks. */
export type Browser = {
  /** Of its cookie: it names the login. */
  readonly secret: string;
  /** For the hidden field `csrf` of each form. */
  readonly csrf: string;
};

declare module "fastify" {
  interface FastifyRequest {
    /** In the scope of `browserPages` alone. */
    browser: Browser;
  }
}

/**
 * Routes for browsers. A browser without a cookie gets one with its first page. A POST has a form, which comes from a
 * page of ours: it has the token that belongs to the cookie, and no header says that it comes from elsewhere. What is
 * refused is a page.
 */
export function browserPages(deps: BrowserDeps, routes: (pages: Api) => void): RoutesPlugin {
  const cookie = browserCookie(deps.baseUrl);
  const { origin } = new URL(deps.baseUrl);
  return (api) => {
    void api.register(async (pages: Api) => {
      pages.setErrorHandler(answerFailurePage);
      await pages.register(fastifyCookie);
      readForms(pages);
      pages.decorateRequest("browser", null as unknown as Browser);
      pages.addHook("onRequest", async (request, reply) => {
        const known = browserSecret(request.cookies[cookie.name]);
        const secret = known ?? newBrowserSecret(deps.random);
        request.browser = { secret, csrf: formTokenOf(secret) };
        if (isRead(request)) {
          if (known === undefined) reply.setCookie(cookie.name, secret, cookie.options);
          return;
        }
        requireOwnSite(request, origin);
        if (known === undefined) throw refused(message("page_form_cookie", { origin }));
      });
      pages.addHook("preValidation", async (request) => {
        if (!isRead(request)) takeToken(request);
      });
      routes(pages);
    });
  };
}

/** Gives the browser another secret, or none. Without `seconds` it keeps the secret until it is closed. */
export function setBrowser(
  { baseUrl }: Pick<BrowserDeps, "baseUrl">,
  reply: FastifyReply,
  given: { readonly secret: string; readonly seconds?: number } | undefined,
): void {
  const { name, options } = browserCookie(baseUrl);
  if (given === undefined) reply.clearCookie(name, options);
  else
    reply.setCookie(name, given.secret, {
      ...options,
      ...(given.seconds === undefined ? {} : { maxAge: given.seconds }),
    });
}

/** A form is the only type of body here. */
function readForms(pages: Api): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(FORM_TYPE, { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX }, (request, bytes, done) => {
    try {
      if (request.headers["content-encoding"] !== undefined)
        throw new AppError("unsupported_media_type", "The form must not be compressed.");
      done(null, parseForm(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function refused(said: Message): AppError {
  return new AppError("form_refused", english(said), { forPeople: said });
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function requireOwnSite(request: FastifyRequest, own: string): void {
  const place = otherPlace(request, own);
  if (place === "origin") throw refused(message("page_form_here", { origin: own }));
  if (place === "site") throw refused(message("page_form_site"));
}

/** Checks the token and takes it out of the body, so that routes get their own fields. */
function takeToken(request: FastifyRequest): void {
  const fields = request.body as Readonly<Record<string, string>> | undefined;
  const { csrf = "", ...rest } = fields ?? {};
  const [sent, own] = [Buffer.from(csrf), Buffer.from(request.browser.csrf)];
  if (sent.length !== own.length || !timingSafeEqual(sent, own)) throw refused(message("page_form_old"));
  request.body = rest;
}
