#!/usr/bin/env node
// Plain JavaScript for any Node, so that one that is too old can say so: it could not even read the rest.
const NODE_MIN = 24;

if (Number(process.versions.node.split(".")[0]) < NODE_MIN) {
  console.error(`Leyden needs Node ${NODE_MIN} or newer; this is ${process.version} (${process.execPath}).`);
  console.error(
    "`npm start` and `npm run leyden` use the Node that `npm ci` brings along on Linux, Windows and Intel Macs; " +
      `elsewhere install Node ${NODE_MIN}: https://nodejs.org`,
  );
  process.exit(1);
}

await import("./src/main.ts");
