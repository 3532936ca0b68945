import { faultMatrix } from "./matrix.ts";

faultMatrix("github");
