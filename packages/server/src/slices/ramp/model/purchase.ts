import type { Brand } from "#kernel/brand.ts";

export type PurchaseId = Brand<string, "PurchaseId">;
export type SessionId = Brand<string, "RampSessionId">;
