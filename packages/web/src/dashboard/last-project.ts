const NAME = "leyden-project";

/** The project that was open last in this browser; nothing where the browser keeps nothing. */
export const lastProject = {
  read(): string | undefined {
    try {
      return localStorage.getItem(NAME) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(id: string): void {
    try {
      localStorage.setItem(NAME, id);
    } catch {
      return; // the first project is opened then
    }
  },
};
