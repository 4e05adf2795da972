import { TRIM_DB } from '@belfry/schemas/domain/loudness';
import { VOLUME_MAX, VOLUME_MIN } from '@belfry/schemas/domain/limits';
import { offsetOfZone, parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import { Button, Group, Input, Skeleton, Slider, Stack, Switch, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from '../../../../lib/translation.ts';
import { useTimeZones } from '../../../lookups/lookups-api.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { formatDecibels, formatVolume } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { TimeZoneSelect } from '../../../../ui/pickers/search-select.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { VoiceSelect } from '../../../speech/favorites/index.ts';
import {
  useGetEffectiveSettingsQuery,
  DEFAULT_SETTINGS,
  shownSetting,
  type SettingChanges,
  type SettingName,
} from './place-settings.ts';
import { useGetCompanyInfoQuery } from '../../companies-api.ts';
import { QuietHoursField } from './quiet-hours.tsx';
import { LeadInField } from './lead-in-field.tsx';
import { SoundTestField } from './sound-test-field.tsx';

type Props = {
  /** null for a new node. */
  nodeId: number | null;
  /** null for a main company. */
  parentId: number | null;
  changes: SettingChanges;
  onChange: (changes: SettingChanges) => void;
};

/** Time zone, language, voice, volume limit, quiet hours and whether clocks must be right of a node, each its own or inherited; see TREE-56. */
export function SettingsFields({ nodeId, parentId, changes, onChange }: Props) {
  const { t } = useTranslation('places');
  const errorText = useErrorMessage();
  const options = { refetchOnMountOrArgChange: true };
  const own = useGetEffectiveSettingsQuery(nodeId ?? parentId ?? skipToken, options);
  const parent = useGetEffectiveSettingsQuery(parentId ?? skipToken, options);
  const inherited = parentId === null ? DEFAULT_SETTINGS : parent.currentData;
  const error = own.error ?? parent.error;
  if (error !== undefined) {
    const retry = (): void => {
      if (own.error) void own.refetch();
      if (parent.error) void parent.refetch();
    };
    return <ErrorState message={errorText(error, t('error'))} onRetry={retry} retrying={own.isFetching} />;
  }
  // A new main company has nothing of its own yet, and nothing above it.
  const settings = nodeId === null && parentId === null ? DEFAULT_SETTINGS : own.currentData;
  if (!settings || !inherited) return <Skeleton height={260} />;
  const node = { settings, inherited, nodeId, isRoot: parentId === null };
  return <Fields node={node} changes={changes} onChange={onChange} />;
}

type FieldsProps = Pick<Props, 'changes' | 'onChange'> & {
  node: { settings: EffectiveSettings; inherited: EffectiveSettings; nodeId: number | null; isRoot: boolean };
};

/** Settings that are changed together, in the order of forms; the first one names them. */
export const SETTING_GROUPS = [
  ['time_zone'],
  ['language', 'voice'],
  ['volume_max'],
  ['trim_db'],
  ['quiet_hours'],
  ['sound_test'],
  ['lead_in'],
  ['clock_required'],
] as const satisfies (readonly SettingName[])[];
export type SettingGroup = (typeof SETTING_GROUPS)[number];

function Fields({ node, changes, onChange }: FieldsProps) {
  const { t } = useTranslation('places');
  const set = (next: SettingChanges): void => onChange({ ...changes, ...next });
  const values: SettingValues = Object.fromEntries(
    SETTING_GROUPS.flat().map((name) => [name, shownSetting(name, node, changes).value]),
  ) as SettingValues;
  return (
    <Stack gap="lg">
      {SETTING_GROUPS.map((names) => {
        const sources = names.map((name) => shownSetting(name, node, changes));
        return (
          <div key={names[0]}>
            <SettingField name={names[0]} values={values} onChange={set} />
            <SourceNote
              isRoot={node.isRoot}
              own={sources.some(({ own }) => own)}
              source={sources.map(({ source }) => source).find((source) => source !== null) ?? null}
              setting={t(`settings.${names[0]}`)}
              onInherit={() => set(Object.fromEntries(names.map((name) => [name, null])))}
            />
          </div>
        );
      })}
    </Stack>
  );
}

export type SettingValues = { [Name in SettingName]: EffectiveSettings[Name]['value'] };
type SettingFieldProps = {
  name: SettingGroup[0];
  values: SettingValues;
  onChange: (changes: SettingChanges) => void;
};

/** The field of one setting of a node, or of two that belong together. */
export function SettingField({ name, values, onChange }: SettingFieldProps) {
  const { t } = useTranslation('places');
  const { list: zones } = useTimeZones();
  const locale = useLocale();
  const decibels = (value: number): string => formatDecibels(value, locale);
  if (name === 'time_zone')
    return (
      <TimeZoneSelect
        label={t('settings.time_zone')}
        zones={zones}
        place={{ time_zone: values.time_zone, utc_offset: offsetNow(values.time_zone) }}
        value={values.time_zone}
        onChange={(time_zone) => time_zone !== values.time_zone && onChange({ time_zone })}
      />
    );
  if (name === 'language')
    return (
      <VoiceSelect
        language={values.language}
        voice={values.voice}
        onChange={({ language, voice }) => onChange({ language, voice })}
      />
    );
  if (name === 'volume_max')
    return (
      <>
        <Input.Label id="volume-limit">{t('settings.volume_max')}</Input.Label>
        <Slider
          aria-labelledby="volume-limit"
          thumbLabel={t('settings.volume_max')}
          min={VOLUME_MIN}
          max={VOLUME_MAX}
          value={values.volume_max}
          onChange={(volume_max) => onChange({ volume_max })}
          label={(value) => formatVolume(value, locale)}
          marks={[0, 50, 100].map((value) => ({ value, label: `${value} %` }))}
          mb="lg"
        />
      </>
    );
  if (name === 'trim_db')
    return (
      <>
        <Input.Label id="loudness-trim">{t('settings.trim_db')}</Input.Label>
        <Input.Description>{t('trim_hint')}</Input.Description>
        <Slider
          aria-labelledby="loudness-trim"
          thumbLabel={t('settings.trim_db')}
          min={TRIM_DB.min}
          max={TRIM_DB.max}
          value={values.trim_db}
          onChange={(trim_db) => onChange({ trim_db })}
          label={decibels}
          marks={[TRIM_DB.min, 0, TRIM_DB.max].map((value) => ({ value, label: decibels(value) }))}
          mb="lg"
        />
      </>
    );
  if (name === 'quiet_hours')
    return <QuietHoursField value={values.quiet_hours} onChange={(quiet_hours) => onChange({ quiet_hours })} />;
  if (name === 'lead_in') return <LeadInField value={values.lead_in} onChange={(lead_in) => onChange({ lead_in })} />;
  if (name === 'sound_test')
    return <SoundTestField value={values.sound_test} onChange={(sound_test) => onChange({ sound_test })} />;
  return (
    <Switch
      label={t('settings.clock_required')}
      description={t('clock_hint')}
      checked={values.clock_required}
      onChange={({ currentTarget }) => onChange({ clock_required: currentTarget.checked })}
    />
  );
}

/** Minutes east of UTC; 0 for a zone that this browser does not know. */
function offsetNow(zone: string): number {
  try {
    return parseUtcOffset(zone) ?? offsetOfZone(zone, new Date());
  } catch {
    return 0;
  }
}

type SourceNoteProps = {
  own: boolean;
  /** Nothing is above the node, so that it can inherit only the default. */
  isRoot: boolean;
  /** The node that the value is inherited from; null: the default. */
  source: number | null;
  setting: string;
  onInherit: () => void;
};
function SourceNote({ own, isRoot, source, setting, onInherit }: SourceNoteProps) {
  const { t } = useTranslation('places');
  const { data } = useGetCompanyInfoQuery(own || source === null ? skipToken : source);
  if (!own) {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        {source === null ? t(isRoot ? 'default_root' : 'default') : t('inherited', { name: data?.name ?? '…' })}
      </Text>
    );
  }
  return (
    <Group gap="xs" mt={4}>
      <Text size="xs" c="dimmed">
        {t('own')}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t(isRoot ? 'use_default_of' : 'use_inherited_of', { setting })}
        onClick={onInherit}
      >
        {t(isRoot ? 'use_default' : 'use_inherited')}
      </Button>
    </Group>
  );
}
