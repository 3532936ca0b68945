// The entry of dist/operations.js, which the extension loads when an operation is run first.
export { clientCallOf, curlOf, requestText } from "./copies.ts";
export { operationTexts, parameterText } from "./descriptions.ts";
export { callSchema } from "./schema.ts";
