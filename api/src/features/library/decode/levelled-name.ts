export const levelledName = (path: string): string => `${path}.levelled`;
