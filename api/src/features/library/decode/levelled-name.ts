/** Where a file is written with another loudness, beside itself. */
export const levelledName = (path: string): string => `${path}.levelled`;
