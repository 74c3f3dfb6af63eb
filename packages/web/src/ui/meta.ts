/** What the service wrote into the head of the page. */
export function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="leyden-${name}"]`)?.content;
}
