import type { Agent as UndiciAgent, Client as UndiciClient, errors as UndiciErrors } from "undici";
// @ts-expect-error: the library has types for its door alone
import errorsAlone from "undici/lib/core/errors.js";
// @ts-expect-error: as above
import AgentAlone from "undici/lib/dispatcher/agent.js";
// @ts-expect-error: as above
import ClientAlone from "undici/lib/dispatcher/client.js";

/**
 * What we use of the HTTP client. Its door loads `fetch`, `WebSocket`, caches and mocks as well: 87 modules, 13 MB and
 * 45 ms that every start would pay for. A test sees that these are the same as at the door.
 */
export const Agent: typeof UndiciAgent = AgentAlone;
export type Agent = UndiciAgent;
/** One connection. */
export const Client: typeof UndiciClient = ClientAlone;
export type Client = UndiciClient;
export const errors: typeof UndiciErrors = errorsAlone;
