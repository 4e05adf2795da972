interface ImportMetaEnv {
  /** Further addresses of the api, comma separated, each ending in `/api`. */
  readonly VITE_API_BASES?: string;
}

/** The version in package.json, put in by the build. */
declare const __BELFRY_VERSION__: string;

/** The address of the icon of each emblem; made by `web/build/emblem-icons.ts`. */
declare module 'virtual:emblem-icons' {
  const urls: Record<string, string>;
  export default urls;
}
