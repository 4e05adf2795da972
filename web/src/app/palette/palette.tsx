import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, useSpotlight, type SpotlightStore } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useNavigate } from 'react-router';
import classes from './palette.module.css';
import { Text, VisuallyHidden, Loader } from '@mantine/core';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { IconSearch } from '@tabler/icons-react';
import type { PaletteResult, PaletteSection } from './results.ts';
import { usePaletteSections } from './use-sections.ts';

const SETTLE_MS = 250;

const [store, spotlight] = createSpotlight();

export type PaletteProps = { opened: boolean; onClose: () => void };

/** Finds places of every level, loudspeakers, texts, plans, people and pages, and does what a text asks for; see SHELL-26. */
export function Palette({ opened, onClose }: PaletteProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  // The dialog that a result opens keeps the focus; it must not return to the element from which the palette was opened.
  const [hasChosen, setHasChosen] = useState(false);
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
    setHasChosen(true);
    if (run) run();
    else void navigate(to);
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setHasChosen(false)}
      onSpotlightClose={onClose}
      returnFocus={!hasChosen}
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

/** The same as the server's limit of a search text. */
const MAX_LENGTH = 200;

/** The search text; arrow keys select a result, which is announced as the active option, and Enter opens it. */
function PaletteSearch({ store, loading }: { store: SpotlightStore; loading: boolean }) {
  const { t } = useTranslation('shell');
  const { selected } = useSpotlight(store);
  return (
    <Spotlight.Search
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- It is an input, to which the role adds the list of results.
      role="combobox"
      aria-label={t('palette.search')}
      aria-expanded
      aria-controls={RESULTS_ID}
      aria-autocomplete="list"
      aria-activedescendant={selected < 0 ? undefined : resultId(selected)}
      // The library stores the selection after this event without a notification, which the announced option needs.
      onKeyDown={() => queueMicrotask(() => store.setState({ ...store.getState() }))}
      placeholder={t('palette.hint')}
      maxLength={MAX_LENGTH}
      leftSection={<IconSearch size={20} aria-hidden />}
      rightSection={loading && <Loader size="xs" aria-hidden />}
    />
  );
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The elements are those of the library; an option of a select has no description. */

const RESULTS_ID = 'palette-results';
const resultId = (index: number): string => `palette-result-${index}`;

type Props = { store: SpotlightStore; sections: PaletteSection[]; onChoose: (result: PaletteResult) => void };

function PaletteResults({ store, sections, onChoose }: Props) {
  const { t } = useTranslation('shell');
  const { selected } = useSpotlight(store);
  const hits = sections.filter(({ results }) => results.length > 0);
  const addresses = hits.flatMap(({ results }) => results.map(({ to }) => to));
  const text = addresses.join('\n');

  // The library selects the first result when the text changes, but results of the server arrive later.
  useEffect(() => {
    store.setState({ ...store.getState(), selected: text === '' ? -1 : 0 });
  }, [text, store]);

  return (
    <Spotlight.ActionsList id={RESULTS_ID} role="listbox" aria-label={t('palette.results')}>
      {hits.map(({ kind, results }) => {
        const name = t(`palette.kind.${kind}`);
        return (
          <Spotlight.ActionsGroup key={kind} role="group" label={name} aria-label={name}>
            {results.map((result) => {
              const { to, label, detail, keys } = result;
              const index = addresses.indexOf(to);
              return (
                <Spotlight.Action
                  key={to}
                  // The component drops a property `id`.
                  ref={(node: HTMLButtonElement | null) => node?.setAttribute('id', resultId(index))}
                  role="option"
                  aria-selected={index === selected}
                  data-selected={index === selected || undefined}
                  label={label}
                  description={detail ?? ''}
                  rightSection={keys !== undefined && <kbd className={classes.keys}>{keys}</kbd>}
                  onClick={() => onChoose(result)}
                />
              );
            })}
          </Spotlight.ActionsGroup>
        );
      })}
    </Spotlight.ActionsList>
  );
}
