import { Loader } from '@mantine/core';
import { Spotlight, useSpotlight, type SpotlightStore } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RESULTS_ID, resultId } from './palette-results.tsx';

/** The same as the server's limit of a search text. */
const MAX_LENGTH = 200;

/** The search text; arrow keys select a result, which is announced as the active option, and Enter opens it. */
export function PaletteSearch({ store, loading }: { store: SpotlightStore; loading: boolean }) {
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
