export const npm = process.platform === "win32" ? "npm.cmd" : "npm";
