/**
 * Node's HTTP. An import of `node:http` reads all that it exports, and with some of its names Node loads what stands
 * behind `fetch` and `WebSocket`: 75 modules, 13 MB and 45 ms in each process, which this does not.
 */
export const { Agent, createServer, request } = process.getBuiltinModule("node:http");
