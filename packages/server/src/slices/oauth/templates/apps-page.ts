import { type Html, html, timeOf } from "#platform/html.ts";
import type { Reader } from "#texts/reader.ts";
import { isScope, saidOf } from "../model/scopes.ts";

export type ConnectedView = {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly since: Date;
  readonly lastAllowedAt: Date;
};

export type AppsView = {
  readonly reader: Reader;
  readonly apps: readonly ConnectedView[];
  readonly csrf: string;
  readonly notice: string | undefined;
};

export function appsContent(view: AppsView): Html {
  const { reader, apps, notice } = view;
  return html`<h1>${reader.text("apps_title")}</h1>
${notice !== undefined && html`<p class="notice good" role="status">${notice}</p>`}
<p class="soft">${reader.text("apps_lead")}</p>
${apps.length === 0 ? html`<div class="card"><p>${reader.text("apps_none")}</p></div>` : apps.map((app) => appCard(view, app))}`;
}

function appCard({ reader, csrf }: AppsView, { clientId, name, scopes, since, lastAllowedAt }: ConnectedView): Html {
  const said = saidOf(scopes.filter(isScope));
  return html`<form class="card" method="post" action="/account/apps">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="app" value="${clientId}">
<h2><bdi>${name}</bdi></h2>
<ul>
${(said.length === 0 ? (["scope_openid"] as const) : said).map(
  (what) => html`<li>${reader.text(what)}</li>
`,
)}</ul>
<p class="soft small">${reader.parts("apps_allowed", { since: timeOf(since, reader), last: timeOf(lastAllowedAt, reader) })}</p>
<div class="actions"><button class="danger" name="decision" value="disconnect" aria-label="${reader.text("apps_disconnect_one", { app: name })}">${reader.text("apps_disconnect")}</button></div>
</form>
`;
}
