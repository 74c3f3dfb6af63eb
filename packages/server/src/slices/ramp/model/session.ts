import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";
import type { Currency } from "#kernel/fiat.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";

export type SessionId = Brand<string, "RampSessionId">;

export const SESSION_STATES = ["open", "active", "completed", "expired", "canceled"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** What a project asks the widget to do. */
export type Session = {
  readonly id: SessionId;
  readonly projectId: ProjectId;
  /** Whose person must prove it. */
  readonly email: string;
  readonly webhookUrl: string;
  /** As the project gave it; undefined: the person's own wallet. */
  readonly destination: string | undefined;
  /** Undefined: the person chooses. */
  readonly quoteCurrency: Currency | undefined;
  readonly referenceId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** `expired` also when no row says so yet. */
  readonly state: SessionState;
  /** A browser has opened its page. */
  readonly isOpened: boolean;
  /** Of that browser, as limits count it. */
  readonly network: string | undefined;
  /** As soon as the address is proved. */
  readonly userId: UserId | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | undefined;
};

export function isLasting({ state }: Pick<Session, "state">): boolean {
  return state === "open" || state === "active";
}

export class SessionNotFound extends AppError {
  constructor() {
    super("ramp_session_not_found", "there is no such session");
  }
}

/** Its 15 minutes are over, or it was ended. What was begun goes on. */
export class SessionEnded extends AppError {
  constructor(state: SessionState) {
    super("ramp_session_ended", `the session is ${state}; the shop can begin another one`);
  }
}

/** Another browser has opened it. */
export class SessionInUse extends AppError {
  constructor() {
    super("ramp_session_in_use", "this session was opened in another browser");
  }
}

export class AddressNotProved extends AppError {
  constructor() {
    super("ramp_address_not_proved", "prove the e-mail address first");
  }
}
