/** What the widget wrote into the page's address. */
export type Address = {
  readonly sessionId: string;
  /** Opens the session, once. Undefined when the page is loaded again. */
  readonly token: string | undefined;
  /** Known to the widget that made the frame, and to nobody else. */
  readonly channel: string;
  /** Origin of the page around the frame; undefined when it was not said. */
  readonly parent: string | undefined;
  readonly theme: "light" | "dark" | "auto";
  /** Wanted languages, the best first. */
  readonly languages: readonly string[];
};

type Place = Pick<Location, "pathname" | "hash">;

export function readAddress({ pathname, hash }: Place, browserLanguages: readonly string[]): Address {
  const fields = new URLSearchParams(hash.slice(1));
  const theme = fields.get("theme");
  const locale = fields.get("locale");
  return {
    sessionId: pathname.split("/").at(-1) ?? "",
    token: fields.get("token") ?? undefined,
    channel: fields.get("channel") ?? "",
    parent: fields.get("parent") ?? undefined,
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    languages: locale === null ? browserLanguages : [locale, ...browserLanguages],
  };
}

/** The address without the token. The rest stays, so that a page that is loaded again still knows its widget. */
export function withoutToken({ pathname, hash }: Place): string {
  const fields = new URLSearchParams(hash.slice(1));
  fields.delete("token");
  return fields.size === 0 ? pathname : `${pathname}#${fields}`;
}
