import { expect, it } from "vitest";
import { sbomOf } from "./sbom.ts";

const written = (drawn: string) => ({
  documentNamespace: `http://spdx.org/spdxdocs/leyden-${drawn}`,
  creationInfo: { created: drawn, creators: [`Tool: npm/cli-${drawn}`] },
  documentDescribes: ["SPDXRef-Package-leyden"],
  packages: [
    { name: "leyden", SPDXID: "SPDXRef-Package-leyden" },
    { name: "c_d", SPDXID: "SPDXRef-Package-c_d" },
  ],
  relationships: [
    {
      spdxElementId: "SPDXRef-Package-c_d",
      relatedSpdxElement: "SPDXRef-Package-leyden",
      relationshipType: "DEPENDENCY_OF",
    },
  ],
});
const release = {
  version: "1.2.3",
  commit: "abc",
  committedAt: new Date("2026-11-26T10:00:00.000Z"),
  libraries: [{ name: "@a/b", version: "1.0.0", licence: "ISC" }],
};

it("the list of parts is the same whoever makes it: its name and time are those of the commit", () => {
  const made = sbomOf(written("1"), release);
  expect(made).toEqual(sbomOf(written("2"), release));
  expect(made).toMatchObject({
    documentNamespace: "https://spdx.org/spdxdocs/leyden-1.2.3-abc",
    creationInfo: { created: "2026-11-26T10:00:00Z" },
  });
});

it("the list of parts has the libraries of the pages as parts of the release", () => {
  const { packages, relationships } = sbomOf(written("1"), release);
  expect(packages).toEqual([
    { name: "leyden", SPDXID: "SPDXRef-Package-leyden" },
    expect.objectContaining({ name: "c_d" }),
    expect.objectContaining({ name: "@a/b", SPDXID: "SPDXRef-Pages-.a.b-1.0.0", licenseDeclared: "ISC" }),
  ]);
  expect(JSON.stringify(packages)).toContain("pkg:npm/%40a/b@1.0.0");
  expect(relationships).toContainEqual({
    spdxElementId: "SPDXRef-Package-leyden",
    relatedSpdxElement: "SPDXRef-Pages-.a.b-1.0.0",
    relationshipType: "CONTAINS",
  });
});

it("the list of parts has identifiers that SPDX takes, one for each package, and the same where it relates them", () => {
  const { packages, relationships, documentDescribes } = sbomOf(written("1"), release);
  const ids = packages.map(({ SPDXID }) => SPDXID);
  for (const id of ids) expect(id).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/);
  const named = relationships.flatMap(({ spdxElementId, relatedSpdxElement }) => [spdxElementId, relatedSpdxElement]);
  expect(ids).toEqual(expect.arrayContaining([...named, ...documentDescribes]));
  const twice = { ...written("1"), packages: ["c.d", "c_d"].map((id) => ({ SPDXID: `SPDXRef-${id}` })) };
  expect(() => sbomOf(twice, release)).toThrow("one identifier");
});
