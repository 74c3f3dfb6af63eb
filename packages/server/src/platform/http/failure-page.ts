import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, type Message } from "#kernel/errors.ts";
import { english, message, type Reader } from "#texts/reader.ts";
import { type Html, html } from "../html.ts";
import { beginFailure } from "./failures.ts";
import type { Api, RoutesPlugin } from "./index.ts";
import { sendPage } from "./page.ts";
import { readerOfRequest } from "./reader-of-request.ts";

/** Pages for people: what is refused before the page is reached is a page as well. */
export function pagesForm(routes: (api: Api) => void): RoutesPlugin {
  return (api) => {
    void api.register(async (pages: Api) => {
      pages.setErrorHandler(answerFailurePage);
      routes(pages);
    });
  };
}

/** What is below `prefix` and is no page: a page says so to a browser; a program gets the failure as it gets others. */
export function missingPages(prefix: string, failure: () => AppError): RoutesPlugin {
  return (api) => {
    void api.register(
      async (pages: Api) => {
        pages.setNotFoundHandler((request, reply) => {
          if (request.headers.accept?.includes("text/html")) return answerFailurePage(failure(), request, reply);
          throw failure();
        });
      },
      { prefix },
    );
  };
}

export function noPage(): AppError {
  const said = message("page_missing");
  return new AppError("not_found", english(said), { forPeople: said });
}

/** A page that does something of what was wanted. */
export type OtherPage = { readonly href: string; readonly name: Message; readonly about: Message };

/** Answers what went wrong as a page. `other`: what it leads to. */
export function answerFailurePage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  other?: OtherPage,
): FastifyReply {
  const failure = beginFailure(error, request, reply);
  const reader = readerOfRequest(request);
  const title = reader.text(titleOf(failure));
  const content = html`<h1>${title}</h1>
<p>${reader.failure(failure)}</p>
${adviceOf(failure, { reader, id: request.id })}
${other && html`<p><a href="${other.href}">${reader.write(other.name)}</a><br><span class="soft small">${reader.write(other.about)}</span></p>`}`;
  return sendPage(reply, { title, content }, failure.status);
}

function titleOf({ status }: AppError) {
  if (status === 429) return "page_many_title";
  if (status === 404) return "page_missing_title";
  return status >= 500 ? "page_wrong" : "page_failed";
}

type Around = { readonly reader: Reader; readonly id: string };

function adviceOf({ status, code }: AppError, { reader, id }: Around): Html | undefined {
  if (status === 429 || status === 503) return html`<p>${reader.text("page_again")}</p>`;
  if (code === "internal_error") return html`<p class="soft small">${reader.text("page_number", { id })}</p>`;
  return undefined;
}
