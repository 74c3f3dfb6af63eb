import { momentText } from "#kernel/readable.ts";
import { type Html, html } from "#platform/html.ts";
import { isScope, saidOf } from "../model/scopes.ts";

export type ConnectedView = {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly since: Date;
  readonly lastAllowedAt: Date;
};

export function appsContent({
  apps,
  csrf,
  notice,
}: {
  readonly apps: readonly ConnectedView[];
  readonly csrf: string;
  readonly notice: string | undefined;
}): Html {
  return html`<h1>Connected apps</h1>
${notice !== undefined && html`<p class="notice good" role="status">${notice}</p>`}
<p class="soft">Apps that you logged in to with this account. None of them can pay or withdraw.</p>
${apps.length === 0 ? NONE : apps.map((app) => appCard(app, csrf))}`;
}

const NONE = html`<div class="card"><p>No app yet. One appears here when you log in to it and allow what it asks for.</p></div>`;

function appCard({ clientId, name, scopes, since, lastAllowedAt }: ConnectedView, csrf: string): Html {
  const said = saidOf(scopes.filter(isScope));
  return html`<form class="card" method="post" action="/account/apps">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="app" value="${clientId}">
<h2><bdi>${name}</bdi></h2>
<ul>
${(said.length === 0 ? ["Recognise you"] : said).map(
  (what) => html`<li>${what}</li>
`,
)}</ul>
<p class="soft small">Since ${momentText(since)}; allowed last on ${momentText(lastAllowedAt)}.</p>
<div class="actions"><button class="danger" name="decision" value="disconnect" aria-label="Disconnect ${name}">Disconnect</button></div>
</form>
`;
}
