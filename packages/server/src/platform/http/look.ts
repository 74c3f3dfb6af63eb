import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { TOKENS } from "./tokens.ts";

/** Colours and letters of all pages, as CSS; a page adds its own rules. */
export const LOOK = TOKENS + readFileSync(new URL("look.css", import.meta.url), "utf8");

/**
 * A page that has its style, and its script if it has one, inside. It loads nothing, and sends nothing but what
 * `connects` or `posts` says.
 */
export type OwnPage = {
  readonly style: string;
  readonly script?: string;
  /** Its script asks this service. */
  readonly connects?: boolean;
  /**
   * It has a form for this service. `onward`: the answer may send the browser on to another site, which Chromium counts
   * as the form's target.
   */
  readonly posts?: boolean | "onward";
  /** It shows images of this service; a text: and of this origin. */
  readonly shows?: boolean | string;
};

/** Headers of a page whose address is a secret: it goes nowhere else. */
export function ownPageHeaders({ style, script, connects = false, posts = false, shows = false }: OwnPage) {
  const policy = [
    "default-src 'none'",
    `style-src ${cspHashOf(style)}`,
    script !== undefined && `script-src ${cspHashOf(script)}`,
    connects && "connect-src 'self'",
    shows !== false && `img-src 'self'${typeof shows === "string" ? ` ${shows}` : ""}`,
    posts !== "onward" && `form-action ${posts ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.filter((part) => part !== false).join("; "),
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  };
}

/** Of a style or a script that stands in its page, as a policy names it (CSP Level 3, section 2.3.1). */
export function cspHashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
