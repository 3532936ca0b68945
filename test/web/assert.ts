import assert from "assert";

// eslint-disable-next-line import/no-default-export -- As Node's module has one.
export default assert.strict;
