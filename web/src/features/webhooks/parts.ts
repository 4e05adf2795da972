/** A secret that is shown once, and whose. */
export type ShownSecret = { name: string; secret: string };
