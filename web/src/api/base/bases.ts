/** The own origin first, then the bases of the build. The user key is sent to no other address; see SHELL-21. */
export const API_BASES: readonly string[] = [
  '/api',
  ...(import.meta.env.VITE_API_BASES ?? '')
    .split(',')
    .map((base: string) => base.trim().replace(/\/+$/, ''))
    .filter((base: string) => base !== ''),
];
