import type { ReactNode } from 'react';

/** Chooses one node at which the person manages webhooks. */
export type NodeChoice = (choice: {
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (node: number | null) => void;
}) => ReactNode;

/** A secret that is shown once, and whose. */
export type ShownSecret = { name: string; secret: string };
