import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import classes from './palette.module.css';
import { PaletteResults } from './palette-results.tsx';
import { PaletteSearch } from './palette-search.tsx';
import { PaletteStatus } from './palette-status.tsx';
import { usePaletteSections, type PaletteResult } from './use-palette-sections.ts';

const SETTLE_MS = 250;

const [store, spotlight] = createSpotlight();

export type PaletteProps = { opened: boolean; onClose: () => void };

/** Finds pages, devices, companies, users and voices, and opens what is chosen; see SHELL-26. */
export function Palette({ opened, onClose }: PaletteProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  // The dialog that a result opens keeps the focus; it must not return to the element from which the palette was opened.
  const [chosen, setChosen] = useState(false);
  const typed = query.trim();
  const [settled] = useDebouncedValue(typed, SETTLE_MS);
  const sections = usePaletteSections(typed, typed === '' ? '' : settled);

  // Opened after the first rendering, because the dialog notes the focused element only when it changes from closed to open.
  useEffect(() => {
    if (!opened) return;
    spotlight.open();
    return spotlight.close;
  }, [opened]);

  const choose = ({ to, run }: PaletteResult): void => {
    setChosen(true);
    if (run) run();
    else void navigate(to);
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setChosen(false)}
      onSpotlightClose={onClose}
      returnFocus={!chosen}
      scrollable
      maxHeight="70dvh"
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      classNames={{
        content: classes.content ?? '',
        action: classes.action ?? '',
        actionDescription: classes.description ?? '',
      }}
    >
      <PaletteSearch store={store} loading={typed !== settled || sections.some(({ loading }) => loading)} />
      <PaletteResults store={store} sections={sections} onChoose={choose} />
      <PaletteStatus sections={sections} waiting={typed !== settled} />
    </Spotlight.Root>
  );
}
