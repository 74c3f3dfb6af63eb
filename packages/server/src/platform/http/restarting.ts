import type { IncomingMessage } from "node:http";
import type { AppError } from "#kernel/errors.ts";
import { html, htmlPage } from "../html.ts";
import type { FailureContext } from "./envelope.ts";
import { retryAfterSeconds } from "./failures.ts";
import { LOOK, ownPageHeaders } from "./look.ts";
import { isOfBrowser } from "./of-browser.ts";
import { failureAnswer, type PlainAnswer, SECURITY_HEADERS } from "./plain-answer.ts";
import { readerOfRequest } from "./reader-of-request.ts";

const STYLE = `${LOOK}
body { display: grid; place-content: center; min-height: 100dvh; margin: 0 }
main { max-width: 28rem; padding: var(--space-5); text-align: center }
.soft { color: var(--soft) }
`;
/** After which a browser looks again by itself. */
const LOOKS_AGAIN_SECONDS = 3;

/** `service`: as people know it. */
type Context = FailureContext & { readonly service: string };

/** A service that starts or stops, to who asks it for something: a failure to a program, a page to a browser. */
export function restartingAnswer(failure: AppError, request: IncomingMessage, context: Context): PlainAnswer {
  if (!isOfBrowser(request)) return failureAnswer(failure, context);
  const reader = readerOfRequest(request);
  const title = reader.text("page_restarting_title");
  const content = html`<p class="soft"><bdi>${context.service}</bdi></p>
<h1>${title}</h1>
<p role="status">${reader.text("page_restarting")}</p>`;
  const body = htmlPage({ language: reader.language, title, style: STYLE, content });
  const headers = {
    ...SECURITY_HEADERS,
    ...ownPageHeaders({ style: STYLE }),
    "content-length": String(Buffer.byteLength(body)),
    "retry-after": String(retryAfterSeconds(failure)),
    refresh: String(LOOKS_AGAIN_SECONDS), // HTML, section 7.5.5
    "x-request-id": context.requestId,
  };
  return { status: failure.status, headers, body };
}
