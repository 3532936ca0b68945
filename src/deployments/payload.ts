import { DeploymentProblem } from "./problem.ts";

/** Characters of a description, of a deployment and of a status. */
export const maxDescriptionLength = 140;

/**
 * What is sent of a written payload: the same JSON, in one line. Undefined for nothing. Throws
 * DeploymentProblem for what is no JSON, and for JSON that is no object.
 */
export const payloadOf = (text: string): string | undefined => {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DeploymentProblem("badPayload", "", { invalidJson: text });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new DeploymentProblem("badPayload", "");
  return JSON.stringify(value);
};

/** A payload of the service for people; empty when there is none. */
export const shownPayload = (payload: unknown): string => {
  if (payload === null || payload === undefined || payload === "") return "";
  if (typeof payload !== "string")
    return Object.keys(payload).length === 0 ? "" : JSON.stringify(payload, undefined, 2);
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    return payload;
  }
};
