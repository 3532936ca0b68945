/** Which gists a command offers: own ones and starred ones, or some of them. */
export type OfferedGists = "all" | "mine" | "starred" | "unstarred";
