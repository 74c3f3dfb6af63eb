import type { Scope } from "#kernel/caller.ts";

/** What a member is in a project. */
export const ROLES = ["owner", "developer", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What may be done with a project, and who may. A call of the API's own routes is the action of its scope: `settings`
 * is what only a key without scopes may do. `isFresh`: asks for a login that is not older than ten minutes. Source:
 * ours.
 */
export const ACTIONS = {
  /** Read what the project has; no secret is in it. */
  read: { roles: ROLES, isFresh: false },
  /** Read what was sent to the project's servers, word for word. */
  bodies: { roles: ["owner", "developer"], isFresh: false },
  receive: { roles: ["owner", "developer"], isFresh: false },
  ramp: { roles: ["owner", "developer"], isFresh: false },
  /** Settings, and where events go: they name who was paid, and the proof. */
  settings: { roles: ["owner", "developer"], isFresh: true },
  /** Send events again to where they go already. */
  resend: { roles: ["owner", "developer"], isFresh: false },
  send: { roles: ["owner", "developer"], isFresh: true },
  /** A voucher is money, and its code is a secret. */
  vouchers: { roles: ["owner", "developer"], isFresh: true },
  secrets: { roles: ["owner", "developer"], isFresh: true },
  /** `LEYDEN_KEY_ROLES` may leave it to fewer. */
  keys: { roles: ["owner", "developer"], isFresh: true },
  apps: { roles: ["owner", "developer"], isFresh: true },
  /** Who is a member, and what a member may send. */
  members: { roles: ["owner"], isFresh: true },
  /** Leave a project oneself. */
  leave: { roles: ROLES, isFresh: true },
  delete: { roles: ["owner"], isFresh: true },
} as const satisfies Readonly<Record<string, { readonly roles: readonly Role[]; readonly isFresh: boolean }>>;

export type Action = keyof typeof ACTIONS;

export function isAction(text: string): text is Action {
  return Object.hasOwn(ACTIONS, text);
}

/** What the operator leaves to fewer roles than the table does. */
export type Narrowed = { readonly [Name in Action]?: readonly Role[] | undefined };

export function mayDo(role: Role, action: Action, narrowed: Narrowed = {}): boolean {
  const roles: readonly Role[] = ACTIONS[action].roles;
  return roles.includes(role) && (narrowed[action]?.includes(role) ?? true);
}

export function actionsOf(role: Role, narrowed: Narrowed = {}): readonly Action[] {
  return (Object.keys(ACTIONS) as Action[]).filter((action) => mayDo(role, action, narrowed));
}

/** What the key of a viewer may be used for; the other roles have no scopes, which is all. */
export const VIEWER_SCOPES: readonly Scope[] = ["read"];

export function scopesOf(role: Role): readonly Scope[] | undefined {
  return role === "viewer" ? VIEWER_SCOPES : undefined;
}
