import fc from "fast-check";

// The same cases in each run. Others: SEED=7 npm run test:unit -- properties
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 20_260_101) });

export { fc };
