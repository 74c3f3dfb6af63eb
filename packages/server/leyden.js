#!/usr/bin/env node
// Plain JavaScript for any Node, so that one that is too old can say so: it could not even read the rest.
const NODE_MIN = 24;

if (Number(process.versions.node.split(".")[0]) < NODE_MIN) {
  console.error(`Leyden needs Node ${NODE_MIN} or newer; this is ${process.version} (${process.execPath}).`);
  console.error(
    "Use `npm start` and `npm run leyden`: `npm ci` brings a Node of its own. On other machines: https://nodejs.org",
  );
  process.exit(1);
}

await import("./src/main.ts");
