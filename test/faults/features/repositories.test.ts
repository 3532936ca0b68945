import { adminWrites } from "./adminWrites.ts";
import { featureMatrix } from "./matrix.ts";
import { repoWrites } from "./repoWrites.ts";

featureMatrix("repositories", [...repoWrites, ...adminWrites]);
