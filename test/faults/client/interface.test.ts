import { faultMatrix } from "./matrix.ts";

faultMatrix("interface");
