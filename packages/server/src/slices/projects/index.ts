export { authenticate, createKeyCache, KEY_CACHE_MS, type KeyCache } from "./authenticate.ts";
export { createKey } from "./create-key.ts";
export { createProject } from "./create-project.ts";
export { createRecipientCache, findRecipientByHandle, type Recipient, type RecipientCache } from "./find-recipient.ts";
export { invariants } from "./invariants.ts";
export { type Project, ProjectNotFound } from "./project.ts";
export type { ProjectKey, ProjectKeySecret } from "./project-key.ts";
export { revokeKey } from "./revoke-key.ts";
export { findProject, listKeys, listProjects } from "./store.ts";
