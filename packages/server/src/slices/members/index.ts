/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - member: A user who acts on a project, with a role.
 * - role: Owner, developer or viewer. What each may do is the table of `model/role.ts`.
 * - action: What a call is, as that table names it.
 * - change: A call by a member that could change something.
 */

export { addMember } from "./add-member.ts";
export { MemberNotFound, roleOf } from "./model/member.ts";
export { ROLES } from "./model/role.ts";
export { removeMember } from "./remove-member.ts";
export { findMember, listMembers, listMemberships } from "./store/members.ts";
