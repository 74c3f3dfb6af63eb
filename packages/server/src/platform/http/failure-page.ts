import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#kernel/errors.ts";
import { type Html, html } from "../html.ts";
import { beginFailure } from "./failures.ts";
import type { Api, RoutesPlugin } from "./index.ts";
import { sendPage } from "./page.ts";

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
  return new AppError("not_found", "There is no such page.");
}

/** Answers what went wrong as a page. */
export function answerFailurePage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = beginFailure(error, request, reply);
  const title = titleOf(failure);
  const content = html`<h1>${title}</h1>
<p>${failure.code === "internal_error" ? OUR_FAULT : failure.message}</p>
${adviceOf(failure, request)}`;
  return sendPage(reply, { title, content }, failure.status);
}

const OUR_FAULT =
  "This is a mistake of the service, not yours. Try again; if it happens again, write to who runs this service.";

function titleOf({ status }: AppError): string {
  if (status === 429) return "Too many requests";
  if (status === 404) return "Not found";
  return status >= 500 ? "Something went wrong" : "This did not work";
}

function adviceOf({ status, code }: AppError, { id }: FastifyRequest): Html | undefined {
  if (status === 429 || status === 503) return html`<p>Open the link again in a minute.</p>`;
  if (code === "internal_error") return html`<p class="soft small">Number of this request: ${id}</p>`;
  return undefined;
}
