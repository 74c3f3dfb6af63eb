import { setTimeout as sleep } from "node:timers/promises";
import { claimFolder } from "./backup-folder.ts";

/** A program that claims a folder, and says that it goes on meanwhile. */
const [folder = "", dataDir = ""] = process.argv.slice(2);
const claimed = claimFolder({ folder, instanceId: "one", dataDir, trustedFolders: [] });
for (let times = 0; times < 3; times += 1) await sleep(20);
process.stdout.write("goes on\n");
await claimed;
process.stdout.write("claimed\n");
