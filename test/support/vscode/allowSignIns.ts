/**
 * Runs in the page: answers VS Code's question whether an extension may use a sign-in, as a user would. A string, since
 * the code of the tests has no types of a browser.
 */
export const allowSignIns = `
  new MutationObserver(() => {
    for (const box of document.querySelectorAll(".monaco-dialog-box"))
      if (/wants to sign in using/.test(box.textContent ?? ""))
        for (const button of box.querySelectorAll(".monaco-button"))
          if (button.textContent?.trim() === "Allow") button.click();
  }).observe(document, { childList: true, subtree: true });
`;
