import type { ComponentType } from "react";

/** A page of a project: its place in the navigation, its address, and what draws it. */
export type PageSpec = {
  /** Below the project's address; empty for the first page. */
  readonly path: string;
  readonly label: string;
  readonly group: "money" | "build" | "project";
  /** Another page leads to it: the navigation does not have it. */
  readonly isInside?: true;
  /** Loaded when the page is opened, unless it is there already. */
  readonly load: () => Promise<ComponentType>;
  /** Below the page's address, drawn where the page has its `Outlet`, such as `$id` for a side panel. */
  readonly details?: readonly { readonly path: string; readonly load: () => Promise<ComponentType> }[];
};
