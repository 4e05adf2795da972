import type { MapNode } from '@belfry/schemas/http/map/map';
import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { StateIcon, useStateText } from './map-markers.tsx';
import { worstState } from './map-state.ts';
import classes from './company-map.module.css';

/** More are found on the map. */
const SHOWN = 200;

type Props = {
  nodes: readonly MapNode[];
  /** There are others, which the answer does not have. */
  more: boolean;
  selected: readonly number[];
  onOpen: (node: MapNode) => void;
};

/** The places as a list, those to look at first before the others: what the map says, for everybody who cannot see it. */
export function PlaceList({ nodes, more, selected, onOpen }: Props) {
  const { t } = useTranslation('map');
  const locale = useLocale();
  const stateText = useStateText();
  const id = useId();
  if (nodes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h6" mb={4} id={id}>
        {t('places', { count: nodes.length })}
      </Title>
      <ul className={classes.places} aria-labelledby={id}>
        {nodes.slice(0, SHOWN).map((node) => (
          <li key={node.company_id}>
            <button
              type="button"
              className={classes.place}
              aria-current={selected.includes(node.company_id) || undefined}
              onClick={() => onOpen(node)}
            >
              <StateIcon state={worstState(node.devices)} />
              <span className={classes.placeName}>{node.name}</span>
              <span>{stateText(node.devices)}</span>
            </button>
          </li>
        ))}
      </ul>
      {(more || nodes.length > SHOWN) && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('more', { shown: formatCount(Math.min(SHOWN, nodes.length), locale) })}
        </Text>
      )}
    </section>
  );
}
