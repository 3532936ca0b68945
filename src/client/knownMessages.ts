/**
 * What services say for people, where nothing else in the answer separates the cases. Texts of the service are matched
 * in this file only.
 */

/** A limit on bursts: 403 with quota left. "You have triggered an abuse detection mechanism" was its text until 2021. */
export const isSecondaryLimit = (message: string): boolean =>
  /\bsecondary rate\b|\babuse detection\b/i.test(message);

/** A token without the permission: "Resource not accessible by personal access token" (or "… by integration"). */
export const isPermissionRefusal = (message: string): boolean => /\bresource not accessible by\b/i.test(message);

/** The quota is used up, where a proxy or a browser hides the headers that say so. */
export const isPrimaryLimit = (message: string): boolean => /\brate limit exceeded\b/i.test(message);

/** A repository without a commit: of its files it has none, of its commits it cannot say. */
export const isEmptyRepositoryMessage = (message: string): boolean => /\brepository is empty\b/i.test(message);

/** A commit that came while another one was made on the same branch: "… is at 1a2b but expected 3c4d". */
export const isMovedBranchMessage = (message: string): boolean => /\bis at \S+ but expected \S/.test(message);
