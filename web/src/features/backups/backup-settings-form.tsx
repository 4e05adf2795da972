import {
  BACKUP_PASSPHRASE_MAX,
  BACKUP_PASSPHRASE_MIN,
  BACKUPS_KEPT_MAX,
  BACKUPS_KEPT_MIN,
} from '@belfry/schemas/domain/limits';
import {
  BACKUP_SCHEDULES,
  backupSettingsSchema,
  type Backups,
  type BackupSchedule,
  type BackupSettings,
} from '@belfry/schemas/http/backups';
import { Button, Group, NativeSelect, NumberInput, PasswordInput, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useContext, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { sendEdit, useEditConflict } from '../../lib/edit-conflict.ts';
import { TimeZone } from '../../lib/times.ts';
import { ChoiceSetting } from '../../ui/fields/choice-setting.tsx';
import { SwitchRow } from '../../ui/fields/switch-row.tsx';
import { ConflictNotice } from '../../ui/states/conflict-notice.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useConfigureBackupsMutation } from './backups-api.ts';

type Frequency = Exclude<BackupSchedule, 'off'>;
const FREQUENCIES = BACKUP_SCHEDULES.filter((schedule): schedule is Frequency => schedule !== 'off');
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

type Values = Omit<BackupSettings, 'has_passphrase' | 'revision'> & { passphrase: string };

const valuesOf = ({ has_passphrase: _stored, revision: _revision, ...choices }: BackupSettings): Values => ({
  ...choices,
  passphrase: '',
});

const LABELS = {
  schedule: 'frequency',
  hour: 'hour',
  time_zone: 'time_zone',
  target: 'target',
  keep: 'keep',
  test_restore: 'test_restore',
  passphrase: 'passphrase.replace',
} as const satisfies Record<keyof Values, string>;

/** The zones in which the hour may be meant: that of the settings, that of the reader, and UTC. */
function useZones(current: string): string[] {
  const own = useContext(TimeZone) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([current, own, 'UTC'])];
}

function useSettingsForm(settings: BackupSettings) {
  const { t } = useTranslation('backups');
  const [savedSettings, setSavedSettings] = useState(settings);
  const { act, pending, failure } = useAct({ inline: true });
  const [configure] = useConfigureBackupsMutation();
  const form = useForm<Values>({ initialValues: valuesOf(settings) });
  const conflict = useEditConflict(form);
  const { passphrase, ...choices } = form.values;
  const problem = problemOf({
    enabled: choices.schedule !== 'off',
    passphrase,
    hasPassphrase: savedSettings.has_passphrase,
  });

  const begin = (now: BackupSettings): void => {
    setSavedSettings(now);
    form.setInitialValues(valuesOf(now));
    form.setValues(valuesOf(now));
    conflict.clear();
  };
  const rebase = (current: BackupSettings): number => {
    setSavedSettings(current);
    return conflict.rebase(valuesOf(current));
  };
  const send = ({ revision }: BackupSettings) => {
    const { passphrase, ...choices } = form.getValues();
    return configure({ ...choices, revision, ...(passphrase !== '' && { passphrase }) });
  };
  const save = async (): Promise<void> => {
    if (problem) return;
    const edit = () => sendEdit(savedSettings, send, { schema: backupSettingsSchema, rebase });
    const data = await act(edit, { done: t('save.done'), failed: t('save.failed') });
    if (data) begin(data.settings);
  };
  return { form, conflict, problem, failure, save, savedSettings, isSaving: pending };
}

export function BackupSettingsForm({ backups: { settings, targets } }: { backups: Backups }) {
  const { t } = useTranslation('backups');
  const { form, conflict, problem, failure, save, savedSettings, isSaving } = useSettingsForm(settings);
  const zones = useZones(savedSettings.time_zone);
  const { values } = form;
  const change = (part: Partial<Values>): void => form.setValues(part);
  const enabled = values.schedule !== 'off';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <ConflictNotice conflicts={conflict.conflicts} labelOf={(field) => t(LABELS[field])} onTake={conflict.take} />
        <SwitchRow
          label={t('enabled')}
          description={t('enabled_hint')}
          checked={enabled}
          onChange={(on) => change({ schedule: on ? 'daily' : 'off' })}
        />
        <ChoiceSetting
          label={t('frequency')}
          disabled={!enabled}
          value={values.schedule === 'off' ? 'daily' : values.schedule}
          choices={FREQUENCIES}
          name={(frequency) => t(`choice.${frequency}`)}
          onChange={(schedule) => change({ schedule })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
          <NativeSelect
            label={t('hour')}
            data={HOURS}
            disabled={!enabled}
            value={String(values.hour)}
            onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
          />
          <NativeSelect label={t('time_zone')} data={zones} disabled={!enabled} {...form.getInputProps('time_zone')} />
          <NativeSelect
            label={t('target')}
            description={t('target_hint')}
            data={targets}
            {...form.getInputProps('target')}
          />
          <NumberInput
            label={t('keep')}
            description={t('keep_hint')}
            min={BACKUPS_KEPT_MIN}
            max={BACKUPS_KEPT_MAX}
            clampBehavior="strict"
            allowDecimal={false}
            value={values.keep}
            onChange={(keep) => typeof keep === 'number' && change({ keep })}
          />
        </SimpleGrid>
        <PasswordInput
          label={t(savedSettings.has_passphrase ? 'passphrase.replace' : 'passphrase.set')}
          description={t('passphrase.hint')}
          autoComplete="new-password"
          maxLength={BACKUP_PASSPHRASE_MAX}
          {...form.getInputProps('passphrase')}
          error={problem && t(`passphrase.${problem}`, { characters: BACKUP_PASSPHRASE_MIN })}
          visibilityToggleButtonProps={{ 'aria-label': t('passphrase.toggle'), tabIndex: 0 }}
        />
        <SwitchRow
          label={t('test_restore')}
          description={t('test_restore_hint')}
          checked={values.test_restore}
          onChange={(test_restore) => change({ test_restore })}
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Group justify="flex-end">
          <Button type="submit" loading={isSaving} disabled={problem !== null}>
            {t('save.button')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Typed = { enabled: boolean; passphrase: string; hasPassphrase: boolean };

function problemOf({ enabled, passphrase, hasPassphrase }: Typed): 'short' | 'missing' | null {
  if (passphrase !== '' && passphrase.length < BACKUP_PASSPHRASE_MIN) return 'short';
  return enabled && passphrase === '' && !hasPassphrase ? 'missing' : null;
}
