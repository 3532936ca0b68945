/** What a parameter may be given as. The client checks and converts by it; the compiler types by it. */
export interface Types {
  String: string | number;
  Number: number | string;
  Boolean: boolean | "true" | "false" | 0 | 1;
  /** An object or array, or its JSON text. */
  Json: object | string;
  Array: readonly unknown[];
  /** A `Date`, or ISO 8601 text; sent as `YYYY-MM-DDTHH:MM:SSZ`. */
  Date: Date | string;
}
export type TypeName = keyof Types;

export interface Param<T extends TypeName = TypeName, R extends boolean = boolean> {
  readonly type: T;
  readonly required: R;
  /** Tested on the value as text. */
  readonly pattern?: RegExp;
  readonly allowed?: readonly string[];
  readonly maximum?: number;
  /** Sent when the parameter is absent. */
  readonly fill?: string;
  /** The text must be Base64. */
  readonly base64?: boolean;
}
export type Params = Readonly<Record<string, Param>>;

type More = Omit<Param, "type" | "required">;
export const opt = <const T extends TypeName>(type: T, more: More = {}): Param<T, false> => ({
  type,
  required: false,
  ...more,
});
export const req = <const T extends TypeName>(type: T, more: More = {}): Param<T, true> => ({
  type,
  required: true,
  ...more,
});

const digits = /^[0-9]+$/;
/** Interface 1.2: common list parameters. */
export const paging = {
  page: opt("Number", { pattern: digits }),
  per_page: opt("Number", { pattern: digits, maximum: 100 }),
};
/** A parameter that allows only these values. */
export const oneOf = (...allowed: readonly string[]): Param<"String", false> => opt("String", { allowed });
