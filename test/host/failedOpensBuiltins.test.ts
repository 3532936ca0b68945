import { assertOpenedAgain } from "./support/failedOpens.ts";
import { useRepositorySession } from "./support/repositorySession.ts";

describe("An editor of VS Code's own extensions that can't be opened", () => {
  const repository = useRepositorySession();

  it("is reported, and opened by Try Again: a notebook", () =>
    assertOpenedAgain(repository, {
      name: "a.ipynb",
      text: '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}',
      isCustom: false,
    }));

  it("is reported, and opened by Try Again: a picture", () =>
    assertOpenedAgain(repository, { name: "a.png", text: "png", isCustom: true }));
});
