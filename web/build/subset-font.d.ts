declare module 'subset-font' {
  type Options = {
    targetFormat?: 'woff2';
    variationAxes?: Record<string, { min: number; max: number }>;
    /** OpenType feature tags; all are kept where it is not given. */
    keepFeatures?: readonly string[];
  };
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
