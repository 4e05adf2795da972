import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import classes from './palette.module.css';
import { PaletteResults } from './palette-results.tsx';
import { PaletteSearch } from './palette-search.tsx';
import { usePaletteSections, type PaletteResult, type PaletteSection } from './use-palette-sections.ts';
import { Text, VisuallyHidden } from '@mantine/core';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';

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

/** Which kinds could not be searched, that nothing was found, and the number of results for screen readers. */
function PaletteStatus({ sections, waiting }: { sections: PaletteSection[]; waiting: boolean }) {
  const { t } = useTranslation(['shell', 'common']);
  const errorText = useErrorMessage();
  const failed = sections.filter(({ error }) => error !== undefined);
  const busy = waiting || sections.some(({ loading }) => loading);
  const count = sections.reduce((sum, { results }) => sum + results.length, 0);
  return (
    <>
      {failed.length > 0 && (
        <div role="alert" className={classes.failed}>
          {failed.map(({ kind, error }) => (
            <Text key={kind} size="sm">
              {t('palette.failed', {
                kind: t(`palette.kind.${kind}`),
                message: errorText(error, t('common:error.fallback')),
              })}
            </Text>
          ))}
        </div>
      )}
      {count === 0 && !busy && failed.length === 0 && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      <VisuallyHidden component="output">{busy ? '' : t('palette.count', { count })}</VisuallyHidden>
    </>
  );
}
