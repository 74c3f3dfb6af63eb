/** Which step of a login a browser is shown. */
import type { Terms } from "#kernel/branding.ts";
import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Html } from "#platform/html.ts";
import type { BrowserDeps } from "#platform/http/browser-form.ts";
import type { Page } from "#platform/http/page.ts";
import { PASSKEY_SCRIPT } from "#platform/http/passkey-script.ts";
import { qrCode } from "#platform/http/qr-code.ts";
import type { Reader, TextKey } from "#texts/reader.ts";
import { proposeGamertag } from "#users";
import { dueMethods, type SecondFactorDeps } from "./attempt/take-second-factor.ts";
import { askWallet } from "./factors/ask-wallet.ts";
import { askPasskey } from "./factors/check-passkey.ts";
import type { Attempt } from "./model/attempt.ts";
import { type LoginTarget, loginPath } from "./model/login-target.ts";
import type { Method } from "./model/method.ts";
import { hashOf } from "./model/secrets.ts";
import { findAttempt } from "./store/attempts.ts";
import { codeStep, emailStep, gamertagStep, type LoginView, secondFactorStep } from "./templates/login-page.ts";
import {
  emailFields,
  nothingDue,
  otherWays,
  passkeyAttributes,
  passkeyCheckFields,
  passkeyStep,
  passwordStep,
  recoveryFields,
  totpFields,
  walletStep,
} from "./templates/way-in-steps.ts";
import type { Fields } from "./wire.ts";

/** Another way than the page's usual one: first proofs, and second ones. */
export type Way = (typeof FIRST_WAYS)[number] | (typeof SECOND_WAYS)[number];
const FIRST_WAYS = ["passkey", "password", "wallet"] as const;
const SECOND_WAYS = ["totp", "recovery", "passkey", "email"] as const;

/** Where a login leads, since when it must have begun, and by which way the person wants to go. */
export type Wanted = {
  readonly next: LoginTarget;
  readonly since: Date | undefined;
  readonly way: Way | undefined;
};

export type LoginStepsDeps = BrowserDeps &
  SecondFactorDeps & {
    readonly db: Db;
    readonly clock: Clock;
    /** The app that asks for a login which leads to `next`. */
    readonly appOf: (next: LoginTarget) => Promise<Page["app"]>;
  };

type Asked = {
  readonly view: LoginView;
  readonly wanted: Wanted;
  readonly fields: Fields;
  readonly secret: string;
  /** Of the browser. */
  readonly network: string;
  /** In the field of the address. */
  readonly email: string;
  /** That who makes an account accepts. */
  readonly terms: Terms | undefined;
};

type Step = Pick<Page, "title" | "content" | "script" | "connects">;

export function wayOf(text: string): Way | undefined {
  return [...FIRST_WAYS, ...SECOND_WAYS].find((way) => way === text);
}

/** The step that the browser's attempt is in. A first proof by another way takes the place of a code that was sent. */
export async function loginStep(deps: LoginStepsDeps, asked: Asked): Promise<Step> {
  const { view, fields, secret, email } = asked;
  const attempt = await findAttempt(deps.db, hashOf(secret), "log_in", deps.clock.now());
  switch (attempt.kind) {
    case "none":
      return (
        (await otherStep(deps, asked)) ?? {
          ...emailStep(view, { email, others: firstWays(deps, asked) }),
          ...(deps.site && OFFERS_PASSKEYS),
        }
      );
    case "code_sent":
      return (await otherStep(deps, asked)) ?? codeStep(view, { email: attempt.email, others: firstWays(deps, asked) });
    case "proved": {
      const gamertag = fields["gamertag"] ?? (await proposeGamertag(deps, attempt));
      return gamertagStep(view, { gamertag, host: new URL(deps.baseUrl).host, terms: asked.terms });
    }
    case "second_factor":
      return await secondStep(deps, asked, attempt);
  }
}

/** The script asks for the page of passkeys, and for what the browser is to be asked there. */
const OFFERS_PASSKEYS = { script: PASSKEY_SCRIPT, connects: true };

const FIRST_LABELS = {
  passkey: "login_way_passkey",
  password: "login_way_password",
  wallet: "login_way_wallet",
} as const;

function firstWays({ site }: LoginStepsDeps, { wanted, view: { reader } }: Asked): Html | undefined {
  const { next, since, way } = wanted;
  const links = FIRST_WAYS.filter((one) => one !== way && (one !== "passkey" || site !== undefined)).map((one) => ({
    href: loginPath(next, { since, way: one }),
    label: reader.text(FIRST_LABELS[one]),
  }));
  const usual = way === undefined ? [] : [{ href: loginPath(next, { since }), label: reader.text("login_way_email") }];
  return otherWays(reader, [...usual, ...links]);
}

async function otherStep(deps: LoginStepsDeps, asked: Asked): Promise<Step | undefined> {
  const { wanted, secret, network, email } = asked;
  const view = { ...asked.view, hidden: { ...asked.view.hidden, with: wanted.way ?? "" } };
  const others = firstWays(deps, asked);
  switch (wanted.way) {
    case "password":
      return passwordStep(view, { email, others });
    case "passkey": {
      const question = await passkeyQuestion(deps, secret, undefined);
      return question === undefined
        ? undefined
        : { ...passkeyStep(view, { asked: question, others }), script: PASSKEY_SCRIPT };
    }
    case "wallet": {
      const question = await askWallet(deps, { browser: hashOf(secret), network, action: "login" });
      return walletStep(view, {
        ...question,
        code: qrCode(question.qr, view.reader.text("login_wallet_code")),
        others,
      });
    }
    default:
      return undefined;
  }
}

/** Undefined where there are no passkeys. */
async function passkeyQuestion(
  { site, ...deps }: LoginStepsDeps,
  secret: string,
  userId: UserId | undefined,
): Promise<string | undefined> {
  if (site === undefined) return undefined;
  return JSON.stringify(await askPasskey({ ...deps, site }, { browser: hashOf(secret), userId }));
}

const SECOND_LABELS = {
  totp: "login_way_app",
  recovery: "login_way_recovery",
  passkey: "login_way_passkey",
  email: "login_way_email",
} as const satisfies Partial<Record<Method, TextKey>>;

function labelOf(reader: Reader, method: Method): string {
  return Object.hasOwn(SECOND_LABELS, method)
    ? reader.text(SECOND_LABELS[method as keyof typeof SECOND_LABELS])
    : method;
}

async function secondStep(
  deps: LoginStepsDeps,
  asked: Asked,
  attempt: Extract<Attempt, { readonly kind: "second_factor" }>,
): Promise<Step> {
  const { view, wanted, secret } = asked;
  const due = (await dueMethods(deps, attempt)).filter((method) => method !== "passkey" || deps.site !== undefined);
  const method = due.find((one) => one === wanted.way) ?? due[0];
  const links = due
    .filter((one) => one !== method)
    .map((one) => ({
      href: loginPath(wanted.next, { since: wanted.since, way: one }),
      label: labelOf(view.reader, one),
    }));
  const shown = { ...view, hidden: { ...view.hidden, with: method ?? "" } };
  const others = otherWays(view.reader, links, "login_ways_second");
  if (method === "passkey") {
    const question = (await passkeyQuestion(deps, secret, attempt.userId)) ?? "";
    const attributes = passkeyAttributes("get", question);
    return {
      ...secondFactorStep(shown, { fields: passkeyCheckFields(shown), attributes, others }),
      script: PASSKEY_SCRIPT,
    };
  }
  return secondFactorStep(shown, { fields: await secondFields(deps, shown, { method, secret }), others });
}

async function secondFields(
  { db, clock }: LoginStepsDeps,
  view: LoginView,
  { method, secret }: { readonly method: Method | undefined; readonly secret: string },
): Promise<Html> {
  switch (method) {
    case "totp":
      return totpFields(view);
    case "recovery":
      return recoveryFields(view);
    case "email": {
      const { kind } = await findAttempt(db, hashOf(secret), "second_factor", clock.now());
      return emailFields(view, { isSent: kind === "code_sent" });
    }
    default:
      return nothingDue(view);
  }
}
