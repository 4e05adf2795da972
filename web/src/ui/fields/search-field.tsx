import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';

const SETTLE_MS = 300;

type Props = {
  className?: string;
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Called instead when the page is left before typing has paused, because the address is that of another page then. */
  onLeave?: ((value: string) => void) | undefined;
  /** In a line of tools, without a label above it. */
  compact?: boolean;
};

/** A search text that is reported when typing pauses; Escape clears it. It follows external changes of `value`. */
export function SearchField({ className, label, placeholder, value, onChange, onLeave, compact = false }: Props) {
  const { t } = useTranslation('common');
  const [typed, setTyped] = useState(value);
  const [text, setText] = useState(value);
  // Reported texts return through the address, perhaps when more was typed already; anything else is a reset, Back, or a link.
  const [reported, setReported] = useState<readonly string[]>([]);
  if (value !== text) {
    setText(value);
    const own = reported.indexOf(value);
    setReported(own < 0 ? [] : reported.slice(own + 1));
    if (own < 0 && value !== typed.trim()) setTyped(value);
  }
  const report = useDebouncedCallback((text: string) => {
    const next = text.trim();
    if (next !== (reported.at(-1) ?? value)) setReported([...reported, next]);
    onChange(next);
  }, SETTLE_MS);
  const latest = useRef({ pending: false, text: '', onLeave });
  useEffect(() => {
    latest.current = { pending: typed.trim() !== value, text: typed.trim(), onLeave };
  });
  useEffect(
    () => () => {
      const { pending, text, onLeave } = latest.current;
      if (pending) onLeave?.(text);
    },
    [],
  );
  const type = (text: string): void => {
    setTyped(text);
    report(text);
  };
  return (
    <TextInput
      className={className}
      {...(compact ? { 'aria-label': label, size: 'sm' } : { label })}
      placeholder={placeholder}
      value={typed}
      maxLength={200}
      data-search
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') type('');
        if (event.key === 'Enter') report.flush();
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={t('clear_search')} onClick={() => type('')} />}
    />
  );
}
