export { authenticate, createKeyCache, type KeyCache } from "./authenticate.ts";
export { changeProject, type ProjectChanges } from "./change-project.ts";
export { createKey } from "./create-key.ts";
export { createProject } from "./create-project.ts";
export { invariants } from "./invariants.ts";
export { type Project, ProjectNotFound } from "./model/project.ts";
export type { ProjectKey, ProjectKeySecret } from "./model/project-key.ts";
export { revokeKey } from "./revoke-key.ts";
export { findPolicy, findProject, listKeys, listProjects } from "./store.ts";
