import { gistWrites } from "./gistWrites.ts";
import { featureMatrix } from "./matrix.ts";

featureMatrix("gists", gistWrites);
