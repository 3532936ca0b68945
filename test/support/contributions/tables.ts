import { accountContributions } from "../../../src/accounts/contributions.ts";
import { activityContributions } from "../../../src/activity/contributions.ts";
import { authorizationContributions } from "../../../src/authorizations/contributions.ts";
import { commentContributions } from "../../../src/comments/contributions.ts";
import type { Contributions } from "../../../src/contributions/types.ts";
import { deploymentContributions } from "../../../src/deployments/contributions.ts";
import { arrangeContributions } from "../../../src/gists/arrange/contributions.ts";
import { gistCommentContributions } from "../../../src/gists/comments/contributions.ts";
import { gistContributions } from "../../../src/gists/contributions.ts";
import { gistEditContributions } from "../../../src/gists/publishing/contributions.ts";
import { historyContributions } from "../../../src/gists/history/contributions.ts";
import { linkContributions } from "../../../src/gists/links/contributions.ts";
import { searchContributions } from "../../../src/gists/search/contributions.ts";
import { shareContributions } from "../../../src/gists/share/contributions.ts";
import { snippetContributions } from "../../../src/gists/snippets/contributions.ts";
import { transferContributions } from "../../../src/gists/transfer/contributions.ts";
import { trashContributions } from "../../../src/gists/trash/contributions.ts";
import { guardContributions } from "../../../src/guard/contributions.ts";
import { hookContributions } from "../../../src/hooks/contributions.ts";
import { keyContributions } from "../../../src/keys/contributions.ts";
import { localChangeContributions } from "../../../src/localChanges/contributions.ts";
import { operationContributions } from "../../../src/operations/contributions.ts";
import { commitCommentContributions } from "../../../src/repos/comments/contributions.ts";
import { repoContentContributions, repoFileContributions } from "../../../src/repos/files/contributions.ts";
import { repoContributions } from "../../../src/repos/contributions.ts";
import { downloadContributions } from "../../../src/repos/downloads/contributions.ts";
import { insightsContributions } from "../../../src/repos/insights/contributions.ts";
import { serviceContributions } from "../../../src/service/contributions.ts";
import { rowContributions } from "../../../src/contributions/rowKeys.ts";
import { logContributions } from "../../../src/ui/contributions.ts";

/** All of them. The views are shown in the order of their features. */
export const tables: readonly Contributions[] = [
  gistContributions,
  gistEditContributions,
  arrangeContributions,
  gistCommentContributions,
  commentContributions,
  historyContributions,
  linkContributions,
  searchContributions,
  shareContributions,
  snippetContributions,
  transferContributions,
  trashContributions,
  repoContributions,
  repoContentContributions,
  repoFileContributions,
  commitCommentContributions,
  downloadContributions,
  insightsContributions,
  localChangeContributions,
  hookContributions,
  keyContributions,
  deploymentContributions,
  activityContributions,
  serviceContributions,
  authorizationContributions,
  operationContributions,
  guardContributions,
  logContributions,
  rowContributions,
  accountContributions,
];
