/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - sandbox: A processor and an identity provider whose money and people are made up.
 */

export type { SandboxDeps } from "./deps.ts";
export { signMessage } from "./messages.ts";
export { sandboxIdentity } from "./sandbox-identity.ts";
export { sandboxProcessor } from "./sandbox-processor.ts";
