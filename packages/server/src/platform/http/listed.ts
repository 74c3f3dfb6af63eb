/** What a person may open at this service, collected from the routes themselves. */
import type { Message } from "#kernel/errors.ts";

/** What a route says of itself when people should find it: a line of the page at `/`, and of the message of a start. */
export type Listed = {
  readonly name: string;
  /** One sentence without a full stop. */
  readonly about: string;
} & (
  | { readonly kind: "docs" | "health" }
  /** For everybody: `said` is the same in the language of whoever looks. */
  | { readonly kind: "account"; readonly said: { readonly name: Message; readonly about: Message } }
  /** A page of development, for browsers on this machine; it is shown while `isOpen` says so. */
  | { readonly kind: "development"; readonly isOpen: () => boolean }
);

export type ListedPage = {
  readonly path: string;
  readonly name: string;
  readonly about: string;
  readonly said?: { readonly name: Message; readonly about: Message };
};

/** The pages by kind, in the order in which they were added. */
export type ListedPages = Readonly<Record<Listed["kind"], readonly ListedPage[]>>;

type AddedRoute = {
  readonly url: string;
  readonly method: string | string[];
  readonly config?: { readonly listed?: Listed };
};

/**
 * The list of a service's pages: `add` takes every route that is added, `open` says which pages are there now. A part
 * that is switched off adds no route, so its pages are not among them.
 */
export function listPages() {
  const pages: { readonly path: string; readonly listed: Listed }[] = [];
  const open = (kind: Listed["kind"]): readonly ListedPage[] =>
    pages
      .filter(({ listed }) => listed.kind === kind && (listed.kind !== "development" || listed.isOpen()))
      .map(({ path, listed }) => ({
        path,
        name: listed.name,
        about: listed.about,
        ...(listed.kind === "account" && { said: listed.said }),
      }));
  return {
    add({ url, method, config }: AddedRoute): void {
      if (config?.listed !== undefined && method === "GET") pages.push({ path: url, listed: config.listed });
    },
    open: (): ListedPages => ({
      docs: open("docs"),
      account: open("account"),
      development: open("development"),
      health: open("health"),
    }),
  };
}
