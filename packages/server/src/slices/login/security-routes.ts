import type { FastifyReply } from "fastify";
import { browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { PASSKEY_SCRIPT } from "#platform/http/passkey-script.ts";
import { qrCode } from "#platform/http/qr-code.ts";
import type { PasswordHasher } from "#platform/secrets/password-hasher.ts";
import type { RelyingParty } from "#protocol/passkey.ts";
import { message, type Reader } from "#texts/reader.ts";
import { askWallet } from "./factors/ask-wallet.ts";
import { linkPasskey, offerPasskey } from "./factors/link-passkey.ts";
import { linkTotp, offerTotp, type TotpDeps } from "./factors/link-totp.ts";
import { linkWallet } from "./factors/link-wallet.ts";
import { listFactors } from "./factors/list-factors.ts";
import { makeRecoveryCodes } from "./factors/make-recovery-codes.ts";
import { FactorMissing, removeFactor } from "./factors/remove-factor.ts";
import { setPassword } from "./factors/set-password.ts";
import { FactorRefused } from "./model/factor-refused.ts";
import { type Removable, removableOf } from "./model/factors.ts";
import { readableAgent } from "./model/readable-agent.ts";
import type { RecentLogin } from "./model/recent-login.ts";
import { hashOf } from "./model/secrets.ts";
import type { EndSessionDeps } from "./session/end-session.ts";
import {
  type AddView,
  addPasskeyPage,
  addWalletPage,
  newCodesPage,
  passwordPage,
  recoveryCodesPage,
  totpPage,
} from "./templates/add-factor-pages.ts";
import type { Notice } from "./templates/forms.ts";
import { securityPage } from "./templates/security-page.ts";
import {
  ACCOUNT_PAGES,
  type AccountPage,
  type AccountPageDeps,
  type Around,
  accountPage,
  answerIn,
  type Fields,
  type Shown,
  sendAccountPage,
  type Visit,
  visitorOf,
} from "./wire.ts";

export type SecurityRoutesDeps = AccountPageDeps &
  EndSessionDeps &
  TotpDeps & {
    readonly passwords: PasswordHasher;
    /** Undefined: there are no passkeys at the address of this service. */
    readonly site: RelyingParty | undefined;
  };

type SecurityPage = AccountPage<SecurityRoutesDeps>;
const { href } = ACCOUNT_PAGES.security;

/** `/account/security`: how the user logs in, and below it a page for each way that can be added. */
export function securityRoutes(deps: SecurityRoutesDeps): RoutesPlugin {
  const adding = { needsFresh: true, within: href };
  return browserPages(deps, (pages) => {
    accountPage(deps, pages, href, { show: showSecurity, take: takeRemoval });
    accountPage(deps, pages, `${href}/passkey`, { ...adding, show: showPasskey, take: takePasskey });
    accountPage(deps, pages, `${href}/app`, { ...adding, show: showTotp, take: takeTotp });
    accountPage(deps, pages, `${href}/codes`, { ...adding, show: showNewCodes, take: takeNewCodes });
    accountPage(deps, pages, `${href}/password`, { ...adding, show: showPassword, take: takePassword });
    accountPage(deps, pages, `${href}/wallet`, { ...adding, show: showWallet, take: takeWallet });
  });
}

function loginOf({ request, user, session }: Visit): RecentLogin {
  const { authenticatedAt, id: sessionId } = session;
  return { userId: user.id, sessionId, authenticatedAt, visitor: visitorOf(request) };
}

/** What all pages that add something show beside their own. */
function viewOf({ request, reader }: Visit, { sent = {}, error }: Around): AddView {
  const wrong = error && reader.failure(error);
  return { reader, csrf: request.browser.csrf, sent, wrong, wrongField: error?.details[0]?.field };
}

const showSecurity: SecurityPage["show"] = async (deps, { request, reader, user }, { notice, error }) => {
  const said: Notice | undefined = error === undefined ? notice : { kind: "bad", text: reader.failure(error) };
  return {
    title: reader.text("account_security"),
    content: securityPage({
      reader,
      csrf: request.browser.csrf,
      email: user.email,
      factors: await listFactors(deps, user.id),
      hasPasskeys: deps.site !== undefined,
      notice: said,
    }),
  };
};

const REMOVED = {
  passkey: "security_removed_passkey",
  totp: "security_removed_app",
  password: "security_removed_password",
  lightning: "security_removed_wallet",
} as const satisfies Readonly<Record<Removable["kind"], string>>;
type Done =
  | (typeof REMOVED)[Removable["kind"]]
  | "security_passkey_added"
  | "security_wallet_added"
  | "security_password_changed"
  | "security_password_was_set";

const takeRemoval: SecurityPage["take"] = async (deps, visit, { kind = "", id = "" }) => {
  const factor = removableOf(kind, id);
  if (factor === undefined) throw new FactorMissing();
  await removeFactor(deps, loginOf(visit), factor);
  return changed(visit.reader, REMOVED[factor.kind]);
};

/** What was changed, and what follows from it. */
function changed(reader: Reader, said: Done): string {
  return `${reader.text(said)} ${reader.text("account_others_ended")}`;
}

/** The page with all ways, after something was added. */
async function sendSecurity(deps: SecurityRoutesDeps, visit: Visit, said: Done): Promise<FastifyReply> {
  const shown = await showSecurity(deps, visit, { notice: { kind: "good", text: changed(visit.reader, said) } });
  return sendAccountPage(deps, visit, { ...shown, within: href });
}

async function showPasskey(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { site } = deps;
  const browser = hashOf(visit.request.browser.secret);
  const asked = site && JSON.stringify(await offerPasskey({ ...deps, site }, loginOf(visit), { browser }));
  const name = readableAgent(visitorOf(visit.request).userAgent, visit.reader);
  const content = addPasskeyPage(viewOf(visit, around), { asked, name });
  return {
    title: visit.reader.text("security_passkey_add"),
    content,
    ...(asked !== undefined && { script: PASSKEY_SCRIPT }),
  };
}

async function takePasskey(deps: SecurityRoutesDeps, visit: Visit, fields: Fields): Promise<FastifyReply> {
  const { site } = deps;
  const browser = hashOf(visit.request.browser.secret);
  const added = { browser, answer: answerIn(fields), name: fields["name"] ?? "" };
  const linked = site === undefined ? "wrong" : await linkPasskey({ ...deps, site }, loginOf(visit), added);
  if (linked === "wrong") throw new FactorRefused(message("failure_passkey_new"));
  return await sendSecurity(deps, visit, "security_passkey_added");
}

async function showTotp(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { totp } = await listFactors(deps, visit.user.id);
  const offer = totp === undefined ? await offerTotp(deps, loginOf(visit), around.sent?.["offer"]) : undefined;
  const shown = offer && { ...offer, code: qrCode(offer.url, visit.reader.text("security_app_qr")) };
  return { title: visit.reader.text("security_app_title"), content: totpPage(viewOf(visit, around), shown) };
}

async function takeTotp(deps: SecurityRoutesDeps, visit: Visit, fields: Fields): Promise<FastifyReply> {
  const { offer = "", code = "" } = fields;
  const linked = await linkTotp(deps, loginOf(visit), { offer, code });
  if (linked.kind === "wrong") throw new FactorRefused(message("failure_app_code"));
  if (linked.kind === "offer_void") throw new FactorRefused(message("failure_app_offer"));
  return sendCodes(deps, visit, linked.recoveryCodes);
}

function showNewCodes(_deps: SecurityRoutesDeps, visit: Visit, around: Around): Shown {
  return { title: visit.reader.text("security_codes_new"), content: newCodesPage(viewOf(visit, around)) };
}

async function takeNewCodes(deps: SecurityRoutesDeps, visit: Visit): Promise<FastifyReply> {
  return sendCodes(deps, visit, await makeRecoveryCodes(deps, loginOf(visit)));
}

/** They are shown in this answer and in no other. */
function sendCodes(deps: SecurityRoutesDeps, visit: Visit, codes: readonly string[]): FastifyReply {
  const { host } = new URL(deps.baseUrl);
  const content = recoveryCodesPage(visit.reader, { codes, host, email: visit.user.email });
  return sendAccountPage(deps, visit, { title: visit.reader.text("security_codes_title"), content, within: href });
}

async function showPassword(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { password } = await listFactors(deps, visit.user.id);
  const isChange = password !== undefined;
  const content = passwordPage(viewOf(visit, around), { isChange, email: visit.user.email });
  return { title: visit.reader.text(isChange ? "security_password_change" : "security_password_set"), content };
}

async function takePassword(deps: SecurityRoutesDeps, visit: Visit, { password = "" }: Fields): Promise<FastifyReply> {
  const { isChange } = await setPassword(deps, loginOf(visit), { password });
  return await sendSecurity(deps, visit, isChange ? "security_password_changed" : "security_password_was_set");
}

async function showWallet(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { network } = visitorOf(visit.request);
  const asked = { browser: hashOf(visit.request.browser.secret), network, userId: visit.user.id };
  const question = await askWallet(deps, { ...asked, action: "link" });
  const shown = { ...question, code: qrCode(question.qr, visit.reader.text("login_wallet_code")) };
  return { title: visit.reader.text("security_wallet_add"), content: addWalletPage(viewOf(visit, around), shown) };
}

async function takeWallet(deps: SecurityRoutesDeps, visit: Visit, { name = "" }: Fields): Promise<FastifyReply> {
  const browser = hashOf(visit.request.browser.secret);
  const linked = await linkWallet(deps, loginOf(visit), { browser, name });
  if (linked === "waiting") throw new FactorRefused(message("failure_wallet_waiting"));
  if (linked === "other_network") throw new FactorRefused(message("failure_wallet_network"));
  return await sendSecurity(deps, visit, "security_wallet_added");
}
