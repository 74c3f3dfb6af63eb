import { IS_RELEASE } from "../../server/src/platform/machine/release.ts";

if (!IS_RELEASE) throw new Error("these tests did not get the files of the release");
