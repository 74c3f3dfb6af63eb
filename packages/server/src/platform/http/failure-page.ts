import { html, htmlPage } from "../html.ts";
import { retryAfterSeconds, toAppError } from "./failures.ts";
import type { Api, RoutesPlugin } from "./index.ts";
import { LOOK, ownPageHeaders } from "./look.ts";

const STYLE = `${LOOK}
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1.25rem }`;
const HEADERS = ownPageHeaders({ style: STYLE });

/** Pages for people: what is refused before the page is reached is a page as well. */
export function pagesForm(routes: (api: Api) => void): RoutesPlugin {
  return (api) => {
    void api.register(async (pages: Api) => {
      pages.setErrorHandler((error, request, reply) => {
        const failure = toAppError(error);
        request.failure = failure;
        const retryAfter = retryAfterSeconds(failure);
        if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
        const title = failure.status === 429 ? "Too many requests" : "This did not work";
        const page = html`<h1>${title}</h1>
<p>${failure.message}</p>
<p>Open the link again in a minute.</p>`;
        return reply
          .code(failure.status)
          .headers(HEADERS)
          .send(htmlPage(title, STYLE, page));
      });
      routes(pages);
    });
  };
}
