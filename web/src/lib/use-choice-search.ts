import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const SETTLE_MS = 200;

/** `q`: the text to search for, once typing has paused. */
export function useChoiceSearch() {
  const [typed, onSearch] = useState('');
  const [opened, onOpened] = useState(false);
  const [settled] = useDebouncedValue(typed.trim(), SETTLE_MS);
  // A choice, which ends the search, does not wait.
  const q = typed === '' ? '' : settled;
  return { q, opened, isTyping: q !== typed.trim(), onSearch, onOpened };
}
