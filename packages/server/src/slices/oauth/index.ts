export { appOfLogin } from "./apps/app-of-login.ts";
export { changeApp, endOldSecrets, revokeApp, rotateSecret } from "./apps/change-app.ts";
export { type AppDeps, createApp, type NewApp } from "./apps/create-app.ts";
export { isClientSecret } from "./apps/is-client-secret.ts";
export { type App, AppNotFound } from "./model/app.ts";
export { openProtocol, type Protocol, type ProtocolDeps } from "./provider/protocol.ts";
export { findApp, listApps, listSecretTimes } from "./store/apps.ts";
export { type ConnectedApp, listConnectedApps } from "./store/consents.ts";
