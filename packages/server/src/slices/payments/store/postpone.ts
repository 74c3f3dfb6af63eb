import type { IncidentKind } from "#incidents";
import type { PaymentId } from "#kernel/ids.ts";
import type { NotSentReason } from "#lightning";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { PaymentWait } from "#texts/progress.ts";
import { outcomeOf } from "./batched.ts";

export type Postpone = {
  readonly id: PaymentId;
  readonly leaseToken: bigint;
  readonly version: number;
  readonly state: "resolving" | "ready" | "in_flight" | "unknown";
  readonly reason: PaymentWait;
  readonly detail: string | undefined;
  readonly dueAt: Date;
  /** The node was asked after the expiry and did not know the hash. */
  readonly isAbsent: boolean;
  readonly isMissing: boolean;
  /** The last attempt provably never left. */
  readonly notSent: NotSentReason | undefined;
  readonly incident: { readonly id: string; readonly kind: IncidentKind; readonly detail: string } | undefined;
};

export const postponeMany: BatchedFunction<Postpone, "postponed" | "lease_lost"> = {
  name: "payments.postpone_many",
  columns: {
    id: ["uuid", (p) => p.id],
    lease_token: ["bigint", (p) => p.leaseToken],
    version: ["int", (p) => p.version],
    state: ["text", (p) => p.state],
    status_reason: ["text", (p) => p.reason],
    status_detail: ["text", (p) => p.detail],
    due_at: ["timestamptz", (p) => p.dueAt],
    absent: ["boolean", (p) => p.isAbsent],
    missing: ["boolean", (p) => p.isMissing],
    not_sent: ["text", (p) => p.notSent],
    incident: ["uuid", (p) => p.incident?.id],
    incident_kind: ["text", (p) => p.incident?.kind],
    incident_detail: ["text", (p) => p.incident?.detail],
  },
  decode: outcomeOf(),
};
