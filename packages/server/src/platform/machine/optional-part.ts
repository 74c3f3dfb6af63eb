import { OperatorError } from "../operator-error.ts";

/** What an installation may do without. `otherwise`: how, as the end of a sentence. */
type Part = { readonly name: string; readonly otherwise?: string };

/**
 * What `find` finds in the packages of an optional part.
 * @throws {OperatorError} when they are not installed.
 */
export async function findPart<T>({ name, otherwise }: Part, find: () => T | Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    const again = "Run `npm ci` again, without leaving out optional packages";
    throw new OperatorError(
      `${name} is not installed`,
      otherwise === undefined ? `${again}.` : `${again}, or ${otherwise}.`,
      { cause },
    );
  }
}
