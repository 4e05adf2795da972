import { useState } from 'react';

/** What the dialog of a list edits: an item, a new one, or nothing while it is closed. */
export function useEdited<T>() {
  const [edited, setEdited] = useState<T | 'new' | null>(null);
  return {
    opened: edited !== null,
    item: edited === 'new' || edited === null ? undefined : edited,
    begin: () => setEdited('new'),
    edit: (item: T) => setEdited(item),
    close: () => setEdited(null),
  };
}
