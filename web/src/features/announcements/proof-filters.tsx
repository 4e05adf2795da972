import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { NodeSelect, OwnerChoice } from '../places/index.ts';
import { useAddressedOwner, useTargetNodes } from '../places/targets-api.ts';
import classes from './announcements.module.css';
import { viewOf, type ProofFilter } from './proof-address.ts';

type Props = {
  filter: ProofFilter;
  inOrder: boolean;
  administers: boolean;
  onChange: (change: Partial<ProofFilter>) => void;
};

export function ProofFilters({ filter, inOrder, administers, onChange }: Props) {
  const { t } = useTranslation('announcements');
  const owner = (administers && filter.owner) || undefined;
  const places = useTargetNodes(owner);
  // A place belongs to its owner.
  const owners = useAddressedOwner(owner, (next) => onChange({ owner: next?.id ?? null, node: null }));
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
      {administers && (
        <div className={classes.node}>
          <OwnerChoice
            owners={owners}
            onChanged={() => undefined}
            hint={t('proof.all_owners')}
            clearLabel={t('proof.clear_owner')}
          />
        </div>
      )}
      <div className={classes.node}>
        <NodeSelect
          places={places}
          label={t('proof.node')}
          placeholder={t('proof.all_nodes')}
          value={filter.node}
          onChange={(node) => onChange({ node })}
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
