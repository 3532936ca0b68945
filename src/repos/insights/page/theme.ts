import type { ChartOptions } from "chart.js";

/** The colours of VS Code's theme as the page has them now. */
export interface Theme {
  readonly text: string;
  readonly lines: string;
  readonly first: string;
  readonly second: string;
  readonly more: string;
  readonly less: string;
  readonly background: string;
  readonly tooltip: { readonly background: string; readonly text: string; readonly border: string };
  readonly font: { readonly family: string; readonly size: number };
}

export const readTheme = (): Theme => {
  const style = getComputedStyle(document.documentElement);
  const color = (...names: readonly string[]): string =>
    names.map((name) => style.getPropertyValue(`--vscode-${name}`).trim()).find((value) => value !== "") ??
    "currentcolor";
  const text = color("foreground", "editor-foreground");
  const background = color("editor-background");
  return {
    text,
    background,
    // High contrast has no faint lines: there the contrast's own border is one.
    lines: color("contrastBorder", "charts-lines", "foreground"),
    first: color("charts-blue", "foreground"),
    // Orange is half transparent in VS Code's own themes.
    second: color("charts-purple", "foreground"),
    more: color("charts-green", "foreground"),
    less: color("charts-red", "foreground"),
    tooltip: {
      background: color("editorHoverWidget-background", "editor-background"),
      text: color("editorHoverWidget-foreground", "foreground"),
      border: color("editorHoverWidget-border", "contrastBorder", "foreground"),
    },
    font: {
      family: style.getPropertyValue("--vscode-font-family") || "sans-serif",
      size: Number.parseFloat(style.getPropertyValue("--vscode-font-size")) || 13,
    },
  };
};

/** Calls back once per frame at most when VS Code changes its theme. */
export const onThemeChange = (changed: () => void): void => {
  let asked = false;
  const observer = new MutationObserver(() => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      changed();
    });
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
  observer.observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-id"] });
};

/** The options that all charts share. Nothing is animated, also without the preference for reduced motion. */
export const themedOptions = (theme: Theme, locale: string): ChartOptions => ({
  locale,
  animation: false,
  responsive: true,
  maintainAspectRatio: false,
  color: theme.text,
  borderColor: theme.lines,
  font: { ...theme.font },
  interaction: { mode: "index", intersect: false },
  plugins: {
    legend: { display: false },
    tooltip: {
      backgroundColor: theme.tooltip.background,
      titleColor: theme.tooltip.text,
      bodyColor: theme.tooltip.text,
      borderColor: theme.tooltip.border,
      borderWidth: 1,
      titleFont: { ...theme.font },
      bodyFont: { ...theme.font },
      usePointStyle: true,
    },
  },
});
