import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
import { type EndSessionDeps, listFactors, needsSecondFactor } from "#login";
import type { Outlet } from "#mails";
import { endReceiptMails, findIsWished, wishReceiptMails } from "#notices";
import { appOfLogin, disconnectApp } from "#oauth";
import { forgetWallet, listOwnTexts } from "#own-wallet";
import type { PayDeps } from "#payments";
import type { NavItem } from "#platform/http/page.ts";
import { createPasswordHasher } from "#platform/secrets/password-hasher.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { relyingParty } from "#protocol/passkey.ts";
import { loginLoop } from "#slices/login/jobs.ts";
import {
  ACCOUNT_PAGES,
  type AccountRoutesDeps,
  type LoginRoutesDeps,
  type ReceiptMails,
  type SecurityRoutesDeps,
  type SendRoutesDeps,
} from "#slices/login/pages.ts";
import { APPS_PAGE } from "#slices/oauth/pages.ts";
import { presentEntry, readStatement } from "#statements";
import { findWalletState, listAcceptedTerms, walletOf } from "#users";
import { findWallet, listNames } from "#wallets";
import type { Ramp } from "./load-ramp.ts";
import { WALLET_PAGE } from "./people-pages.ts";
import { usesDashboard } from "./uses-dashboard.ts";
import { walletOfUser } from "./wallet-of-user.ts";
import { together, type Worker } from "./worker.ts";

type Machine = Omit<EndSessionDeps, "onSessionEnded"> &
  Pick<LoginRoutesDeps, "batch"> &
  Pick<Parameters<typeof loginLoop>[0], "scheduler"> & { readonly sealer: Sealer };

type Options = {
  readonly paying: PayDeps;
  /** This process works without requests, and does not only answer them. */
  readonly sends: boolean;
  readonly outlet: () => Outlet;
  readonly branding: Branding;
  readonly ramp: Pick<Ramp, "bought">;
};

type Login = {
  readonly routes: LoginRoutesDeps & AccountRoutesDeps & SecurityRoutesDeps & SendRoutesDeps;
  readonly worker: Worker;
  /** What follows the end of a session, for others who end one. */
  readonly shared: Pick<EndSessionDeps, "onSessionEnded">;
};

/** The pages of an account, in the order in which they are shown; the wallet is one where there is one. */
export function accountNav({ web }: Pick<Config, "web">): readonly NavItem[] {
  const own = [ACCOUNT_PAGES.profile, ACCOUNT_PAGES.security, APPS_PAGE, ACCOUNT_PAGES.sessions];
  return web === "on" ? [...own, WALLET_PAGE] : own;
}

/** Accounts in the browser. What other slices add to a login and to the account's pages comes in here. */
export function wireLogin(
  config: Pick<Config, "baseUrl" | "web" | "projects">,
  machine: Machine,
  { sends, outlet, paying, branding, ramp }: Options,
): Login {
  const onSessionEnded = async () => undefined;
  const shared = { ...machine, onSessionEnded };
  return {
    shared: { onSessionEnded },
    routes: {
      ...shared,
      mac: (text, about) => machine.sealer.mac(text, about),
      outlet,
      baseUrl: config.baseUrl,
      appOf: (next) => appOfLogin(machine.db, next),
      needsSecondFactor: needsSecondFactor(machine),
      passwords: createPasswordHasher(),
      site: relyingParty(config.baseUrl, branding.name),
      accountNav: accountNav(config),
      wallet: walletOfUser({ ...machine, ...(config.web === "on" && { bought: ramp.bought }) }, paying),
      receiptMails: receiptMailsOf(machine),
      usesDashboard: async ({ id }) => config.web === "on" && (await usesDashboard(machine.db, config, id)),
      exportParts: [
        walletPart(machine),
        factorsPart(machine),
        termsPart(machine),
        mailsPart(machine),
        textsPart(machine),
      ],
      exportLists: { statement: statementList(machine) },
      onAccountClosed: async ({ id: userId, walletId }) => {
        await disconnectApp(machine, { userId });
        await endReceiptMails(machine, userId);
        await forgetWallet(machine, walletId);
      },
    },
    worker: together(sends ? [loginLoop(shared)] : []),
  };
}

/** The user's wallet, and the Lightning addresses that lead to it. */
function walletPart({ db, batch }: Pick<Machine, "db" | "batch">): AccountRoutesDeps["exportParts"][number] {
  return async ({ id, walletId }) => {
    const state = await findWalletState({ batch }, id);
    const addresses = await listNames(db, walletId);
    return { wallet: { ...(state && walletOf(state)), names: addresses } };
  };
}

/** Every movement of the user's wallet, newest first, as the API shows it. */
function statementList({ db }: Pick<Machine, "db">): AccountRoutesDeps["exportLists"][string] {
  return async function* ({ walletId }) {
    const wallet = await findWallet(db, walletId);
    if (wallet === undefined) return;
    for await (const page of readStatement({ db }, { wallet })) yield page.map(presentEntry);
  };
}

/** Whether a user gets mails about what the wallet has received. */
function receiptMailsOf(machine: Machine): ReceiptMails {
  return {
    isWished: ({ id }) => findIsWished(machine.db, id),
    set: (user, isWished) => (isWished ? wishReceiptMails(machine, user) : endReceiptMails(machine, user.id)),
  };
}

/** What the user has written down about the own wallet. */
function textsPart({ db }: Pick<Machine, "db">): AccountRoutesDeps["exportParts"][number] {
  return async ({ walletId }) => ({ ownWallet: await listOwnTexts({ db }, walletId) });
}

function mailsPart({ db }: Pick<Machine, "db">): AccountRoutesDeps["exportParts"][number] {
  return async ({ id }) => ({ receiptMails: await findIsWished(db, id) });
}

/** Which terms the user has accepted. */
function termsPart({ db }: Pick<Machine, "db">): AccountRoutesDeps["exportParts"][number] {
  return async ({ id }) => ({ terms: await listAcceptedTerms(db, id) });
}

/** How the user logs in; no secret is in it. */
function factorsPart(machine: Pick<Machine, "db">): AccountRoutesDeps["exportParts"][number] {
  return async ({ id }) => ({ factors: await listFactors(machine, id) });
}
