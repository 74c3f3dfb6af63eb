import { readFileSync } from "node:fs";

/**
 * For a page with one `form[data-passkey]`: "create" or "get", and in `data-asked` what the browser is to be asked, in
 * the JSON of WebAuthn.
 */
export const PASSKEY_SCRIPT = readFileSync(new URL("passkey.js", import.meta.url), "utf8");
