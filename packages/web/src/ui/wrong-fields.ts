import { createContext } from "react";

/** What is wrong with the fields of a form, by their names: a form that reads all of them at once says it here. */
export const WrongFields = createContext<Readonly<Record<string, string>>>({});
