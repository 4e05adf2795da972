import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAddressedOwner } from '../../../../api/targets/use-target-owners.ts';
import { useTargetNodes } from '../../../../api/targets/use-target-nodes.ts';
import { NodeSelect } from '../../../../ui/targets/node-select.tsx';
import { OwnerChoice } from '../../../../ui/targets/owner-choice.tsx';
import type { ProofFilter } from '../../use-proof-address.ts';
import classes from '../announcement-run-progress.module.css';

type Props = {
  filter: ProofFilter;
  /** Whether the dates are in order. */
  inOrder: boolean;
  /** Administrators may choose the owner. */
  administers: boolean;
  onChange: (change: Partial<ProofFilter>) => void;
};

/** The dates, for administrators the owner, the place, and what is shown. */
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
        onChange={(view) => onChange({ view: view === 'runs' ? 'runs' : 'places' })}
        data={[
          { value: 'places', label: t('proof.by_place') },
          { value: 'runs', label: t('proof.by_run') },
        ]}
      />
      <Checkbox
        label={t('proof.unheard')}
        checked={filter.unheard}
        onChange={({ currentTarget }) => onChange({ unheard: currentTarget.checked })}
      />
    </>
  );
}
