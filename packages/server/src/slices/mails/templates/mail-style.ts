/** Of every mail, light and dark, for phones of 390 pixels and up. Mail programs know few rules and load nothing. */
export const MAIL_STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; background: #f4f4f1; color: #1d1d1b; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 24px 20px 32px; background: #ffffff; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
p { margin: 0 0 12px; }
ol { margin: 0 0 12px; padding-left: 22px; }
li { margin: 0 0 8px; }
a { color: #0a58ca; }
.button { display: block; margin: 20px 0; padding: 14px 16px; border-radius: 8px; background: #8a5a00; color: #ffffff; font-weight: 600; text-align: center; text-decoration: none; }
.quote { margin: 0 0 16px; padding: 8px 14px; border-left: 3px solid #c9c9c4; unicode-bidi: isolate; }
.digits { margin: 20px 0; padding: 14px 16px; border: 1px solid #dcdcd7; border-radius: 8px; font: 600 30px ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0.12em; text-align: center; }
.small { font-size: 13px; color: #5f5f5a; }
hr { border: 0; border-top: 1px solid #dcdcd7; margin: 20px 0; }
@media (prefers-color-scheme: dark) {
  body { background: #161615; color: #ededea; }
  main { background: #222221; }
  a { color: #8ab8ff; }
  .button { background: #f2b632; color: #131316; }
  .quote { border-color: #55554f; }
  .small { color: #b0b0aa; }
  .digits { border-color: #3c3c39; }
  hr { border-color: #3c3c39; }
}
`;
