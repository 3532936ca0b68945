import type { DemoGist } from "./demoGist.ts";

export const webGists: readonly DemoGist[] = [
  {
    description: "Debounce with a trailing call and a cancel",
    id: "5c1f0a9be3d84276a1f04d7b92ce6810",
    days: 3,
    edited: 1,
    starredBy: ["tomas-berg", "lin-okafor"],
    files: {
      "debounce.ts": `/** Calls back once, "wait" milliseconds after the last call. */
export const debounce = <Args extends unknown[]>(wait: number, run: (...args: Args) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const call = (...args: Args) => {
    cancel();
    timer = setTimeout(() => {
      timer = undefined;
      run(...args);
    }, wait);
  };
  return { call, cancel };
};
`,
      "debounce.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import { debounce } from "./debounce.ts";

test("only the last call counts", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const seen: number[] = [];
  const { call } = debounce(100, (value: number) => seen.push(value));
  call(1);
  call(2);
  t.mock.timers.tick(100);
  assert.deepEqual(seen, [2]);
});
`,
    },
    earlier: [
      {
        days: 3,
        files: {
          "debounce.ts": `export const debounce = <Args extends unknown[]>(wait: number, run: (...args: Args) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args: Args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
};
`,
        },
      },
    ],
    comments: [
      ["tomas-berg", 2, "Could this also return a way to cancel? I need it when a view closes."],
      ["ada-finch", 1, "Good point, added `cancel`. There is a test now as well."],
      ["lin-okafor", 1, "Works nicely for our search box, thanks!"],
    ],
  },
  {
    description: "Result type without a library",
    days: 21,
    files: {
      "result.ts": `export type Result<T, E = Error> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const success = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const failure = <E>(error: E): Result<never, E> => ({ ok: false, error });

export const attempt = async <T>(work: () => Promise<T>): Promise<Result<T>> => {
  try {
    return success(await work());
  } catch (error) {
    return failure(error instanceof Error ? error : new Error(String(error)));
  }
};
`,
    },
  },
  {
    description: "CSS reset that fits on one screen",
    days: 60,
    starredBy: ["lin-okafor"],
    files: {
      "reset.css": `*,
*::before,
*::after {
  box-sizing: border-box;
}

body {
  margin: 0;
  line-height: 1.5;
  -webkit-font-smoothing: antialiased;
}

img,
picture,
video,
canvas,
svg {
  display: block;
  max-width: 100%;
}

input,
button,
textarea,
select {
  font: inherit;
}

@media (prefers-reduced-motion: reduce) {
  * {
    animation-duration: 0.01ms !important;
    transition-duration: 0.01ms !important;
  }
}
`,
    },
  },
  {
    description: "Minimal page with dark mode: HTML, CSS and a toggle",
    days: 145,
    edited: 96,
    files: {
      "index.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>Dark mode</title>
    <link rel="stylesheet" href="style.css" />
    <script src="toggle.js" defer></script>
  </head>
  <body>
    <button id="toggle" type="button">Switch theme</button>
  </body>
</html>
`,
      "style.css": `:root {
  --paper: #fff;
  --ink: #1b1f24;
}

:root[data-theme="dark"] {
  --paper: #14171a;
  --ink: #e6e8ea;
}

body {
  background: var(--paper);
  color: var(--ink);
}
`,
      "toggle.js": `const root = document.documentElement;
const saved = localStorage.getItem("theme");
if (saved) root.dataset.theme = saved;

document.getElementById("toggle").addEventListener("click", () => {
  const next = root.dataset.theme === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  localStorage.setItem("theme", next);
});
`,
    },
  },
  {
    description: "React hook: the previous value of a prop",
    days: 240,
    files: {
      "usePrevious.tsx": `import { useEffect, useRef } from "react";

export function usePrevious<T>(value: T): T | undefined {
  const ref = useRef<T | undefined>(undefined);
  useEffect(() => {
    ref.current = value;
  }, [value]);
  return ref.current;
}
`,
    },
  },
  {
    description: "Group an array by key, typed",
    days: 410,
    files: {
      "groupBy.js": `/**
 * @template T
 * @param {Iterable<T>} items
 * @param {(item: T) => string} keyOf
 * @returns {Map<string, T[]>}
 */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
`,
    },
  },
  {
    description: "SCSS breakpoints as one mixin",
    days: 655,
    files: {
      "_breakpoints.scss": `$widths: (
  "phone": 480px,
  "tablet": 768px,
  "desktop": 1200px,
);

@mixin from($name) {
  @media (min-width: map-get($widths, $name)) {
    @content;
  }
}

.sidebar {
  display: none;

  @include from("tablet") {
    display: block;
  }
}
`,
    },
  },
  {
    description: "Vue: a list that filters as you type",
    days: 930,
    files: {
      "FilterList.vue": `<script setup lang="ts">
import { computed, ref } from "vue";

const props = defineProps<{ items: string[] }>();
const term = ref("");
const found = computed(() => props.items.filter((item) => item.toLowerCase().includes(term.value.toLowerCase())));
</script>

<template>
  <input v-model="term" placeholder="Filter" />
  <ul>
    <li v-for="item in found" :key="item">{{ item }}</li>
  </ul>
</template>
`,
    },
  },
];
