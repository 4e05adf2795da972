import type { WhereItem } from '@belfry/schemas/http/places/where';
import { useFirstPlace } from './recent-places.ts';
import { oneOf } from './selection.ts';
import { Where, type WhereProps } from './where.tsx';

type Props = Pick<WhereProps, 'ofOwner' | 'label' | 'error' | 'hint' | 'isNeeded'> & {
  value: number | null;
  /** `item`: what has been chosen; null: nothing any more. */
  onChange: (id: number | null, item: WhereItem | null) => void;
  /** What is to be done there; by default it is only looked at. */
  right?: WhereProps['right'];
};

/** One place, or a loudspeaker at one, from the same list as several; it is remembered for the next time. */
export function OnePlace({ value, onChange, right = 'read', ...rest }: Props) {
  const { remember } = useFirstPlace();
  return (
    <Where
      {...rest}
      isOne
      right={right}
      value={value === null ? {} : { nodes: [value] }}
      onChange={(targets, item) => {
        const id = oneOf(targets);
        const choice = id === null ? null : item;
        if (choice) remember(choice);
        onChange(id, choice);
      }}
    />
  );
}
