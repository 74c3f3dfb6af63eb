import { type ComponentType, lazy } from "react";

/** Draws what is loaded with its first showing. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
