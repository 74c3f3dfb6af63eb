import { type AppId, endSecretsAgain, listSecrets, revokeAppAgain } from "#oauth";
import type { Imported } from "#restore";
import { eachOnce, idsOf, told } from "./each-once.ts";
import type { LineKind } from "./line-kind.ts";

/** Applications that were revoked after the copy was made. One that is valid has a secret. */
export const importApps: LineKind = {
  whats: ["app.revoke"],
  async lacking(db, lines) {
    const valid = new Set<string>((await listSecrets(db, idsOf(lines))).map(({ appId }) => appId));
    return lines.filter(({ id }) => valid.has(id));
  },
  bringBack: (deps, lines) =>
    eachOnce(lines, async ({ id }) => [
      (await revokeAppAgain(deps, id as AppId)) ? "done" : "known",
      "the application is revoked, with what it was given",
    ]),
};

/** Client secrets that ended since. */
export const importEndedSecrets: LineKind = {
  whats: ["secret.end"],
  async lacking(db, lines) {
    const secrets = await listSecrets(db, idsOf(lines));
    const valid = new Set(secrets.filter(({ isValid }) => isValid).map(({ hash }) => hash));
    return lines.filter(({ hashes = [] }) => hashes.some((hash) => valid.has(hash)));
  },
  async bringBack(deps, lines) {
    const imported: Imported[] = [];
    for (const line of lines) {
      const ended = await endSecretsAgain(deps, { id: line.id as AppId, hashes: line.hashes ?? [] });
      if (ended !== "none_left") {
        imported.push(told(line, ended === "ended" ? "done" : "known", "a client secret of the application is ended"));
        continue;
      }
      const detail = "its client secret is ended, and no other one is known here";
      imported.push(told(line, "question", `${detail}: ${rotate(line.id)}`));
    }
    return imported;
  },
};

/** Secrets that were made since are not made again: a line gives no right. The newest line of an application counts. */
export const importRotatedSecrets: LineKind = {
  whats: ["secret.rotate"],
  newestDecides: true,
  async lacking(db, lines) {
    const secrets = await listSecrets(db, idsOf(lines));
    const [apps, known] = [
      new Set<string>(secrets.map(({ appId }) => appId)),
      new Set(secrets.map(({ hash }) => hash)),
    ];
    const newest = [...new Map(lines.map((line) => [line.id, line])).values()];
    return newest.filter(({ id, hashes = [] }) => apps.has(id) && !hashes.some((hash) => known.has(hash)));
  },
  bringBack: (_, lines) =>
    eachOnce(lines, async ({ id }) => [
      "question",
      `its client secret was rotated since the copy, and the new one is not known here: ${rotate(id)}`,
    ]),
};

function rotate(id: string): string {
  return `\`leyden app rotate-secret ${id}\` makes one`;
}
