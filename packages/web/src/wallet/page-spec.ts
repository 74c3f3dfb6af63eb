import type { ComponentType } from "react";
import type { Key } from "./text.ts";

/** A page of the wallet: its place in the navigation, its address, and what draws it. */
export type PageSpec = {
  /** Below the wallet's address: `/` or `/send`. With `/send/:id` and the like a page draws several. */
  readonly path: string;
  readonly label: Key;
  /** Of its sign in the navigation: see ui/icon.tsx; undefined: other pages lead to it. */
  readonly icon: string | undefined;
  /** Loaded when the page is opened, unless it is there already. */
  readonly load: () => Promise<ComponentType>;
};
