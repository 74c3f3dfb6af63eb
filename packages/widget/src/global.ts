/** For pages without a bundler: `<script src="https://…/widget/v1/leyden-ramp.js">` makes `window.Leyden`. */

import { createRamp as createRampAt } from "./index.ts";
import { defineLeydenRamp } from "./leyden-ramp.ts";
import type { Ramp, RampOptions } from "./options.ts";

const PLACE = /\/widget\/v1\/[^/]*$/;

/** The service from which this script came. */
const script = document.currentScript as HTMLScriptElement | null;
const ownBaseUrl = script !== null && PLACE.test(script.src) ? script.src.replace(PLACE, "") : undefined;

/** As `createRamp` of the package; without a base URL it is the service from which the script came. */
export function createRamp(options: Omit<RampOptions, "baseUrl"> & { readonly baseUrl?: string }): Ramp {
  return createRampAt({ ...options, baseUrl: options.baseUrl ?? ownBaseUrl ?? "" });
}

defineLeydenRamp(ownBaseUrl);
