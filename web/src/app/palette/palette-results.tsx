/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The elements are those of the library; an option of a select has no description. */
import { Spotlight, useSpotlight, type SpotlightStore } from '@mantine/spotlight';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaletteSection, PaletteResult } from './use-palette-sections.ts';

export const RESULTS_ID = 'palette-results';
/** The id of a result by its position in the whole list. */
export const resultId = (index: number): string => `palette-result-${index}`;

type Props = { store: SpotlightStore; sections: PaletteSection[]; onChoose: (result: PaletteResult) => void };

/** The results in groups by kind. */
export function PaletteResults({ store, sections, onChoose }: Props) {
  const { t } = useTranslation('shell');
  const { selected } = useSpotlight(store);
  const found = sections.filter(({ results }) => results.length > 0);
  const addresses = found.flatMap(({ results }) => results.map(({ to }) => to));
  const text = addresses.join('\n');

  // The library selects the first result when the text changes, but results of the server arrive later.
  useEffect(() => {
    store.setState({ ...store.getState(), selected: text === '' ? -1 : 0 });
  }, [text, store]);

  return (
    <Spotlight.ActionsList id={RESULTS_ID} role="listbox" aria-label={t('palette.results')}>
      {found.map(({ kind, results }) => {
        const name = t(`palette.kind.${kind}`);
        return (
          <Spotlight.ActionsGroup key={kind} role="group" label={name} aria-label={name}>
            {results.map((result) => {
              const { to, label, detail } = result;
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
