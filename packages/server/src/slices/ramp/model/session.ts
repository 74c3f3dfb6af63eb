import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";
import type { Currency, Minor } from "#kernel/fiat.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";

export type SessionId = Brand<string, "RampSessionId">;

/** What a project asks the widget to do. */
export type Session = {
  readonly id: SessionId;
  readonly projectId: ProjectId;
  /** Whose person must prove it. */
  readonly email: string;
  /** Empty: the person's own wallet has opened it, and no project. */
  readonly webhookUrl: string;
  /** As the project gave it; undefined: the person's own wallet. */
  readonly destination: string | undefined;
  /** Undefined: the person chooses. */
  readonly quoteCurrency: Currency | undefined;
  readonly referenceId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** Where the page leads back to, when it is in no frame. */
  readonly returnUrl: string | undefined;
  /** What the person chose before it was known who it is. */
  readonly chosen: ChosenAmount | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly progress: SessionProgress;
};

export type ChosenAmount = { readonly source: Minor; readonly currency: Currency };

export type SessionProgress =
  | { readonly kind: "open" }
  /** A browser has opened its page. */
  | { readonly kind: "active"; readonly browser: SessionBrowser }
  | { readonly kind: "completed"; readonly browser: SessionBrowser; readonly endedAt: Date }
  /** `expired` also when no row says so yet; `browser`: undefined when none has opened it. */
  | {
      readonly kind: "expired" | "canceled";
      readonly browser: SessionBrowser | undefined;
      readonly endedAt: Date;
    };

/** The one browser of a session: its network as limits count it, and its user, as soon as the address is proved. */
export type SessionBrowser = { readonly network: string; readonly userId: UserId | undefined };

export type SessionState = SessionProgress["kind"];

export const SESSION_STATES = [
  "open",
  "active",
  "completed",
  "expired",
  "canceled",
] as const satisfies readonly SessionState[];

export function isLasting({ progress }: Pick<Session, "progress">): boolean {
  return progress.kind === "open" || progress.kind === "active";
}

/** The person's own wallet has opened it; a project always names a webhook. */
export function isOfWallet({ webhookUrl }: Pick<Session, "webhookUrl">): boolean {
  return webhookUrl === "";
}

/** Undefined when no browser has opened the session. */
export function browserOf({ progress }: Pick<Session, "progress">): SessionBrowser | undefined {
  return progress.kind === "open" ? undefined : progress.browser;
}

export class SessionNotFound extends AppError {
  constructor() {
    super("ramp_session_not_found", "there is no such session");
  }
}

/** Its 15 minutes are over, or it was ended. What was begun goes on. */
export class SessionEnded extends AppError {
  constructor({ progress }: Pick<Session, "progress">) {
    super("ramp_session_ended", `the session is ${progress.kind}; the shop can begin another one`);
  }
}

/** Another browser has opened it. */
export class SessionInUse extends AppError {
  constructor() {
    super("ramp_session_in_use", "this session was opened in another browser");
  }
}

/** The access token does not say that the address of the session is its user's, to this project. */
export class UserTokenRefused extends AppError {
  /** `scope`: it is valid, and does not let the application read the address. */
  constructor(why: "scope" | "user") {
    const { message, issue } = TOKEN_REFUSALS[why];
    super("ramp_user_token_refused", message, { details: [{ field: "usertoken", issue }] });
  }
}

const TOKEN_REFUSALS = {
  scope: {
    message: "the access token has neither the scope `user` nor `email`",
    issue: "must have the scope `user` or `email`: the application asks the user for it at the login",
  },
  user: {
    message: "the access token is not that of a user with this e-mail address",
    issue: "must be valid, of an application of this project, of the user `email`",
  },
};

export class AddressNotProved extends AppError {
  constructor() {
    super("ramp_address_not_proved", "prove the e-mail address first");
  }
}
