/** Made by esbuild.mjs: every test of this folder by its path without `.test.ts`, in the order of the paths. */
declare module "virtual:host-tests" {
  export const files: Readonly<Record<string, () => Promise<unknown>>>;
}
