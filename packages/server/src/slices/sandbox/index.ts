export type { SandboxDeps } from "./deps.ts";
export { SIGNATURE_HEADER, signMessage } from "./messages.ts";
export { sandboxIdentity } from "./sandbox-identity.ts";
export { sandboxProcessor } from "./sandbox-processor.ts";
