import type { Page } from "playwright-core";

/**
 * Lets the extension use VS Code's sign-ins without VS Code's question, which is not shown while an extension is under
 * test. The workbench reads the product's description from an attribute of its page; the code is a string, since the
 * tests have no types of a browser.
 */
export const trustForgeside = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const read = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) {
      const value = read.call(this, name);
      if (name !== "data-settings" || !value?.includes('"productConfiguration"')) return value;
      const settings = JSON.parse(value);
      settings.productConfiguration.trustedExtensionAuthAccess = {
        github: ["forgeside.forgeside"],
        "github-enterprise": ["forgeside.forgeside"],
      };
      return JSON.stringify(settings);
    };
  }`);
