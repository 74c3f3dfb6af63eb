import { createContext, useContext } from "react";
import type { Branding } from "../ui/branding.ts";
import type { Format } from "../ui/format.ts";
import type { Announce } from "./announce.ts";
import type { RampApi } from "./api.ts";
import type { RampStore } from "./store.ts";
import type { Translate } from "./text.ts";

/** What every part of the page may use. */
export type Ramp = {
  readonly api: RampApi;
  readonly store: RampStore;
  readonly announce: Announce;
  readonly t: Translate;
  readonly format: Format;
  readonly language: string;
  readonly branding: Branding;
  /** Somebody hears when the page says that it is to be closed. */
  readonly canClose: boolean;
  /** It is a page of its own. */
  readonly isAlone: boolean;
};

export const RampContext = createContext<Ramp | undefined>(undefined);

export function useRamp(): Ramp {
  const ramp = useContext(RampContext);
  if (ramp === undefined) throw new Error("outside of the ramp");
  return ramp;
}
