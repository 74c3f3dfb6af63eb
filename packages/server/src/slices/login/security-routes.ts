import type { FastifyReply } from "fastify";
import { browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { PASSKEY_SCRIPT } from "#platform/http/passkey-script.ts";
import { qrCode } from "#platform/http/qr-code.ts";
import { readerOfRequest } from "#platform/http/reader-of-request.ts";
import type { PasswordHasher } from "#platform/secrets/password-hasher.ts";
import type { RelyingParty } from "#protocol/passkey.ts";
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
import { type Notice, OTHERS_ENDED } from "./templates/forms.ts";
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
  sentence,
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
const { href, label } = ACCOUNT_PAGES.security;

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
function viewOf({ request }: Visit, { sent = {}, error }: Around): AddView {
  const reader = readerOfRequest(request);
  const wrong = error && reader.failure(error);
  return { reader, csrf: request.browser.csrf, sent, wrong, wrongField: error?.details[0]?.field };
}

const showSecurity: SecurityPage["show"] = async (deps, { request, user }, { notice, error }) => {
  const said: Notice | undefined = error === undefined ? notice : { kind: "bad", text: sentence(error.message) };
  return {
    title: label,
    content: securityPage({
      csrf: request.browser.csrf,
      email: user.email,
      factors: await listFactors(deps, user.id),
      hasPasskeys: deps.site !== undefined,
      notice: said,
    }),
  };
};

const REMOVED: Readonly<Record<Removable["kind"], string>> = {
  passkey: "The passkey was removed.",
  totp: "The authenticator app and its recovery codes were removed.",
  password: "The password was removed.",
  lightning: "The wallet was removed.",
};
const takeRemoval: SecurityPage["take"] = async (deps, visit, { kind = "", id = "" }) => {
  const factor = removableOf(kind, id);
  if (factor === undefined) throw new FactorMissing();
  await removeFactor(deps, loginOf(visit), factor);
  return `${REMOVED[factor.kind]} ${OTHERS_ENDED}`;
};

/** The page with all ways, after something was added. */
async function sendSecurity(deps: SecurityRoutesDeps, visit: Visit, text: string): Promise<FastifyReply> {
  const shown = await showSecurity(deps, visit, { notice: { kind: "good", text } });
  return sendAccountPage(deps, visit, { ...shown, within: href });
}

async function showPasskey(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { site } = deps;
  const browser = hashOf(visit.request.browser.secret);
  const asked = site && JSON.stringify(await offerPasskey({ ...deps, site }, loginOf(visit), { browser }));
  const name = readableAgent(visitorOf(visit.request).userAgent);
  const content = addPasskeyPage(viewOf(visit, around), { asked, name });
  return { title: "Add a passkey", content, ...(asked !== undefined && { script: PASSKEY_SCRIPT }) };
}

async function takePasskey(deps: SecurityRoutesDeps, visit: Visit, fields: Fields): Promise<FastifyReply> {
  const { site } = deps;
  const browser = hashOf(visit.request.browser.secret);
  const added = { browser, answer: answerIn(fields), name: fields["name"] ?? "" };
  const linked = site === undefined ? "wrong" : await linkPasskey({ ...deps, site }, loginOf(visit), added);
  if (linked === "wrong") throw new FactorRefused("The passkey was not taken. Try again.");
  return await sendSecurity(deps, visit, `The passkey was added. You can log in with it from now on. ${OTHERS_ENDED}`);
}

async function showTotp(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { totp } = await listFactors(deps, visit.user.id);
  const offer = totp === undefined ? await offerTotp(deps, loginOf(visit), around.sent?.["offer"]) : undefined;
  const shown = offer && { ...offer, code: qrCode(offer.url, "QR code for your authenticator app") };
  return { title: "Set up an authenticator app", content: totpPage(viewOf(visit, around), shown) };
}

async function takeTotp(deps: SecurityRoutesDeps, visit: Visit, fields: Fields): Promise<FastifyReply> {
  const { offer = "", code = "" } = fields;
  const linked = await linkTotp(deps, loginOf(visit), { offer, code });
  if (linked.kind === "wrong") throw new FactorRefused("This is not the code of your app now. Try the next one.");
  if (linked.kind === "offer_void")
    throw new FactorRefused("This took too long. Remove the entry from your app and scan the new code.");
  return sendCodes(deps, visit, linked.recoveryCodes);
}

function showNewCodes(_deps: SecurityRoutesDeps, visit: Visit, around: Around): Shown {
  return { title: "New recovery codes", content: newCodesPage(viewOf(visit, around)) };
}

async function takeNewCodes(deps: SecurityRoutesDeps, visit: Visit): Promise<FastifyReply> {
  return sendCodes(deps, visit, await makeRecoveryCodes(deps, loginOf(visit)));
}

/** They are shown in this answer and in no other. */
function sendCodes(deps: SecurityRoutesDeps, visit: Visit, codes: readonly string[]): FastifyReply {
  const { host } = new URL(deps.baseUrl);
  const content = recoveryCodesPage({ codes, host, email: visit.user.email });
  return sendAccountPage(deps, visit, { title: "Your recovery codes", content, within: href });
}

async function showPassword(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { password } = await listFactors(deps, visit.user.id);
  const isChange = password !== undefined;
  const content = passwordPage(viewOf(visit, around), { isChange, email: visit.user.email });
  return { title: isChange ? "Change your password" : "Set a password", content };
}

async function takePassword(deps: SecurityRoutesDeps, visit: Visit, { password = "" }: Fields): Promise<FastifyReply> {
  const { isChange } = await setPassword(deps, loginOf(visit), { password });
  return await sendSecurity(deps, visit, `Your password was ${isChange ? "changed" : "set"}. ${OTHERS_ENDED}`);
}

async function showWallet(deps: SecurityRoutesDeps, visit: Visit, around: Around): Promise<Shown> {
  const { network } = visitorOf(visit.request);
  const asked = { browser: hashOf(visit.request.browser.secret), network, userId: visit.user.id };
  const question = await askWallet(deps, { ...asked, action: "link" });
  const shown = { ...question, code: qrCode(question.qr, "QR code for your wallet") };
  return { title: "Add a Lightning wallet", content: addWalletPage(viewOf(visit, around), shown) };
}

async function takeWallet(deps: SecurityRoutesDeps, visit: Visit, { name = "" }: Fields): Promise<FastifyReply> {
  const browser = hashOf(visit.request.browser.secret);
  const linked = await linkWallet(deps, loginOf(visit), { browser, name });
  if (linked === "waiting") throw new FactorRefused("No wallet has signed yet. Scan the code, then go on.");
  if (linked === "other_network")
    throw new FactorRefused("The wallet is in another network than this browser. Connect both to the same one.");
  return await sendSecurity(deps, visit, `The wallet was added. You can log in with it from now on. ${OTHERS_ENDED}`);
}
