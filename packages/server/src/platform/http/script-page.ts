/** Pages for who is logged in that run as scripts: an HTML shell, and built files that do everything. */
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { type Html, html } from "../html.ts";
import { touchIconOf } from "./branding-routes.ts";
import { addressOf, type PageFiles } from "./built-file-routes.ts";
import { cspHashOf } from "./look.ts";
import { token } from "./tokens.ts";

/** Addresses of such a page hold what its script reads. */
export const ANY_QUERY = z.looseObject({});

export type ScriptPage = {
  readonly title: string;
  /** Of its texts, and of the page that the script draws (BCP 47). */
  readonly language: string;
  readonly files: PageFiles;
  /** What the script may know before it asks, by the name after `leyden-`; what is undefined is left out. */
  readonly facts: Readonly<Record<string, string | undefined>>;
  /** Shown until the script draws the page. */
  readonly waiting: Html;
  /** Shown where scripts do not run. */
  readonly withoutScript: { readonly title: string; readonly text: string };
  /** Styles that a library of the page writes into it by itself. */
  readonly stylesOfLibraries?: readonly string[];
  /** Whether it may ask for the camera; no page may ask for anything else of the device. */
  readonly usesCamera?: boolean;
  /** Of a page that people install as an app. */
  readonly install?: Install | undefined;
};

export type Install = {
  /** Address of its manifest. */
  readonly manifest: string;
  /** Name of the policy with which the script names its service worker: it makes nothing else of text. */
  readonly workerPolicy: string;
};

/**
 * The id of the page's style. react-aria adds a style of its own, which the policy refuses, unless the page has an
 * element with this id; our style has its rule.
 */
const STYLE_ID = "react-aria-pressable-style";

export function sendScriptPage(reply: FastifyReply, page: ScriptPage): FastifyReply {
  const { branding } = reply.server.shell;
  const { name, accent } = branding;
  const pageText = textOf(page, { name, isColoured: accent !== undefined, touchIcon: touchIconOf(branding) });
  return reply.headers(headersOf(page)).send(pageText);
}

/** No other site has the page in a frame or learns its address, and no text becomes a script. */
function headersOf({ stylesOfLibraries = [], usesCamera = false, install }: ScriptPage) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...stylesOfLibraries.map(cspHashOf)].join(" "),
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${install?.workerPolicy ?? "'none'"}`,
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "permissions-policy": `camera=(${usesCamera ? "self" : ""}), geolocation=(), microphone=()`,
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  };
}

/** The browser's own bars have the colour of the page. */
function installHead({ manifest }: Install, touchIcon: string | undefined): Html {
  const { light, dark } = token("ground");
  return html`<link rel="manifest" href="${manifest}">
${touchIcon !== undefined && html`<link rel="apple-touch-icon" href="${touchIcon}">`}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}">`;
}

type Service = { readonly name: string; readonly isColoured: boolean; readonly touchIcon: string | undefined };

function textOf(page: ScriptPage, { name, isColoured, touchIcon }: Service): string {
  const { title, language, files, facts, waiting, withoutScript, install } = page;
  const preloads = [...files.preloads, files.texts[language]].flatMap((file) => file ?? []);
  const [style, ...styles] = files.styles.map(addressOf);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${title} · ${name}</title>
<link rel="icon" href="/branding/logo">
${install !== undefined && installHead(install, touchIcon)}
${style !== undefined && html`<link rel="stylesheet" id="${STYLE_ID}" href="${style}">`}
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${isColoured && html`<link rel="stylesheet" href="/branding/style.css">`}
${preloads.map((file) => html`<link rel="modulepreload" href="${addressOf(file)}">`)}
${Object.entries(facts).map(
  ([fact, value]) => value !== undefined && html`<meta name="leyden-${fact}" content="${value}">`,
)}
<script type="module" src="${addressOf(files.script)}"></script>
</head>
<body>
<div id="page">${waiting}</div>
<noscript><main><h1>${withoutScript.title}</h1>
<p>${withoutScript.text}</p></main></noscript>
</body>
</html>
`.markup;
}
