import { createContext, useContext } from "react";

/** What the parts say, in the language of the page that they are in. */
export type Words = {
  readonly about: string;
  readonly close: string;
  readonly copied: string;
  readonly copy: string;
  readonly copySelect: string;
  readonly failed: string;
  readonly liveEnded: string;
  readonly liveFull: string;
  readonly liveLost: string;
  readonly loading: string;
  readonly newest: string;
  readonly older: string;
  readonly priceMadeUp: string;
  readonly retry: string;
  readonly unit: string;
  /** Of the foot: names of links, and the small line about the software. */
  readonly foot: Readonly<Record<"support" | "terms" | "privacy" | "imprint" | "software", string>>;
  network(name: string): string;
  request(id: string): string;
  /** Of a failure by its code, where the page has words for it. */
  failure(failure: Failure): string;
};

/** What is shown of a failed call. */
export type Failure = { readonly code: string; readonly message: string; readonly requestId?: string | undefined };

export type Ui = {
  readonly words: Words;
  /** For numbers and times. */
  readonly locale: string;
};

export const UiContext = createContext<Ui | undefined>(undefined);

export function useUi(): Ui {
  const ui = useContext(UiContext);
  if (ui === undefined) throw new Error("outside of a page");
  return ui;
}
