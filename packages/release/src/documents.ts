import { posix } from "node:path";

const { dirname, join } = posix;

/** Documents of the checkout that a release has: what operators and integrators read. */
const DOCUMENTS =
  /^(?:CHANGELOG\.md|SECURITY\.md|LICENSE|docs\/(?!releases\/|decisions\/|reading\.md).*\.(?:md|json|yml))$/;
/** `[text](place)` and `[text](place#part)`, where the place is in the same tree. */
const LINK = /\[([^\][]+)\]\((?![a-z]+:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;

export function isDocument(path: string): boolean {
  return DOCUMENTS.test(path);
}

/** A document at `path`, of whose links those stay that lead to something the release has. Of others the text stays. */
export function linkedWithin(path: string, text: string, has: (path: string) => boolean): string {
  return text.replaceAll(LINK, (link, words: string, place: string) =>
    has(join(dirname(path), place)) ? link : words,
  );
}
