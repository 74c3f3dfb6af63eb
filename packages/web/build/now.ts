/**
 * Builds what is not built: `npm run build`, and the service in a checkout before it shows a page for the first time.
 */
import { buildPages } from "./build.ts";

await buildPages({ say: (text) => process.stdout.write(`${text}\n`) });
