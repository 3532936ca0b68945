/** What is used of it here; the package has no types. */
declare module "node-webpmux" {
  /** One still picture of an animation. */
  interface Frame {
    readonly delay: number;
  }
  interface Animation {
    readonly frames: readonly Frame[];
    /** Pixels. */
    readonly width: number;
    readonly height: number;
    /** 0 repeats it without an end. */
    readonly loops: number;
  }
  const webp: {
    readonly Image: {
      /** `delay`: milliseconds for which it is shown. */
      generateFrame(options: { readonly buffer: Buffer; readonly delay: number }): Promise<Frame>;
      /** With null as the path, answers the file's bytes. */
      save(path: null, animation: Animation): Promise<Buffer>;
    };
  };
  export default webp;
}
