/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - thing: What holds for a while and somebody should know, such as a pause or a low wallet. It begins, and is over.
 * - reader: Who is told: an operator, the contact of projects, or both. One for each address.
 * - notice: A mail that tells a reader what has begun and what is over.
 */

export type { Sight } from "./port.ts";
