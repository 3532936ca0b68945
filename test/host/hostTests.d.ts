/** Made by esbuild.mjs: imports every test of this folder. */
declare module "virtual:host-tests" {}
