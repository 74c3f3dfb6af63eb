import type { PaymentPolicy } from "#kernel/caller.ts";
import { isUuid, type ProjectId } from "#kernel/ids.ts";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import { chooseLanguage, type Language } from "#texts/language.ts";
import { foldName, PROJECT_LANGUAGE_DEFAULT, type Project } from "./model/project.ts";

type ProjectRow = Omit<Project, "language"> & { readonly language: string };

function toProject(row: ProjectRow): Project {
  return { ...row, language: chooseLanguage([row.language]) ?? PROJECT_LANGUAGE_DEFAULT };
}

const PROJECT = part`id, name, handle, wallet_id as "walletId", language, created_at as "createdAt"`;

export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await db.query<ProjectRow>(sql`
    select ${PROJECT}
      from projects.project
     order by id`);
  return rows.map(toProject);
}

/** Of these projects those that there are. */
export async function listProjectsById(db: Db, ids: readonly ProjectId[]): Promise<Project[]> {
  const rows = await db.query<ProjectRow>(sql`
    select ${PROJECT}
      from projects.project
     where id = any (${ids}::uuid[])
     order by id`);
  return rows.map(toProject);
}

/** The project with this id or this name. */
export async function findProject(db: Db, nameOrId: string): Promise<Project | undefined> {
  const [project] = await db.query<ProjectRow>(sql`
    select ${PROJECT}
      from projects.project
     where id = ${isUuid(nameOrId) ? nameOrId : null}
        or folded_name = ${foldName(nameOrId)}`);
  return project && toProject(project);
}

export async function findPolicy(db: Db, id: ProjectId): Promise<PaymentPolicy> {
  return one(
    await db.query<PaymentPolicy>(sql`
      select fee_ceiling_bps as "feeCeilingBasisPoints", internal_id_is_unique as "internalIdIsUnique"
        from projects.project
       where id = ${id}`),
  );
}

type NamedSettings = { readonly [Name in keyof PaymentPolicy]: PaymentPolicy[Name] | undefined } & {
  readonly name: string | undefined;
};

/** Runs `projects.change`; `undefined` leaves a setting as it is. */
export async function updateProject(
  db: Db,
  id: ProjectId,
  { name, feeCeilingBasisPoints, internalIdIsUnique }: NamedSettings,
): Promise<"changed" | "name_taken" | "not_found"> {
  const { outcome } = one(
    await db.query<{ outcome: "changed" | "name_taken" | "not_found" }>(sql`
      select projects.change(
               ${id}, ${name ?? null}, ${name === undefined ? null : foldName(name)}, ${feeCeilingBasisPoints ?? null},
               ${internalIdIsUnique ?? null}) as outcome`),
  );
  return outcome;
}

/** False: there is no such project. */
export async function updateLanguage(db: Db, id: ProjectId, language: Language): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project
       set language = ${language}
     where id = ${id}
    returning id`);
  return rows.length > 0;
}

/** The highest fee limits that these projects may ask for, in basis points, by their ids. */
export async function listFeeCeilings(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.query<{ id: string; ceiling: bigint }>(sql`
    select id, fee_ceiling_bps::bigint as ceiling
      from projects.project
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map(({ id, ceiling }) => [id, ceiling]));
}

/** False when it is not higher. */
export async function updateFeeCeiling(db: Db, id: ProjectId, basisPoints: bigint): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project
       set fee_ceiling_bps = ${basisPoints}
     where id = ${id}
       and fee_ceiling_bps > ${basisPoints}
    returning id`);
  return rows.length === 1;
}
