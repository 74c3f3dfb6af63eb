/**
 * For `node --import`: writes the address of every module that the process loads to the file `LOADED_MODULES`, and
 * hides the packages of `HIDDEN_PACKAGES` (names, separated by commas), as if they were not installed.
 */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["LOADED_MODULES"];
const hidden = process.env["HIDDEN_PACKAGES"]?.split(",") ?? [];

registerHooks({
  resolve(specifier, context, next) {
    if (hidden.some((name) => specifier === name || specifier.startsWith(`${name}/`)))
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
    return next(specifier, context);
  },
  load(url, context, next) {
    if (file !== undefined) appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
