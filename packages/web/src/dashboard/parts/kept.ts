/** What a form needs to survive a reload of its tab: gone when the tab is closed, and at the logout. */
export type Kept<Value> = {
  read(): Value | undefined;
  /** False: this browser keeps nothing. */
  write(value: Value): boolean;
  remove(): void;
};

const PREFIX = "leyden-kept";

/** `of`: whose it is, such as the user and the project; nobody else sees it in the same tab. */
export function keptIn<Value>(storage: () => Storage, of: readonly string[]): Kept<Value> {
  const name = [PREFIX, ...of].join(" ");
  return {
    read() {
      try {
        const text = storage().getItem(name);
        return text === null ? undefined : (JSON.parse(text) as Value);
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        storage().setItem(name, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    remove() {
      try {
        storage().removeItem(name);
      } catch {
        return; // nothing was kept
      }
    },
  };
}
