import { type Html, html } from "#platform/html.ts";

/** An answer of the service to what an application asks. */
export type Said = { readonly title: string; readonly status: number; readonly body: string };

export function beginContent({ csrf, clientId }: { readonly csrf: string; readonly clientId: string }): Html {
  return html`<h1>Try the login</h1>
<p>This does what your app would do to log a user in: it sends the browser to the service with the client id of the application <strong>Demo</strong>, gets a code back, and exchanges it for tokens. You see each answer.</p>
<p class="soft small">Client id <code>${clientId}</code>; the secret is in <code>development.json</code>. The users of this development system are alice@example.com and bob@example.com; their codes are in the <a href="/dev/mail">mailbox</a>.</p>
<form id="try" method="post" action="/dev/oauth">
<input type="hidden" name="csrf" value="${csrf}">
<div class="actions"><button>Log in with the demo application</button></div>
</form>`;
}

export type Tried = {
  readonly code: string | undefined;
  readonly state: string | undefined;
  readonly error: string | undefined;
  readonly description: string | undefined;
  /** The login was begun on our page, with this browser. */
  readonly isOwn: boolean;
  readonly said: readonly Said[];
};

export function triedContent(tried: Tried): Html {
  if (tried.error !== undefined) return refused(tried.error, tried.description ?? "");
  return html`<h1>${tried.said.length > 0 ? "Logged in" : "The browser is back"}</h1>
<p>The service sent the browser here with a code${tried.isOwn ? ", and the demo application asked for what follows" : ""}.</p>
<div class="card"><p>code <code>${tried.code ?? "none"}</code></p>
<p>state <code>${tried.state ?? "none"}</code></p></div>
${!tried.isOwn && NOT_OWN}
${tried.said.map(saidOf)}
${AGAIN}`;
}

function refused(error: string, description: string): Html {
  return html`<h1>No login</h1>
<p>The service sent the browser here with an error. Your app would say so and offer to try again.</p>
<div class="card"><p><strong>${error}</strong></p>
<p>${description}</p></div>
${AGAIN}`;
}

const NOT_OWN = html`<p class="notice">This login was not begun on this page, so the code was not exchanged: it belongs to a code verifier that is elsewhere. It is valid for 60 seconds.</p>`;
const AGAIN = html`<p><a href="/dev/oauth">Try it again</a></p>`;

function saidOf({ title, status, body }: Said): Html {
  return html`<h2>${title}</h2>
<p class="soft small">Status ${status}</p>
<pre class="card">${body}</pre>
`;
}
