/** Same origin first, then what the build was given (decision 1). The user key goes to no other address. */
export const API_BASES: readonly string[] = [
  '/api',
  ...(import.meta.env.VITE_API_BASES ?? '')
    .split(',')
    .map((base: string) => base.trim().replace(/\/+$/, ''))
    .filter((base: string) => base !== ''),
];
