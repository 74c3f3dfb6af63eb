import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import { type Html, html, htmlPage } from "#platform/html.ts";
import { type RoutesPlugin, success } from "#platform/http/index.ts";
import { isLocal } from "#platform/http/is-local.ts";
import { LOOK } from "#platform/http/look.ts";
import type { KeptMail } from "./model/mail.ts";
import type { Outlet } from "./port.ts";
import { listKept } from "./store.ts";
import { onLetterhead } from "./templates/letterhead.ts";

const STYLE = `${LOOK}
body { max-width: 960px; margin: 0 auto; padding: var(--space-4) var(--space-5) }
article { margin: 0 0 var(--space-7); padding-top: var(--space-3); border-top: 1px solid var(--line) }
h2 { margin: 0; font-size: var(--text-4) }
p { margin: 0 0 var(--space-3) }
.parts { display: flex; flex-wrap: wrap; gap: var(--space-4) }
iframe { flex: 1 1 390px; box-sizing: border-box; height: 640px; border: 1px solid var(--line); background: var(--ground) }
pre { flex: 1 1 390px; margin: 0; padding: var(--space-3); overflow: auto; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere }
`;

/**
 * What mails bring along of their own style is shown; nothing is loaded or run, and a mail's links open in a window of
 * their own.
 */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};
const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

const MAILS_SHOWN_MAX = 100;

type Deps = { readonly db: Db; readonly outlet: () => Outlet };

/**
 * `/dev/mail`: the mails that were kept because there is no mail server, newest first; a page for browsers, JSON for
 * programs. In development alone, and for programs on this machine: links in mails are worth money, and codes open
 * accounts. For all others there is no such path.
 */
export function mailboxRoutes({ db, outlet }: Deps): RoutesPlugin {
  const querystring = z.object({ to: z.string().max(254).optional() });
  return (api) => {
    const isOpen = () => outlet().kind === "mailbox";
    const listed = {
      kind: "development",
      name: "Mails",
      about: "All mails of this system, with the codes of logins",
      isOpen,
    } as const;
    const options = { config: { access: "public", listed }, schema: { querystring, hide: true } } as const;
    api.get("/dev/mail", options, async (request, reply) => {
      if (!isOpen() || !isLocal(request)) throw new AppError("not_found", "there is no GET /dev/mail");
      const recipient = request.query.to?.trim().toLowerCase();
      const kept = await listKept(db, { recipient, limit: MAILS_SHOWN_MAX });
      const { branding } = api.shell;
      const mails = kept.map((mail) => ({ ...mail, content: onLetterhead(mail.content, branding) }));
      if (request.headers.accept?.includes("text/html")) return await reply.headers(PAGE_HEADERS).send(pageOf(mails));
      return success(mails.map(present), "Mails listed.");
    });
  };
}

function present({ id, kind, recipient, content, createdAt }: KeptMail) {
  return { id, kind, to: recipient, ...content, createdAt: createdAt.toISOString() };
}

function pageOf(mails: readonly KeptMail[]): string {
  const none = html`<p>None yet. Mails that would be sent appear here.</p>`;
  return htmlPage({
    title: "Mails of development",
    style: STYLE,
    content: html`<h1>Mails that were not sent</h1>
<p>There is no mail server (<code>LEYDEN_SMTP_URL</code>), so mails stay here for 7 days. Newest first, at most ${MAILS_SHOWN_MAX}.</p>
${mails.length === 0 ? none : mails.map(mailOf)}`,
  });
}

function mailOf({ id, kind, recipient, content, createdAt }: KeptMail): Html {
  return html`<article id="${id}">
<h2>${content.subject}</h2>
<p>${kind} to ${recipient}, ${createdAt.toISOString()}</p>
<div class="parts">
<iframe title="HTML part" sandbox="${SANDBOX}" srcdoc="${content.html}"></iframe>
<pre>${content.text}</pre>
</div>
</article>
`;
}
