/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - scope: What a key may be used for; each route names the one that it needs.
 * - cap, budget: The most that one payment of a key may send, and the most that its payments may send in any 24 hours,
 *   7 days or 30 days.
 * - roll over: Make a key that takes over from another one, with its name, its rules and its budgets.
 */

export { authenticate, createKeyCache, findMemberCaller, KEY_CACHE_MS, type KeyCache } from "./authenticate.ts";
export { changeProject, type ProjectChanges } from "./change-project.ts";
export { confirmKeys } from "./confirm-keys.ts";
export { createKey } from "./create-key.ts";
export { createProject } from "./create-project.ts";
export { keyFinder } from "./find-things.ts";
export { invariants } from "./invariants.ts";
export { lowerFeeCeiling } from "./lower-fee-ceiling.ts";
export { BUDGET_WINDOWS, type Budgets, type BudgetWindow, leftOf, tellBudgets } from "./model/budget.ts";
export type { KeyPolicy, KeyPolicyChanges } from "./model/key-policy.ts";
export { nameForms, type Project, ProjectNameTaken, ProjectNotFound } from "./model/project.ts";
export { KeyNotFound } from "./model/project-key.ts";
export { renameKey } from "./rename-key.ts";
export { listChangedRules, restrictKey, waitForRules } from "./restrict-key.ts";
export { revokeAgain, revokeKey } from "./revoke-key.ts";
export { endAgain, rollKey } from "./roll-key.ts";
export { setContact, setLowBalance } from "./set-contact.ts";
export { setKeyRules } from "./set-key-rules.ts";
export { setProjectLanguage } from "./set-project-language.ts";
export {
  type EndingKey,
  findContact,
  listContacts,
  listEndingKeys,
  listNames,
  listReachable,
  type ReachableProject,
} from "./store/contacts.ts";
export { countUnconfirmed, findFirstKey, findKeyUse, listLaterEnds, listValidKeys } from "./store/keys.ts";
export { findKey, type KeyWithPolicy, listKeys, listKeysById } from "./store/policies.ts";
export { findPolicy, findProject, listFeeCeilings, listProjects, listProjectsById } from "./store.ts";
