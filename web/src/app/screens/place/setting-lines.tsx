import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { Button, Stack } from '@mantine/core';
import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import type { PlacePage } from '@belfry/schemas/http/places/places';
import { useState } from 'react';
import { useEditCompanyMutation } from '../../../features/companies/companies-api.ts';
import {
  SETTING_GROUPS,
  SettingField,
  type SettingChanges,
  type SettingGroup,
  type SettingValues,
  settingsBodyOf,
  useGetEffectiveSettingsQuery,
} from '../../../features/companies/element-form/index.ts';
import { EditableLine, SaveButtons } from '../../../kit/form/index.ts';
import { useSpeaker } from '../../../kit/who-hears/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatSigned, formatVolume } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useAct } from '../../../ui/use-act.ts';

type Props = { place: PlacePage; mayEdit: boolean };

/** What holds at a place: each setting in one line, with the place from which it is inherited. */
export function SettingLines({ place, mayEdit }: Props) {
  const { t } = useTranslation(['place', 'places']);
  const errorText = useErrorMessage();
  const [open, setOpen] = useState<SettingGroup | null>(null);
  const { currentData, error, refetch, isFetching } = useGetEffectiveSettingsQuery(place.company_id, {
    refetchOnMountOrArgChange: true,
  });
  const textOf = useSettingText();
  const speaker = useSpeaker(currentData?.language.value ?? 'en', currentData?.voice.value ?? '');
  if (error && !currentData)
    return (
      <ErrorState message={errorText(error, t('places:error'))} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!currentData) return <LineSkeletons count={SETTING_GROUPS.length} height={40} />;
  const names = new Map(place.above.map(({ company_id, name }) => [company_id, name]));
  return SETTING_GROUPS.map((group) => {
    const source = currentData[group[0]].source_company_id;
    const isOwn = group.some((name) => currentData[name].source_company_id === place.company_id);
    const from = source === null ? t('about.default') : t('about.inherited', { name: names.get(source) ?? '…' });
    return (
      <EditableLine
        key={group[0]}
        label={t(`places:settings.${group[0]}`)}
        value={group[0] === 'language' ? speaker : textOf(group[0], currentData)}
        source={isOwn ? null : from}
        {...(!isOwn && { changeLabel: t('about.change') })}
        isOpen={open === group}
        onOpen={mayEdit ? () => setOpen(group) : null}
      >
        <SettingForm
          companyId={place.company_id}
          group={group}
          settings={currentData}
          isOwn={isOwn}
          onClose={() => setOpen(null)}
        />
      </EditableLine>
    );
  });
}

type FormProps = {
  companyId: number;
  group: SettingGroup;
  settings: EffectiveSettings;
  isOwn: boolean;
  onClose: () => void;
};

function SettingForm({ companyId, group, settings, isOwn, onClose }: FormProps) {
  const { t } = useTranslation('place');
  const { act, pending } = useAct();
  const [edit] = useEditCompanyMutation();
  const [changes, setChanges] = useState<SettingChanges>({});
  const values = Object.fromEntries(SETTING_GROUPS.flat().map((name) => [name, settings[name].value]));
  const send = async (body: SettingChanges): Promise<void> => {
    const failed = t('about.failed');
    const done = await act(() => edit({ company_id: companyId, ...settingsBodyOf(body) }), { failed });
    if (done !== undefined) onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(changes);
      }}
    >
      <Stack gap="sm">
        <SettingField
          name={group[0]}
          values={{ ...values, ...changes } as SettingValues}
          onChange={(next) => setChanges((now) => ({ ...now, ...next }))}
        />
        <SaveButtons pending={pending} disabled={Object.keys(changes).length === 0} onCancel={onClose}>
          {isOwn && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              onClick={() => void send(Object.fromEntries(group.map((name) => [name, null])))}
            >
              {t('about.use_inherited')}
            </Button>
          )}
        </SaveButtons>
      </Stack>
    </form>
  );
}

type Told = Exclude<SettingGroup[0], 'language'>;

function useSettingText(): (name: Told, settings: EffectiveSettings) => string {
  const { t } = useTranslation('place');
  const locale = useLocale();
  return (name, settings) => {
    const { time_zone, volume_max, trim_db, quiet_hours, sound_test, lead_in, clock_required } = settings;
    const [first, ...others] = quiet_hours.value;
    const texts: Record<Told, () => string> = {
      time_zone: () => zoneCity(time_zone.value, locale),
      volume_max: () => formatVolume(volume_max.value, locale),
      trim_db: () => t('about.decibels', { value: formatSigned(trim_db.value, locale) }),
      quiet_hours: () => {
        if (!first) return t('about.quiet_none');
        const hours = `${first.from}–${first.to}`;
        return others.length === 0 ? hours : `${hours} ${t('about.quiet_more', { count: others.length })}`;
      },
      sound_test: () => {
        const { enabled, from, to } = sound_test.value;
        return enabled ? t('about.test_on', { from, to }) : t('about.test_off');
      },
      lead_in: () => {
        const { ms, after_s } = lead_in.value;
        return ms === 0 ? t('about.lead_in_none') : t('about.lead_in', { ms, after_s });
      },
      clock_required: () => t(clock_required.value ? 'about.clock_on' : 'about.clock_off'),
    };
    return texts[name]();
  };
}
