/** A secret that is shown once. */
export type ShownSecret = { name: string; secret: string };
