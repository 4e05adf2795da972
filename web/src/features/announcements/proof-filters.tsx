import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { OnePlace } from '../../kit/where/index.ts';
import classes from './announcements.module.css';
import { viewOf, type ProofFilter } from './proof-address.ts';

type Props = {
  filter: ProofFilter;
  inOrder: boolean;
  onChange: (change: Partial<ProofFilter>) => void;
};

export function ProofFilters({ filter, inOrder, onChange }: Props) {
  const { t } = useTranslation('announcements');
  return (
    <>
      <TextInput
        type="date"
        label={t('proof.from')}
        value={filter.from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('proof.to')}
        value={filter.to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
        error={inOrder ? undefined : t('proof.order')}
      />
      <div className={classes.node}>
        <OnePlace
          label={t('proof.node')}
          hint={t('proof.all_nodes')}
          value={filter.node}
          // The owner of an address is that of another place.
          onChange={(node) => onChange({ node, owner: null })}
        />
      </div>
      <SegmentedControl
        aria-label={t('proof.view')}
        value={filter.view}
        onChange={(view) => onChange({ view: viewOf(view) })}
        data={[
          { value: 'places', label: t('proof.by_place') },
          { value: 'runs', label: t('proof.by_run') },
          { value: 'music', label: t('proof.by_music') },
        ]}
      />
      {filter.view !== 'music' && (
        <Checkbox
          className={classes.unheard}
          label={t('proof.unheard')}
          checked={filter.unheard}
          onChange={({ currentTarget }) => onChange({ unheard: currentTarget.checked })}
        />
      )}
    </>
  );
}
