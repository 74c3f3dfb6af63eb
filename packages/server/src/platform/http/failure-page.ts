import { html, htmlPage } from "../html.ts";
import { beginFailure } from "./failures.ts";
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
        const { status, message } = beginFailure(error, request, reply);
        const title = status === 429 ? "Too many requests" : "This did not work";
        const page = html`<h1>${title}</h1>
<p>${message}</p>
<p>Open the link again in a minute.</p>`;
        return reply.headers(HEADERS).send(htmlPage(title, STYLE, page));
      });
      routes(pages);
    });
  };
}
