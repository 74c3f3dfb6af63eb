export { appOfLogin } from "./apps/app-of-login.ts";
export {
  changeApp,
  endOldSecrets,
  endSecretsAgain,
  revokeApp,
  revokeAppAgain,
  rotateSecret,
} from "./apps/change-app.ts";
export { type AppDeps, createApp } from "./apps/create-app.ts";
export { disconnectApp } from "./apps/disconnect-app.ts";
export { endSecret } from "./apps/end-secret.ts";
export { isClientSecret } from "./apps/is-client-secret.ts";
export { userFinder } from "./find-things.ts";
export { findTokenHolder } from "./find-token-holder.ts";
export { invariants } from "./invariants.ts";
export { type App, type AppId, AppNotFound, isClientId } from "./model/app.ts";
export { presentSecret } from "./present-secret.ts";
export { openProtocol, type ProtocolDeps } from "./provider/protocol.ts";
export { rotateSigningKey } from "./provider/signing-keys.ts";
export { findApp, listApps } from "./store/apps.ts";
export { listConnectedApps } from "./store/consents.ts";
export { listSecrets, listValidSecrets } from "./store/secrets.ts";
