import type { PageShape } from "./shapes.ts";

/**
 * Routes for pages that `packages/server/openapi-pages.json` does not have yet, in the form in which
 * `openapi-typescript` writes them. What stands there counts.
 */
export type OwnPaths = Readonly<Record<never, never>>;

export type DashboardMe = PageShape<"Me">;
export type MemberProject = PageShape<"MemberProject">;
export type WalletMe = PageShape<"OwnWallet">;
export type Role = MemberProject["role"];
