/** What an edit says of the object that its form began with; nothing where the server does not count changes. */
export const revisionOf = ({ revision }: { revision: number }): { revision?: number } =>
  revision > 0 ? { revision } : {};

/** A field that somebody else has changed while it was open in a form; `yours` where it was changed in the form, too. */
export type FieldConflict<V> = { [F in keyof V & string]: { field: F; theirs: V[F]; yours?: V[F] } }[keyof V & string];

export type Versions<V> = {
  /** What the form began with. */
  opened: V;
  /** What is stored now. */
  current: V;
  /** What the form holds. */
  typed: V;
};

/** What a form goes on with after somebody else has saved: their values, but for what was changed in the form. */
export function mergeEdit<V extends object>({
  opened,
  current,
  typed,
}: Versions<V>): {
  values: V;
  conflicts: FieldConflict<V>[];
} {
  const fields = Object.keys(opened) as (keyof V & string)[];
  const values = { ...current };
  const conflicts: FieldConflict<V>[] = [];
  for (const field of fields) {
    const changed = typed[field] !== opened[field];
    if (changed) values[field] = typed[field];
    if (current[field] === opened[field] || current[field] === typed[field]) continue;
    conflicts.push({ field, theirs: current[field], ...(changed && { yours: typed[field] }) });
  }
  return { values, conflicts };
}
