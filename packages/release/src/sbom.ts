import type { Part } from "./licences.ts";

/** What `npm sbom` writes, as far as it is changed here (SPDX 2.3). */
export type Sbom = {
  readonly creationInfo: object;
  readonly documentDescribes: readonly string[];
  readonly packages: readonly { readonly SPDXID: string; readonly [field: string]: unknown }[];
  readonly relationships: readonly {
    readonly spdxElementId: string;
    readonly relatedSpdxElement: string;
    readonly relationshipType: string;
  }[];
  readonly [field: string]: unknown;
};

/** Identifiers have letters, digits, `.` and `-` alone (SPDX 2.3, 3.2). npm leaves `_` in them. */
const valid = (id: string) => id.replace(/[^A-Za-z0-9.-]/g, ".");

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
  const [root = ""] = sbom.documentDescribes;
  const inPages = libraries.map((library) => ({
    id: `SPDXRef-Pages-${library.name}-${library.version}`,
    ...library,
  }));
  return withValidIds({
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
  });
}

/** @throws when two packages have one identifier. */
function withValidIds(sbom: Sbom): Sbom {
  const packages = sbom.packages.map((part) => ({ ...part, SPDXID: valid(part.SPDXID) }));
  const ids = new Set(packages.map(({ SPDXID }) => SPDXID));
  if (ids.size < packages.length) throw new Error("two packages of the list of parts have one identifier");
  const relationships = sbom.relationships.map((relationship) => ({
    ...relationship,
    spdxElementId: valid(relationship.spdxElementId),
    relatedSpdxElement: valid(relationship.relatedSpdxElement),
  }));
  return { ...sbom, packages, relationships, documentDescribes: sbom.documentDescribes.map(valid) };
}
