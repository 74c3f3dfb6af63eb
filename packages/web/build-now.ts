/** `npm run build`: what the first start would do. */
import { buildAssets } from "./build.ts";

await buildAssets({ say: (text) => process.stdout.write(`${text}\n`) });
