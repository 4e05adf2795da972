import { TRIM_DB } from '@belfry/schemas/domain/loudness';
import { VOLUME_MAX, VOLUME_MIN } from '@belfry/schemas/domain/limits';
import { offsetOfZone, parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import { Input, Skeleton, Slider, Stack, Switch, Button, Group, Text, NumberInput, TextInput } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from '../../../../lib/translation.ts';
import { useTimeZones } from '../../../lookups/lookups-api.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { formatSigned, formatVolume } from '../../../../lib/format.ts';
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
import { SOUND_LEVEL, type SoundTestSetting } from '@belfry/schemas/domain/sound-tests';

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
  const stored = nodeId === null && parentId === null ? DEFAULT_SETTINGS : own.currentData;
  if (!stored || !inherited) return <Skeleton height={260} />;
  const node = { stored, inherited, nodeId, isRoot: parentId === null };
  return <Fields node={node} changes={changes} onChange={onChange} />;
}

type FieldsProps = Pick<Props, 'changes' | 'onChange'> & {
  node: { stored: EffectiveSettings; inherited: EffectiveSettings; nodeId: number | null; isRoot: boolean };
};

function Fields({ node, changes, onChange }: FieldsProps) {
  const { t } = useTranslation('places');
  const { list: zones } = useTimeZones();
  const set = (next: SettingChanges): void => onChange({ ...changes, ...next });
  const clock = shownSetting('clock_required', node, changes);
  const zone = shownSetting('time_zone', node, changes);
  const language = shownSetting('language', node, changes);
  const voice = shownSetting('voice', node, changes);
  const volume = shownSetting('volume_max', node, changes);
  const trim = shownSetting('trim_db', node, changes);
  const quiet = shownSetting('quiet_hours', node, changes);
  const sound = shownSetting('sound_test', node, changes);
  const locale = useLocale();
  const decibels = (value: number): string => `${formatSigned(value, locale)} dB`;
  const note = (shown: { own: boolean; source: number | null }, names: readonly SettingName[]) => (
    <SourceNote
      isRoot={node.isRoot}
      own={shown.own}
      source={shown.source}
      setting={t(`settings.${names[0] ?? 'time_zone'}`)}
      onInherit={() => set(Object.fromEntries(names.map((name) => [name, null])))}
    />
  );
  return (
    <Stack gap="lg">
      <div>
        <TimeZoneSelect
          label={t('settings.time_zone')}
          zones={zones}
          place={{ time_zone: zone.value, utc_offset: offsetNow(zone.value) }}
          value={zone.value}
          onChange={(time_zone) => time_zone !== zone.value && set({ time_zone })}
        />
        {note(zone, ['time_zone'])}
      </div>
      <div>
        <VoiceSelect
          language={language.value}
          voice={voice.value}
          onChange={(choice) => set({ language: choice.language, voice: choice.voice })}
        />
        {note({ own: language.own || voice.own, source: language.source ?? voice.source }, ['language', 'voice'])}
      </div>
      <div>
        <Input.Label id="volume-limit">{t('settings.volume_max')}</Input.Label>
        <Slider
          aria-labelledby="volume-limit"
          thumbLabel={t('settings.volume_max')}
          min={VOLUME_MIN}
          max={VOLUME_MAX}
          value={volume.value}
          onChange={(volume_max) => set({ volume_max })}
          label={(value) => formatVolume(value, locale)}
          marks={[0, 50, 100].map((value) => ({ value, label: `${value} %` }))}
          mb="lg"
        />
        {note(volume, ['volume_max'])}
      </div>
      <div>
        <Input.Label id="loudness-trim">{t('settings.trim_db')}</Input.Label>
        <Input.Description>{t('trim_hint')}</Input.Description>
        <Slider
          aria-labelledby="loudness-trim"
          thumbLabel={t('settings.trim_db')}
          min={TRIM_DB.min}
          max={TRIM_DB.max}
          value={trim.value}
          onChange={(trim_db) => set({ trim_db })}
          label={decibels}
          marks={[TRIM_DB.min, 0, TRIM_DB.max].map((value) => ({ value, label: decibels(value) }))}
          mb="lg"
        />
        {note(trim, ['trim_db'])}
      </div>
      <div>
        <QuietHoursField value={quiet.value} onChange={(quiet_hours) => set({ quiet_hours })} />
        {note(quiet, ['quiet_hours'])}
      </div>
      <div>
        <SoundTestField value={sound.value} onChange={(sound_test) => set({ sound_test })} />
        {note(sound, ['sound_test'])}
      </div>
      <div>
        <Switch
          label={t('settings.clock_required')}
          description={t('clock_hint')}
          checked={clock.value}
          onChange={({ currentTarget }) => set({ clock_required: currentTarget.checked })}
        />
        {note(clock, ['clock_required'])}
      </div>
    </Stack>
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

type SoundTestFieldProps = { value: SoundTestSetting; onChange: (value: SoundTestSetting) => void };

/** Whether the devices of a place test their sound at night, when, and how loud; and whether they listen while they announce. */
function SoundTestField({ value, onChange }: SoundTestFieldProps) {
  const { t } = useTranslation('places');
  const set = (change: Partial<SoundTestSetting>): void => onChange({ ...value, ...change });
  return (
    <Stack gap="xs">
      <Switch
        label={t('settings.sound_test')}
        description={t('sound_test.hint')}
        checked={value.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
      {value.enabled && (
        <Group gap="xs" align="end">
          {(['from', 'to'] as const).map((edge) => (
            <TextInput
              key={edge}
              type="time"
              size="xs"
              label={t(`sound_test.${edge}`)}
              value={value[edge]}
              onChange={({ currentTarget }) =>
                currentTarget.value !== '' && set({ [edge]: currentTarget.value.slice(0, 5) })
              }
            />
          ))}
          <NumberInput
            size="xs"
            w={120}
            label={t('sound_test.level')}
            suffix=" %"
            min={SOUND_LEVEL.min}
            max={SOUND_LEVEL.max}
            clampBehavior="strict"
            allowDecimal={false}
            value={value.level}
            onChange={(level) => typeof level === 'number' && level >= SOUND_LEVEL.min && set({ level })}
          />
        </Group>
      )}
      <Switch
        label={t('sound_test.passive')}
        description={t('sound_test.passive_hint')}
        checked={value.passive ?? false}
        onChange={({ currentTarget }) => set({ passive: currentTarget.checked })}
      />
    </Stack>
  );
}
