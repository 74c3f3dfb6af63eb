// One line for each language, its code (ISO 639-1) and the folder with all that people read in it.
export { de } from "./de/index.ts";
export { en } from "./en/index.ts";
export { es } from "./es/index.ts";
export { fr } from "./fr/index.ts";
export { pt } from "./pt/index.ts";
