import type { Brand } from "#kernel/brand.ts";
import type { UserId } from "#kernel/ids.ts";
import type { IdentityResult } from "#ramp";

/** Names one try of a user to be identified. It cannot be guessed. */
export type IdentityReference = Brand<string, "SandboxIdentityReference">;

/** No try of the sandbox expires. */
export type IdentityState = Exclude<IdentityResult["state"], "expired">;

export type SandboxIdentity = {
  readonly reference: IdentityReference;
  readonly userId: UserId;
  readonly state: IdentityState;
  /** When it is approved by itself. */
  readonly dueAt: Date | undefined;
  readonly version: number;
  readonly createdAt: Date;
};

export type IdentityCommand =
  /** The form of the page; the surname decides. */
  | { readonly kind: "submit"; readonly surname: string }
  /** Of the operator, about one in review. */
  | { readonly kind: "approve" | "reject" }
  | { readonly kind: "advance" };

const PROCESSING_MS = 2_000;

const BY_SURNAME: Readonly<Record<string, IdentityState>> = {
  approve: "approved",
  reject: "rejected",
  retry: "retry",
  review: "review",
};

/** The try after a command; undefined when the command has nothing to do in this state. */
export function identityAfter(
  identity: SandboxIdentity,
  command: IdentityCommand,
  now: Date,
): SandboxIdentity | undefined {
  const to = (state: IdentityState) => ({ ...identity, state, dueAt: undefined });
  const { state, dueAt } = identity;
  switch (command.kind) {
    case "submit": {
      if (state !== "waiting") return undefined;
      const surname = command.surname.trim().toLowerCase();
      const decided = Object.hasOwn(BY_SURNAME, surname) ? BY_SURNAME[surname] : undefined;
      if (decided !== undefined) return to(decided);
      return { ...identity, state: "processing", dueAt: new Date(now.getTime() + PROCESSING_MS) };
    }
    case "approve":
      return state === "review" ? to("approved") : undefined;
    case "reject":
      return state === "review" ? to("rejected") : undefined;
    case "advance":
      return dueAt !== undefined && dueAt <= now ? to("approved") : undefined;
  }
}

const REASONS: Readonly<Partial<Record<IdentityState, IdentityResult["reason"]>>> = {
  rejected: "country",
  retry: "unreadable",
};

/** As the ramp sees it. */
export function presentIdentity({ state }: SandboxIdentity): IdentityResult {
  return { state, reason: REASONS[state] };
}
