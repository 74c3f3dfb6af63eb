import type { Caller } from "./caller.ts";
import type { AppError } from "./errors.ts";

/** A request with a valid key that was refused or failed, as it was answered. */
export type RefusedCall = {
  readonly caller: Caller;
  /** It was refused for the address from which it came: a key that was stolen may be used there. */
  readonly isElsewhere: boolean;
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  /** Without its query. */
  readonly path: string;
  readonly failure: AppError;
  /** As far as it was read. */
  readonly body: unknown;
  readonly network: string;
  readonly tookMs: number;
};
