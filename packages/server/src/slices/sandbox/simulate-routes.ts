import type { FastifyReply } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { type Browser, type BrowserDeps, browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { isLocal } from "#platform/http/is-local.ts";
import { sendPage } from "#platform/http/page.ts";
import { changeIdentity } from "./change-identity.ts";
import { changePayment } from "./change-payment.ts";
import type { SandboxDeps } from "./deps.ts";
import { listPayments, listReviews } from "./store.ts";
import { IDENTITY_BUTTONS, PAYMENT_BUTTONS, type SandboxPage, sandboxPage } from "./templates/sandbox-page.ts";

export type SimulateDeps = SandboxDeps &
  Pick<BrowserDeps, "baseUrl"> & {
    /** Asked at each request. */
    readonly isDevelopment: () => boolean;
  };

const PATH = "/dev/ramp/sandbox";
const SHOWN_MAX = 50;
const LISTED = {
  kind: "development",
  name: "Sandbox",
  about: "Where you act as the bank of these cards and decide identities",
} as const;
const NAV = {
  label: "Development",
  current: PATH,
  items: [
    { href: PATH, label: "Sandbox" },
    { href: "/dev/ramp", label: "Demo" },
    { href: "/dev/mail", label: "Mails" },
  ],
};

const BUTTONS = [...PAYMENT_BUTTONS, ...IDENTITY_BUTTONS];
const paymentSchema = z.object({
  payment: z.string().max(64),
  command: z.enum(PAYMENT_BUTTONS.map(({ command }) => command)),
});
const identitySchema = z.object({
  identity: z.string().max(64),
  command: z.enum(IDENTITY_BUTTONS.map(({ command }) => command)),
});
const form = z.union([paymentSchema, identitySchema]);
const querystring = z.object({ done: z.enum(BUTTONS.map(({ command }) => command)).optional() });

/**
 * `/dev/ramp/sandbox`: where the operator plays the bank, and who decides identities by hand. In development alone, and
 * for browsers on this machine, as `/dev/mail`. For all others there is no such path.
 */
export function simulatePages(deps: SimulateDeps): RoutesPlugin {
  const config = { access: "public" } as const;
  return browserPages(deps, (pages) => {
    pages.addHook("onRequest", async (request) => {
      if (!deps.isDevelopment() || !isLocal(request))
        throw new AppError("not_found", `there is no ${request.method} ${PATH}`);
    });
    const listed = { ...LISTED, isOpen: deps.isDevelopment } as const;
    pages.get(
      PATH,
      { config: { ...config, listed }, schema: { querystring, hide: true } },
      async ({ browser, query }, reply) => {
        const done = BUTTONS.find(({ command }) => command === query.done);
        return await send(deps, { browser, said: done && { kind: "good", text: done.done } }, reply);
      },
    );
    pages.post(PATH, { config, schema: { querystring, body: form, hide: true } }, async ({ browser, body }, reply) => {
      const outcome = await press(deps, body);
      if (outcome === "done") return await reply.redirect(`${PATH}?done=${body.command}`, 303);
      const { status, text } = REFUSALS[outcome];
      return await send(deps, { browser, said: { kind: "bad", text } }, reply, status);
    });
  });
}

const REFUSALS = {
  missing: { status: 404, text: "Nothing was done: the sandbox has nothing with this reference." },
  changed: { status: 409, text: "Nothing was done: it has changed meanwhile. Below it is as it is now." },
} as const;

/** What was pressed is done, also by an earlier press; or it is not possible any more. */
async function press(deps: SimulateDeps, pressed: z.output<typeof form>): Promise<"done" | keyof typeof REFUSALS> {
  if ("payment" in pressed) {
    const changed = await changePayment(deps, pressed.payment, { kind: pressed.command });
    if (changed === undefined) return "missing";
    return PAYMENT_BUTTONS.find(({ command }) => command === pressed.command)?.isDone(changed) ? "done" : "changed";
  }
  const changed = await changeIdentity(deps, pressed.identity, { kind: pressed.command });
  if (changed === undefined) return "missing";
  return IDENTITY_BUTTONS.find(({ command }) => command === pressed.command)?.isDone(changed) ? "done" : "changed";
}

async function send(
  { db, clock }: SimulateDeps,
  { browser, said }: Pick<SandboxPage, "said"> & { readonly browser: Browser },
  reply: FastifyReply,
  status = 200,
): Promise<FastifyReply> {
  const payments = await listPayments(db, SHOWN_MAX);
  const identities = await listReviews(db, SHOWN_MAX);
  const content = sandboxPage({
    payments,
    identities,
    said,
    shownMax: SHOWN_MAX,
    csrf: browser.csrf,
    now: clock.now(),
  });
  return sendPage(reply, { title: "On-ramp sandbox", content, nav: NAV }, status);
}
