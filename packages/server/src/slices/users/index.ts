export { changeGamertag } from "./change-gamertag.ts";
export { type CreateUserDeps, createUser } from "./create-user.ts";
export { invariants } from "./invariants.ts";
export { markEmailVerified } from "./mark-email-verified.ts";
export { type User, UserNotFound } from "./model/user.ts";
export { proposeGamertag } from "./propose-gamertag.ts";
export { findUser, findUserByAny, findUserByEmail, findUserByGamertag, listUsers } from "./store.ts";
