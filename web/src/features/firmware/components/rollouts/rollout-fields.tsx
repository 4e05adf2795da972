import { Button, Checkbox, Fieldset, Group, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RolloutForm } from '../../rollout-form.ts';

/** Renders the choice of a group, which another feature provides. */
export type GroupChoice = (props: { value: number | null; onChange: (id: number | null) => void }) => ReactNode;

type Props = {
  form: RolloutForm;
  /** Whether the form is complete. */
  valid: boolean;
  groupChoice: GroupChoice;
  onChange: (fields: Partial<RolloutForm>) => void;
};

/** The phases of a rollout, by share of the devices or by groups, its threshold and its pause. */
export function RolloutFields({ form, valid, groupChoice, onChange }: Props) {
  const { t } = useTranslation('firmware');
  return (
    <>
      <SegmentedControl
        aria-label={t('rollouts.by')}
        value={form.by}
        onChange={(by) => onChange({ by })}
        data={[
          { value: 'share' as const, label: t('rollouts.by_share') },
          { value: 'groups' as const, label: t('rollouts.by_groups') },
        ]}
      />
      {form.by === 'share' ? (
        <TextInput
          label={t('rollouts.shares')}
          description={t('rollouts.shares_hint')}
          value={form.shares}
          onChange={({ currentTarget }) => onChange({ shares: currentTarget.value })}
          error={valid ? undefined : t('rollouts.shares_wrong')}
        />
      ) : (
        <GroupPhases groups={form.groups} onChange={(groups) => onChange({ groups })} groupChoice={groupChoice} />
      )}
      <Group grow align="flex-start">
        <NumberInput
          label={t('rollouts.threshold')}
          suffix=" %"
          min={0}
          max={100}
          value={form.errorPercent}
          onChange={(errorPercent) => onChange({ errorPercent })}
        />
        <NumberInput
          label={t('rollouts.pause_field')}
          suffix=" s"
          min={0}
          max={604_800}
          allowDecimal={false}
          value={form.pauseSeconds}
          onChange={(pauseSeconds) => onChange({ pauseSeconds })}
        />
      </Group>
      <Checkbox
        label={t('rollouts.downgrade')}
        description={t('rollouts.downgrade_hint')}
        checked={form.allowDowngrade}
        onChange={({ currentTarget }) => onChange({ allowDowngrade: currentTarget.checked })}
      />
    </>
  );
}

type GroupPhasesProps = {
  groups: (number | null)[];
  onChange: (groups: (number | null)[]) => void;
  groupChoice: GroupChoice;
};

/** One group per phase. */
function GroupPhases({ groups, onChange, groupChoice }: GroupPhasesProps) {
  const { t } = useTranslation('firmware');
  return (
    <Stack gap="xs">
      {groups.map((value, at) => (
        // Phases have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fieldset key={at} variant="unstyled" legend={t('rollouts.phase', { phase: at + 1 })}>
          {groupChoice({ value, onChange: (id) => onChange(groups.with(at, id)) })}
        </Fieldset>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange([...groups, null])}>
        {t('rollouts.add_phase')}
      </Button>
    </Stack>
  );
}
