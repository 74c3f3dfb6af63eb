/**
 * The routes for pages that this service has beside `/v0`, in the form in which `openapi-typescript` writes them. Until
 * they are made from `packages/server/openapi-pages.json` they stand here by hand.
 */
type Answers<Data> = {
  responses: { 200: { content: { "application/json": { success: true; data: Data; message: string } } } };
};

export type Role = "owner" | "developer" | "viewer";

export type MemberProject = {
  readonly id: string;
  readonly name: string;
  readonly handle: string | null;
  readonly role: Role;
  readonly createdAt: string;
};

export type DashboardMe = {
  readonly user: { readonly id: string; readonly gamertag: string; readonly email: string };
  /** Until then the login is fresh; in the past when it is not. */
  readonly freshUntil: string;
  readonly network: string;
  readonly serviceName: string;
  readonly mayCreateProjects: boolean;
  readonly projects: readonly MemberProject[];
};

export type ProjectNow = {
  readonly id: string;
  readonly name: string;
  readonly handle: string | null;
  readonly role: Role;
  /** Millisatoshis, as digits. */
  readonly balance: string;
};

export type WalletMe = {
  readonly user: { readonly id: string; readonly gamertag: string; readonly email: string };
  readonly freshUntil: string;
  readonly network: string;
  readonly serviceName: string;
  /** Millisatoshis, as digits. */
  readonly balance: string;
  /** Of the person, whom a payment to it reaches. */
  readonly lightningAddress: string;
};

export type OwnPaths = {
  "/dashboard/api/me": { get: Answers<DashboardMe> };
  "/dashboard/api/projects": {
    post: Answers<MemberProject> & { requestBody: { content: { "application/json": { name: string } } } };
  };
  "/dashboard/api/projects/{project}": { get: Answers<ProjectNow> };
  "/wallet/api/me": { get: Answers<WalletMe> };
};
