import type { Part } from "./licences.ts";

/** What `npm sbom` writes, as far as it is changed here (SPDX 2.3). */
export type Sbom = {
  readonly creationInfo: object;
  readonly documentDescribes: readonly string[];
  readonly packages: readonly object[];
  readonly relationships: readonly object[];
  readonly [field: string]: unknown;
};

/**
 * `parts.spdx.json` of a release, of what `npm sbom` wrote of its packages. The libraries in the built pages are added,
 * which are no packages of an installation any more. What npm draws and the time of the machine become those of the
 * commit: the list is the same whoever makes it.
 */
export function sbomOf(
  sbom: Sbom,
  {
    version,
    commit,
    committedAt,
    libraries,
  }: {
    readonly version: string;
    readonly commit: string;
    readonly committedAt: Date;
    readonly libraries: readonly Pick<Part, "name" | "version" | "licence">[];
  },
): Sbom {
  const [root] = sbom.documentDescribes;
  const inPages = libraries.map((library) => ({
    id: `SPDXRef-Pages-${library.name.replace(/[^\w.-]/g, ".")}-${library.version}`,
    ...library,
  }));
  return {
    ...sbom,
    documentNamespace: `https://spdx.org/spdxdocs/leyden-${version}-${commit}`,
    creationInfo: {
      created: committedAt.toISOString().replace(/\.\d+Z$/, "Z"),
      creators: ["Tool: npm-sbom", "Tool: leyden-release"],
    },
    packages: [
      ...sbom.packages,
      ...inPages.map(({ id, name, version, licence }) => ({
        name,
        SPDXID: id,
        versionInfo: version,
        packageFileName: "packages/web/dist",
        downloadLocation: "NOASSERTION",
        filesAnalyzed: false,
        licenseDeclared: licence,
        externalRefs: [
          {
            referenceCategory: "PACKAGE-MANAGER",
            referenceType: "purl",
            referenceLocator: `pkg:npm/${name.replace("@", "%40")}@${version}`,
          },
        ],
      })),
    ],
    relationships: [
      ...sbom.relationships,
      ...inPages.map(({ id }) => ({
        spdxElementId: root,
        relatedSpdxElement: id,
        relationshipType: "CONTAINS",
      })),
    ],
  };
}
