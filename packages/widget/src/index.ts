import type { Ramp, RampOptions } from "./options.ts";
import { rampIn } from "./ramp.ts";

export type {
  Ramp,
  RampCallbacks,
  RampFailure,
  RampOptions,
  RampStep,
  RampSuccess,
  RampTheme,
} from "./options.ts";

/**
 * The ramp of one session; `mount()` shows it.
 *
 * @throws {TypeError} when the token is no session token, or the base URL no URL.
 */
export function createRamp(options: RampOptions): Ramp {
  return rampIn(window, options);
}
