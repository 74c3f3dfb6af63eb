import { SOFTWARE } from "#kernel/branding.ts";
import type { FootWords } from "#kernel/foot.ts";
import type { Reader } from "./reader.ts";

export function footWords({ text }: Reader): FootWords {
  return {
    support: text("common_foot_support"),
    terms: text("common_foot_terms"),
    privacy: text("common_foot_privacy"),
    imprint: text("common_foot_imprint"),
    software: text("common_foot_software", { software: SOFTWARE }),
  };
}
