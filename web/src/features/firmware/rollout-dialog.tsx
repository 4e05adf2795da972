import { useAct } from '../../ui/use-act.ts';
import { OwnersGroup } from '../groups/index.ts';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import {
  Stack,
  Text,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NumberInput,
  SegmentedControl,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { type StartRollout, ROLLOUT_DEFAULTS, rolloutPhasesSchema } from '@belfry/schemas/http/firmware/rollouts';
import { useDebouncedValue } from '@mantine/hooks';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useStartRolloutMutation, usePreviewRolloutQuery } from './firmware-api.ts';

type Props = { archive: ClientArchive; onClose: () => void; onStarted: (id: string) => void };
export function RolloutDialog({ archive, onClose, onStarted }: Props) {
  const { t } = useTranslation(['firmware', 'common']);
  const { act, pending, failure } = useAct({ inline: true });
  const [form, setForm] = useState<RolloutForm>(INITIAL_FORM);
  const [start] = useStartRolloutMutation();
  const body = rolloutOf(archive.filename, form);
  const change = (fields: Partial<RolloutForm>): void => setForm((before) => ({ ...before, ...fields }));

  async function send(): Promise<void> {
    if (body === null) return;
    const answer = await act(() => start(body), { failed: t('rollouts.start_failed') });
    if (answer === undefined) return;
    onStarted(answer.rollout_id);
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
            <RolloutFields form={form} valid={body !== null} onChange={change} />
            <RolloutCount body={body} />
            {failure !== null && <Notice tone="error">{failure}</Notice>}
            <FormButtons
              submitLabel={t('rollouts.start')}
              submitting={pending}
              submitDisabled={body === null}
              cancelDisabled={pending}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

type RolloutFieldsProps = {
  form: RolloutForm;
  valid: boolean;
  onChange: (fields: Partial<RolloutForm>) => void;
};

function RolloutFields({ form, valid, onChange }: RolloutFieldsProps) {
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
        <GroupPhases groups={form.groups} onChange={(groups) => onChange({ groups })} />
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
};

function GroupPhases({ groups, onChange }: GroupPhasesProps) {
  const { t } = useTranslation('firmware');
  return (
    <Stack gap="xs">
      {groups.map((value, at) => (
        // Phases have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fieldset key={at} variant="unstyled" legend={t('rollouts.phase', { phase: at + 1 })}>
          <OwnersGroup value={value} onChange={(id) => onChange(groups.with(at, id))} />
        </Fieldset>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange([...groups, null])}>
        {t('rollouts.add_phase')}
      </Button>
    </Stack>
  );
}

/** The dialog's fields. `groups` has one group per phase. */
type RolloutForm = {
  by: 'share' | 'groups';
  shares: string;
  groups: (number | null)[];
  errorPercent: number | string;
  pauseSeconds: number | string;
  allowDowngrade: boolean;
};

export const INITIAL_FORM: RolloutForm = {
  by: 'share',
  shares: ROLLOUT_DEFAULTS.phases.join(', '),
  groups: [null],
  errorPercent: ROLLOUT_DEFAULTS.max_error_rate * 100,
  pauseSeconds: ROLLOUT_DEFAULTS.phase_pause_s,
  allowDowngrade: false,
};

/** The request of the form; null while a field is invalid. */
export function rolloutOf(filename: string, form: RolloutForm): StartRollout | null {
  const phases = rolloutPhasesSchema.safeParse(
    form.by === 'share' ? sharesOf(form.shares) : groupPhasesOf(form.groups),
  );
  const [errorPercent, pause] = [form.errorPercent, form.pauseSeconds];
  if (!phases.success || typeof errorPercent !== 'number' || typeof pause !== 'number') return null;
  return {
    filename,
    phases: phases.data,
    max_error_rate: errorPercent / 100,
    phase_pause_s: pause,
    ...(form.allowDowngrade && { allow_downgrade: true }),
  };
}

/** `1, 10 100 %` → [1, 10, 100] */
export const sharesOf = (text: string): number[] =>
  text
    .split(/[\s,;%]+/)
    .filter((word) => word !== '')
    .map(Number);

const groupPhasesOf = (groups: readonly (number | null)[]) =>
  groups.flatMap((group) => (group === null ? [] : [{ group_ids: [group] }]));

const TYPING_MS = 300;

function RolloutCount({ body }: { body: StartRollout | null }) {
  const { t } = useTranslation('firmware');
  const locale = useLocale();
  const [settled] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS);
  const counted: StartRollout | null = settled === null ? null : JSON.parse(settled);
  const { data } = usePreviewRolloutQuery(counted ?? EMPTY, { skip: counted === null });
  if (!data || counted === null) {
    return (
      <Text size="sm" c="dimmed" mih={22}>
        {body && t('rollouts.counting')}
      </Text>
    );
  }
  const phases = data.phases.map((devices) => formatCount(devices, locale)).join(' + ');
  return (
    <Text size="sm" c="dimmed" mih={22} aria-live="polite">
      {t('rollouts.count', { count: data.devices, devices: formatCount(data.devices, locale) })}{' '}
      {data.phases.length > 1 && data.devices > 0 && `${t('rollouts.by_phase', { phases })} `}
      {data.offline > 0 && t('rollouts.offline', { count: data.offline, devices: formatCount(data.offline, locale) })}
    </Text>
  );
}

const EMPTY: StartRollout = { filename: '', phases: [], max_error_rate: 0, phase_pause_s: 0 };
