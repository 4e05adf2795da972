import type { ClientArchive } from '@belfry/schemas/http/devices/firmware';
import { Button, Fieldset, Group, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { INITIAL_FORM, rolloutOf, type RolloutForm } from '../../rollout-form.ts';
import { useStartRolloutMutation } from '../../rollouts-api.ts';
import { RolloutCount } from './rollout-count.tsx';

/** Renders the choice of a group, which another feature provides. */
export type GroupChoice = (props: { value: number | null; onChange: (id: number | null) => void }) => ReactNode;
type Props = { archive: ClientArchive; groupChoice: GroupChoice; onClose: () => void; onStarted: (id: string) => void };

/** Starts a rollout: phases by share of the devices or by groups, threshold and pause, with the number of devices. */
export function RolloutDialog({ archive, groupChoice, onClose, onStarted }: Props) {
  const { t } = useTranslation(['firmware', 'common']);
  const errorText = useErrorMessage();
  const [form, setForm] = useState<RolloutForm>(INITIAL_FORM);
  const [start, { isLoading, error }] = useStartRolloutMutation();
  const body = rolloutOf(archive.filename, form);
  const change = (fields: Partial<RolloutForm>): void => setForm((before) => ({ ...before, ...fields }));

  async function send(): Promise<void> {
    const { data } = body ? await start(body) : {};
    if (!data) return;
    onStarted(data.rollout_id);
    onClose();
  }

  return (
    <FormDialog title={t('rollouts.start_title', { version: archive.version.toFixed(1) })} onClose={onClose}>
      {({ onCancel }) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Stack gap="sm">
            <SegmentedControl
              aria-label={t('rollouts.by')}
              value={form.by}
              onChange={(by) => change({ by })}
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
                onChange={({ currentTarget }) => change({ shares: currentTarget.value })}
                error={body === null ? t('rollouts.shares_wrong') : undefined}
              />
            ) : (
              <GroupPhases groups={form.groups} onChange={(groups) => change({ groups })} groupChoice={groupChoice} />
            )}
            <Group grow align="flex-start">
              <NumberInput
                label={t('rollouts.threshold')}
                suffix=" %"
                min={0}
                max={100}
                value={form.errorPercent}
                onChange={(errorPercent) => change({ errorPercent })}
              />
              <NumberInput
                label={t('rollouts.pause_field')}
                suffix=" s"
                min={0}
                max={604_800}
                allowDecimal={false}
                value={form.pauseSeconds}
                onChange={(pauseSeconds) => change({ pauseSeconds })}
              />
            </Group>
            <RolloutCount body={body} />
            {error && <Notice tone="error">{errorText(error, t('rollouts.start_failed'))}</Notice>}
            <FormButtons
              submitLabel={t('rollouts.start')}
              submitting={isLoading}
              submitDisabled={body === null}
              cancelDisabled={isLoading}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
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
