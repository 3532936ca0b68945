// Loaded when an operation is run first.
export { clientCallOf, curlOf, requestText } from "./copies.ts";
export { operationTexts, parameterText } from "./descriptions.ts";
export { callSchema } from "./schema.ts";
