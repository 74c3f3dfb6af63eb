import { inTheme } from "#platform/http/tokens.ts";

const PARTS = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 24px 20px 32px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
h2 { margin: 24px 0 8px; font-size: 18px; line-height: 1.3; }
p { margin: 0 0 12px; }
ol { margin: 0 0 12px; padding-left: 22px; }
li { margin: 0 0 8px; }
.whose { margin: 0 0 20px; font-weight: 600; }
.button { display: block; margin: 20px 0; padding: 14px 16px; border-radius: 8px; font-weight: 600; text-align: center; text-decoration: none; }
.quote { margin: 0 0 16px; padding: 8px 14px; border-left: 3px solid; unicode-bidi: isolate; }
.digits { margin: 20px 0; padding: 14px 16px; border: 1px solid; border-radius: 8px; font: 600 30px ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0.12em; text-align: center; }
.small { font-size: 13px; }
.whole { white-space: nowrap; }
table { width: 100%; margin: 0 0 16px; border-collapse: collapse; font-size: 15px; }
th { padding: 6px 12px 6px 0; text-align: left; font-weight: 400; vertical-align: top; width: 38%; overflow-wrap: normal; }
td { padding: 6px 0; vertical-align: top; white-space: pre-line; }
tr + tr { border-top: 1px solid; }
hr { border: 0; border-top: 1px solid; margin: 20px 0; }
`;

const COLOURS = `body { background: var(--raised); color: var(--ink); }
main { background: var(--ground); }
a { color: var(--ink); }
.button { background: var(--accent); color: var(--on-accent); }
.quote, .digits, hr, tr + tr { border-color: var(--line); }
.small, th { color: var(--soft); }
`;

/** Of every mail, light and dark, for phones of 390 pixels and up. Mail programs know few rules and load nothing. */
export const MAIL_STYLE = `${PARTS}${inTheme(COLOURS, "light")}@media (prefers-color-scheme: dark) {
${inTheme(COLOURS, "dark")}}
`;
