import { type ComponentType, createElement, lazy } from "react";
import { ErrorState } from "../../ui/states.tsx";

/** Draws what is loaded with its first showing. Where it cannot be, as after an upgrade, it says so. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load().catch(() => Failed) }));
}

/** Loaded anew, the page asks for the files that are there now. */
function Failed() {
  return createElement(ErrorState, { error: undefined, onRetry: () => location.reload() });
}
