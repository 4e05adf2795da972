/** The version in package.json, put in by the build. */
declare const __BELFRY_VERSION__: string;

/** The address of the icon of each emblem; made by `web/build/emblem-icons.ts`. */
declare module 'virtual:emblem-icons' {
  const urls: Record<string, string>;
  export default urls;
}
